import { z } from 'zod';
import { emailField, mobileField } from './checkout.ts';

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
  contact: z
    .string('Enter an email address or a mobile number')
    .trim()
    .transform((text, context) => {
      const found = (text.includes('@') ? emailField : mobileField).safeParse(text);
      if (!found.success)
        context.addIssue({ code: 'custom', message: 'Enter an email address or a mobile number' });
      return found.data ?? z.NEVER;
    }),
});

/** Body of `PUT /order/admin/{id}/cod-block`: whether the buyer of the order is blocked. */
export const codBlockChange = z.object({ blocked: z.boolean('Must be true or false') });
