import { z } from 'zod';
import { maxLines } from '../../orders/cart.ts';
import { businessProblems } from '../../orders/order-extras.ts';
import {
  altMobileField,
  emailField,
  mobileField,
  shippingDetails,
  stateOrEmpty,
} from '../accounts/contact-fields.ts';
import { line, longText, requiredLine } from '../text-fields.ts';
import { rupeesAmount } from '../wire.ts';
import { cartItem, paymentMethod } from './checkout.ts';
import { businessFields } from './order-extras.ts';

/** How an order that an admin creates is paid: by a payment link, with money that they have received, or to the courier. */
export const manualMethods = {
  link: 'Payment link',
  cash: 'Cash',
  upi: 'UPI',
  bank_transfer: 'Bank transfer',
  cash_on_delivery: 'Cash on delivery',
} as const;
export type ManualMethod = keyof typeof manualMethods;

/** For how many hours a payment link is valid and the units stay reserved. */
const linkHours = [1, 24, 72] as const;

const cash = z.object({ method: z.literal('cash') });
const transfer = z.object({
  method: z.enum(['upi', 'bank_transfer']),
  reference: requiredLine('The reference', 100),
});
/** Money that the admin has received. */
const offlinePayment = z.discriminatedUnion('method', [cash, transfer]);
export type OfflinePayment = z.infer<typeof offlinePayment>;

const link = z.object({ method: z.literal('link'), hours: z.literal(linkHours).default(24) });
/** How a difference is paid: it is asked for by a payment link, or an admin has received it. */
export const duePayment = z.discriminatedUnion('method', [link, cash, transfer]);

const payment = z.discriminatedUnion('method', [
  link,
  cash,
  transfer,
  z.object({ method: z.literal('cash_on_delivery') }),
]);

/** `price`: rupees for a unit, if it is not that of the catalogue. */
export const manualLine = cartItem.extend({
  variant_id: z.string('Choose an option').max(200),
  price: rupeesAmount.optional(),
  reason: line('The reason', 200).default(''),
});
export const lineWithReason = manualLine.refine(({ price, reason }) => price === undefined || reason !== '', {
  path: ['reason'],
  error: 'Give a reason for the price',
});

export const linesOf = <Line extends z.ZodType>(line: Line) =>
  z
    .array(line, 'Add a product')
    .min(1, 'Add a product')
    .max(maxLines, `At most ${maxLines} lines in one order`);

/** By how many percent a price is reduced, with one decimal. */
export const percentage = z
  .number('Enter a percentage')
  .min(0.1, 'Enter a discount')
  .max(100, 'At most 100%')
  .refine((n) => Math.abs(n * 10 - Math.round(n * 10)) < 1e-9, 'At most 1 decimal');

/** What a price is reduced by: rupees, or a percentage with one decimal. */
export const reduction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('amount'), amount: rupeesAmount.min(0.01, 'Enter a discount') }),
  z.object({ type: z.literal('percent'), percent: percentage }),
]);

/** The terms of a sale besides its lines. Amounts in rupees. */
export const terms = {
  discount: reduction.optional(),
  /** The delivery charge. */
  shipping: rupeesAmount.default(0),
};

/** The id of a customer, whose account an order then belongs to if they have one. */
const customer = z.uuid('There is no such customer').optional();

/**
 * Body of `POST /order/admin/quote`. `state` is that of the delivery address; without it the goods are handed over. The
 * prices are those of the customer. `gstin` is that of a business that buys; with `isSez` it is given.
 */
export const quoteRequest = z
  .object({
    ...terms,
    cart_items: linesOf(manualLine),
    customer,
    state: stateOrEmpty.default(''),
    gstin: businessFields.gstin,
    isSez: businessFields.isSez,
    payment_method: paymentMethod.default('online'),
  })
  .refine(({ gstin, isSez }) => gstin || !isSez, { path: ['gstin'], error: 'GSTIN is required' });
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** What an order would cost. Amounts in rupees, taxes included in them. */
export const quote = z.object({
  lines: z.array(
    z.object({
      product_id: z.string(),
      variant_id: z.string(),
      name: z.string(),
      variant: z.string(),
      image: z.string().nullable(),
      price: z.number(),
      /** The selling price for the customer, and the list price, which a price must not exceed. */
      cataloguePrice: z.number(),
      listPrice: z.number(),
      quantity: z.number(),
      subtotal: z.number(),
      countInStock: z.number(),
    }),
  ),
  subtotal: z.number(),
  discount: z.number(),
  shipping: z.number(),
  /** The fee of cash on delivery, of an order that has one. */
  codFee: z.number(),
  /** What the total of an order on delivery is rounded by, to whole rupees. */
  rounding: z.number(),
  amount: z.number(),
  tax: z.object({
    /** `none` without a GSTIN; `split` is CGST and SGST, `integrated` is IGST. */
    kind: z.enum(['none', 'split', 'integrated']),
    placeOfSupply: z.string(),
    taxable: z.number(),
    cgst: z.number(),
    sgst: z.number(),
    igst: z.number(),
  }),
});
export type Quote = z.infer<typeof quote>;

/**
 * Body of `POST /order/admin`: an order that an admin creates for a customer. Without `shipping_details` the goods are
 * handed over. `amount` is the total in paise that the admin saw; another one is a 409 `amount_changed`.
 */
export const manualOrderRequest = z
  .object({
    ...terms,
    cart_items: linesOf(lineWithReason),
    customer,
    name: requiredLine('Name', 100),
    email: z.literal('').or(emailField).default(''),
    mobile: mobileField,
    altMobile: altMobileField.default(''),
    ...businessFields,
    shipping_details: shippingDetails.nullish(),
    note: longText('The note', 500).default(''),
    payment,
    amount: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  })
  .superRefine((order, context) => {
    for (const [field, message] of Object.entries(businessProblems(order)))
      context.addIssue({ code: 'custom', path: [field], message });
  });
export type ManualOrderRequest = z.infer<typeof manualOrderRequest>;
