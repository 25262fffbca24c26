import { z } from 'zod';

/** What an order that is paid on delivery has besides others (decision 109). Money in rupees. */
const cashOnDelivery = z.object({
  /** Part of the amount. */
  fee: z.number(),
  /** What was paid in advance by the payment provider. */
  advance: z.number(),
  /** What the courier has to collect; 0 once it was collected, or if nothing is to be paid any more. */
  due: z.number(),
  confirmed: z.boolean(),
  /** Until when it has to be confirmed; null once it is, or has ended. */
  confirmUntil: z.string().nullable(),
});

/** What every order has about cash on delivery. */
export const codFields = {
  /** Of an order that is paid on delivery, once a part that is paid in advance was received. */
  cashOnDelivery: cashOnDelivery.nullable(),
  /** What is to be paid in advance, and then on delivery, of an order that waits for that; null for others. */
  codAdvance: z.object({ amount: z.number(), due: z.number() }).nullable(),
};

/** The same for admins; amounts are null for those who only pack. */
export const adminCashOnDelivery = cashOnDelivery.extend({
  fee: z.number().nullable(),
  advance: z.number().nullable(),
  due: z.number().nullable(),
  /** How many other orders of this account, mailbox or mobile number came back (RTO). */
  returns: z.number(),
  /** Whether the mailbox or mobile number is blocked. */
  isBlocked: z.boolean(),
});
