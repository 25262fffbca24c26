import { z } from 'zod';
import { maxQuantity } from '../../orders/cart.ts';
import { maxTags, tagName } from '../accounts/notes-and-tags.ts';
import { cartItems, cartQuote, discountCode, paymentMethod } from '../orders/checkout.ts';
import { pinField } from '../orders/delivery.ts';
import { percentage, reduction } from '../orders/manual-orders.ts';
import { requiredLine } from '../text-fields.ts';
import { rupeesAmount } from '../wire.ts';

const wrongLimit = 'Enter a whole number from 1 to 1,000,000';
const useLimit = z.int(wrongLimit).min(1, wrongLimit).max(1_000_000, wrongLimit).nullable();
const wrongQuantity = `Enter a whole number from 0 to ${maxQuantity}`;
const moment = z.iso.datetime('Enter a date and time').nullable();
const yesOrNo = z.boolean('Must be true or false');

const discountTarget = z.enum(['order', 'products', 'categories']);
/** The ids of the products or categories. */
const targets = z.array(z.uuid()).max(500, 'At most 500').default([]);

const wrongDays = 'Enter a whole number from 1 to 3,650';
const wrongGets = `Enter a whole number from 1 to ${maxQuantity}`;

/**
 * By how much a discount reduces: a percentage or an amount; to a price for each unit; or units that the customer gets,
 * for those that they buy of what the discount applies to, the cheapest first. `percent` 100 is free. Free shipping
 * takes off the delivery charge of a cart that has what the discount applies to.
 */
const discountValue = z.discriminatedUnion('type', [
  ...reduction.options,
  z.object({ type: z.literal('free_shipping') }),
  z.object({ type: z.literal('fixed_price'), price: rupeesAmount.min(0.01, 'Enter a price') }),
  z.object({
    type: z.literal('buy_x_get_y'),
    quantity: z.int(wrongGets).min(1, wrongGets).max(maxQuantity, wrongGets),
    percent: percentage,
    appliesTo: discountTarget,
    targets,
    /** How often one order has it; null for as often as its lines allow. */
    maxPerOrder: useLimit.default(null),
  }),
]);

/** Body of `POST /discounts` and `PUT /discounts/{id}`. Amounts in rupees, times in UTC. */
export const discountInput = z
  .object({
    /** What shoppers read beside the amount. */
    title: requiredLine('Title', 60),
    /** Null for an automatic discount, and for one with unique codes. */
    code: discountCode.nullable(),
    /** Whether it has codes that are used once each, created in batches (decision 106). */
    uniqueCodes: yesOrNo.default(false),
    enabled: yesOrNo,
    value: discountValue,
    appliesTo: discountTarget,
    targets,
    /**
     * What the products that it applies to must cost, and how many they must be. The customer buys one of both to get
     * others.
     */
    minTotal: rupeesAmount.default(0),
    minQuantity: z.int(wrongQuantity).min(0, wrongQuantity).max(maxQuantity, wrongQuantity).default(0),
    startsAt: moment.default(null),
    endsAt: moment.default(null),
    maxUses: useLimit.default(null),
    maxUsesPerCustomer: useLimit.default(null),
    /** How often a customer can use it on one day in India. */
    maxUsesPerCustomerPerDay: useLimit.default(null),
    firstOrderOnly: yesOrNo.default(false),
    /** Only for shoppers who are signed in. */
    accountsOnly: yesOrNo.default(false),
    /** Only for accounts that were created within this number of days; null for all. */
    newAccountDays: z.int(wrongDays).min(1, wrongDays).max(3650, wrongDays).nullable().default(null),
    /** Only for accounts of customers with one of these tags; empty for all. */
    customerTags: z.array(tagName).max(maxTags, `At most ${maxTags} tags`).default([]),
    /** Only for orders that are not paid on delivery. */
    onlineOnly: yesOrNo.default(false),
    /** Whether it is given together with other discounts that can be combined. */
    combinable: yesOrNo.default(false),
    /** Whether the footer of the storefront names it. */
    announced: yesOrNo.default(false),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt), {
    path: ['endsAt'],
    error: 'The end must be after the start',
  })
  .refine(({ appliesTo, targets }) => appliesTo === 'order' || targets.length > 0, {
    path: ['targets'],
    error: 'Choose at least one',
  })
  .refine(({ value, appliesTo }) => value.type !== 'fixed_price' || appliesTo !== 'order', {
    path: ['appliesTo'],
    error: 'Choose products or categories',
  })
  .refine(
    ({ value }) => value.type !== 'buy_x_get_y' || value.appliesTo === 'order' || value.targets.length > 0,
    {
      path: ['value', 'targets'],
      error: 'Choose at least one',
    },
  )
  .refine(
    ({ value, minQuantity, minTotal }) => value.type !== 'buy_x_get_y' || minQuantity > 0 !== minTotal > 0,
    { path: ['minQuantity'], error: 'Enter either a quantity or an amount that the customer buys' },
  )
  .refine(({ uniqueCodes, code }) => !uniqueCodes || code === null, {
    path: ['code'],
    error: 'A discount with unique codes has no other code',
  })
  .refine(({ uniqueCodes, announced }) => !uniqueCodes || !announced, {
    path: ['announced'],
    error: 'A discount with unique codes can’t be in the footer',
  })
  .refine(({ customerTags, announced }) => customerTags.length === 0 || !announced, {
    path: ['announced'],
    error: 'A discount for certain customers can’t be in the footer',
  });
export type DiscountInput = z.infer<typeof discountInput>;

const discountState = z.enum(['active', 'scheduled', 'ended', 'used_up', 'disabled']);

/** A discount in the back office. `uses`: the orders with it that have not failed or been cancelled. */
export const discount = z.object({
  ...discountInput.shape,
  _id: z.string(),
  state: discountState,
  uses: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Discount = z.infer<typeof discount>;

const maxCodes = 5000;
const wrongCount = 'Enter a whole number from 1 to 5,000';

/** Body of `POST /discounts/{id}/code-batches`: `count` codes, which begin with the prefix and a hyphen. */
export const codeBatchInput = z.object({
  count: z.int(wrongCount).min(1, wrongCount).max(maxCodes, wrongCount),
  prefix: z
    .string('Enter a prefix')
    .trim()
    .toUpperCase()
    .regex(/^([A-Z0-9][A-Z0-9_-]{0,14})?$/, 'A prefix has at most 15 letters, digits, hyphens or underscores')
    .default(''),
});

/**
 * Unique codes of a discount that were created together. `used`: those of orders that have not failed or been
 * cancelled.
 */
export const codeBatch = z.object({
  _id: z.string(),
  createdAt: z.string(),
  prefix: z.string(),
  count: z.number(),
  used: z.number(),
});
export type CodeBatch = z.infer<typeof codeBatch>;

/**
 * Body of `POST /discounts/try`: a discount as it is entered, and a sample cart with how it is delivered and paid.
 * `id`: the stored discount that it replaces.
 */
export const discountTrial = z.object({
  discount: discountInput,
  id: z.string().max(100).optional(),
  cart_items: cartItems,
  postalCode: pinField.optional(),
  payment_method: paymentMethod.default('online'),
});
export type DiscountTrial = z.infer<typeof discountTrial>;

/** What a sample cart costs with a discount, in rupees. */
export const discountTrialResult = z.object({
  lines: z.array(
    z.object({
      variant_id: z.string(),
      name: z.string(),
      variant: z.string(),
      quantity: z.number(),
      /** Before and after discounts. */
      subtotal: z.number(),
      total: z.number(),
    }),
  ),
  ...cartQuote.pick({ subtotal: true, discounts: true, shipping: true, rounding: true, amount: true }).shape,
  /** The fee of cash on delivery, a part of the amount. */
  fee: z.number(),
  /** Why it is not given, or can't be used now. */
  notes: z.array(z.string()),
});
export type DiscountTrialResult = z.infer<typeof discountTrialResult>;
