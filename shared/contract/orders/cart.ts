import { z } from 'zod';
import { maxCartLines, maxQuantity } from '../../orders/cart.ts';
import { emailField } from '../accounts/contact-fields.ts';

const line = z.object({
  product_id: z.string().max(200),
  variant_id: z.string().max(200),
  /** 0 removes the line. */
  quantity: z
    .number('Quantity must be a whole number')
    .int('Quantity must be a whole number')
    .min(0, 'Quantity must be at least 0')
    .max(maxQuantity, `Quantity must be at most ${maxQuantity}`),
});

/** The cart of an account, the oldest lines first. `name` is that of the product, which may not be for sale any more. */
export const accountCart = z.object({ lines: z.array(line.extend({ name: z.string() })) });
export type AccountCart = z.infer<typeof accountCart>;

/** Body of `PUT /cart` and `POST /cart/merge`; twice as many lines as a cart has, to exchange all of them. */
export const cartLines = z.object({
  lines: z
    .array(line)
    .min(1)
    .max(2 * maxCartLines),
});
export type CartLines = z.infer<typeof cartLines>['lines'];

/**
 * Reply of `GET /cart/reminder`: whether the shop mails reminders to this shopper, and whether they have asked for them.
 */
export const cartReminder = z.object({ offered: z.boolean(), accepted: z.boolean() });

/** Body of `PUT /cart/reminder`. `email` and `lines` are those of a guest. */
export const cartReminderRequest = z.object({
  accepted: z.boolean('Must be true or false'),
  email: emailField.optional(),
  lines: z.array(line).max(maxCartLines).optional(),
});
export type CartReminderRequest = z.infer<typeof cartReminderRequest>;
