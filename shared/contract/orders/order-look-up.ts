import { z } from 'zod';
import { isId } from '../../id.ts';
import { plainText } from '../../text/plain-text.ts';
import { emailField, mobileField } from '../accounts/contact-fields.ts';

const orderField = z
  .string('Order number is required')
  .overwrite(plainText)
  .min(1, 'Order number is required')
  .max(100, 'Enter a valid order number')
  .transform((text) => text.toLowerCase().replace(/^(order\b)?\s*(number\b|no\b\.?)?\s*[#:]?\s*/, ''))
  .refine((text) => isId(text) || /^[0-9a-f]{6}$/.test(text), 'Enter a valid order number');

/**
 * Body of `POST /order/look-up`: the order's id or its number, as `8B87E1`, `#8B87E1` or `Order 8B87E1`, and the e-mail
 * or the mobile that it was placed with.
 */
export const lookUpRequest = z
  .object({ order: orderField, email: emailField.optional(), mobile: mobileField.optional() })
  .refine(({ email, mobile }) => email || mobile, {
    path: ['email'],
    message: 'Email or mobile is required',
  });
export type LookUpRequest = z.infer<typeof lookUpRequest>;
