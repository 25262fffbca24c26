import { z } from 'zod';
import { emailOrMobile } from '../../contact/contact-rules.ts';
import { emailField, mobileField } from '../accounts/contact-fields.ts';
import { queryFlag } from '../wire.ts';

/** A mobile number or mailbox whose orders can't be paid on delivery. */
export const codBlock = z.object({
  _id: z.string(),
  contact: z.string(),
  at: z.string(),
  by: z.string(),
});
export type CodBlock = z.infer<typeof codBlock>;

/** Body of `POST /cod-blocks`: an e-mail address or a mobile number. */
export const newCodBlock = z.object({
  contact: z.string('Enter an email address or a mobile number').transform((text, context) => {
    const found = ('email' in emailOrMobile(text) ? emailField : mobileField).safeParse(text);
    if (!found.success)
      context.addIssue({ code: 'custom', message: 'Enter an email address or a mobile number' });
    return found.data ?? z.NEVER;
  }),
});

/** Body of `PUT /order/admin/{id}/cod-block`: whether the buyer of the order is blocked. */
export const codBlockChange = z.object({ blocked: z.boolean('Must be true or false') });

/** Query of `POST /cod-remittances`: without `apply`, the file is only compared. */
export const remittanceQuery = z.object({ apply: queryFlag.default(false) });

/**
 * A courier's list of collected amounts, compared with the orders that are paid on delivery. `matched` lines are
 * recorded if the list is applied; `known` ones were recorded before; the others are left as they are.
 */
export const remittanceResult = z.object({
  applied: z.boolean(),
  lines: z.array(
    z.object({
      /** From 1. */
      line: z.number(),
      order_id: z.string().nullable(),
      /** Empty if the line names none. */
      order_number: z.string(),
      trackingNumber: z.string(),
      /** Rupees; null if it can't be read. */
      amount: z.number().nullable(),
      /** The day in the file, if it has one. */
      date: z.string().nullable(),
      state: z.enum(['matched', 'known', 'difference', 'unknown']),
      message: z.string(),
    }),
  ),
});
export type RemittanceResult = z.infer<typeof remittanceResult>;
