import { z } from 'zod';
import { altMobileField, emailField, mobileField, shippingDetails } from '../accounts/contact-fields.ts';
import { requiredLine } from '../text-fields.ts';
import { duePayment, linesOf, lineWithReason, manualLine, quote, terms } from './manual-orders.ts';

/** The order as the admin saw it: if it has changed since, the reply is a 409 `order_changed`. */
const seen = { updatedAt: z.iso.datetime() };

/** Body of `PUT /order/admin/{id}/contact`. Without `shipping_details` the goods are handed over. */
export const contactChange = z
  .object({
    ...seen,
    name: requiredLine('Name', 100),
    email: z.literal('').or(emailField),
    mobile: z.literal('').or(mobileField),
    altMobile: altMobileField,
    shipping_details: shippingDetails.nullable(),
  })
  .refine(({ email, mobile }) => email !== '' || mobile !== '', {
    path: ['mobile'],
    error: 'Email or mobile is required',
  });
export type ContactChange = z.infer<typeof contactChange>;

/** Without `discount` the order keeps the discounts of the shop that it has; null: it has none any more. */
const changedTerms = { ...terms, discount: terms.discount.nullable() };

/** Body of `POST /order/admin/{id}/lines/quote`. */
export const linesQuoteRequest = z.object({ ...changedTerms, cart_items: linesOf(manualLine) });
export type LinesQuoteRequest = z.infer<typeof linesQuoteRequest>;

/** What a changed order would cost. Amounts in rupees. */
export const linesQuote = quote.extend({
  /** What was received for the order, less its refunds. */
  paid: z.number(),
  /** What is left to pay, or to refund if it is negative. */
  due: z.number(),
});
export type LinesQuote = z.infer<typeof linesQuote>;

/**
 * Body of `PUT /order/admin/{id}/lines`. A product that is in the order keeps its price there unless `price` is given.
 * `payment` is how more than was paid is paid. `amount` is the total in paise that the admin saw; another one is a
 * 409 `amount_changed`.
 */
export const linesChange = z.object({
  ...changedTerms,
  ...seen,
  cart_items: linesOf(lineWithReason),
  payment: duePayment.optional(),
  amount: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
});
export type LinesChange = z.infer<typeof linesChange>;

/** Body of `POST /order/admin/{id}/due`: how what is due of a changed order is paid. */
export const dueCollection = z.object({ ...seen, payment: duePayment });
export type DueCollection = z.infer<typeof dueCollection>;
