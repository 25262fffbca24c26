import { z } from 'zod';

/** What an order that is paid on delivery has besides others (decision 109). Money in rupees. */
export const cashOnDelivery = z.object({
  /** Part of the amount. */
  fee: z.number(),
  /** What the courier has to collect; 0 once it was collected, or if nothing is to be paid any more. */
  due: z.number(),
  confirmed: z.boolean(),
  /** Until when it has to be confirmed; null once it is, or has ended. */
  confirmUntil: z.string().nullable(),
});

/** The same for admins; amounts are null for those who only pack. */
export const adminCashOnDelivery = cashOnDelivery.extend({
  fee: z.number().nullable(),
  due: z.number().nullable(),
  /** How many other orders of this account, mailbox or mobile number came back (RTO). */
  returns: z.number(),
  /** Whether the mailbox or mobile number is blocked. */
  isBlocked: z.boolean(),
});
