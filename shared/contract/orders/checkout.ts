import { z } from 'zod';
import { addressLimits } from '../../contact/address-rules.ts';
import { maxLines, maxQuantity } from '../../orders/cart.ts';
import { giftCardCodeOf } from '../../orders/gift-card-code.ts';
import { extraLimits, type WhatsappVersion, whatsappTexts } from '../../orders/order-extras.ts';
import { plainText } from '../../text/plain-text.ts';
import { altMobileField, emailField, mobileField, shippingDetails } from '../accounts/contact-fields.ts';
import { line, longText } from '../text-fields.ts';
import { idempotencyHeaders } from '../wire.ts';
import { pinCheck, pinField } from './delivery.ts';
import { businessFields } from './order-extras.ts';
import { appliedDiscount, order, orderStatus } from './orders.ts';

/** The most days ahead on which a gift card that is bought can be mailed. */
export const maxSendDays = 365;
const recipientLimits = { name: 100, message: 500 };

/** Who gets a gift card; without a name and an e-mail address the buyer. */
const giftCardRecipient = z
  .object({
    name: line('Name', recipientLimits.name).default(''),
    email: emailField.or(z.literal('')).default(''),
    message: longText('Message', recipientLimits.message).default(''),
    /** The day in India on which it is mailed; '' for at once. */
    sendOn: z.iso.date('Enter a date').or(z.literal('')).default(''),
  })
  .refine(({ name, email }) => email === '' || name !== '', { path: ['name'], error: 'Name is required' })
  .refine(({ name, email }) => name === '' || email !== '', { path: ['email'], error: 'Email is required' });

/** Only ids, quantities and recipients are used; prices come from the catalogue. */
export const cartItem = z.object({
  product_id: z.string().max(200),
  variant_id: z.string().max(200).nullish(),
  quantity: z
    .number('Quantity must be a whole number')
    .int('Quantity must be a whole number')
    .min(1, 'Quantity must be at least 1')
    .max(maxQuantity, `Quantity must be at most ${maxQuantity}`),
  /** A gift card needs a recipient; the same variant for another recipient is another line. */
  recipient: giftCardRecipient.optional(),
});

export const cartItems = z
  .array(cartItem, 'Your cart is empty!')
  .min(1, 'Your cart is empty!')
  .max(maxLines, `At most ${maxLines} lines in one order`);

/** The code of a discount as shoppers type it: case does not matter. */
export const discountCode = z
  .string('Enter a code')
  .overwrite(plainText)
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,29}$/, 'A code has 3 to 30 letters, digits, hyphens or underscores');

/** The code of a gift card as shoppers type it, converted to the form in which it is stored. */
const giftCardCode = z.string('Enter a code').transform((text, context) => {
  const code = giftCardCodeOf(text);
  if (code === undefined) context.addIssue('This is not the code of a gift card');
  return code ?? z.NEVER;
});

/** The buyer's unpaid order that a new one replaces: its units and discounts become available for that. */
const replacedOrder = z.object({ order_id: z.string().max(100), order_key: z.string().max(100) }).optional();

/** The name of the place where the buyer picks the order up, if it is not delivered. */
const pickupName = z.string().max(60).optional();

/** How a shopper pays. */
export const paymentMethod = z.enum(['online', 'cash_on_delivery']);
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** Body of `POST /razorpay/quote`. `postalCode` and `state`: where the cart would be sent, if that is known. */
export const cartQuoteRequest = z.object({
  cart_items: cartItems,
  discount_code: discountCode.optional(),
  gift_card_code: giftCardCode.optional(),
  postalCode: pinField.optional(),
  state: z.string().trim().max(addressLimits.state).optional(),
  pickupPoint: pickupName,
  replaces: replacedOrder,
  payment_method: paymentMethod.default('online'),
});
export type CartQuoteRequest = z.infer<typeof cartQuoteRequest>;

/** What a cart costs now, in rupees. */
export const cartQuote = z.object({
  subtotal: z.number(),
  discounts: z.array(appliedDiscount),
  /** Why the code of the discount is valid and not used; empty if it is used, or without a code. */
  codeNote: z.string(),
  /**
   * The delivery charge after discounts, a part of the amount; null if it depends on a PIN code that was not given or
   * is not served.
   */
  shipping: z.number().nullable(),
  /** What the products must cost more for free delivery, in rupees; null if it is free, never free, or not known. */
  missingForFreeDelivery: z.number().nullable(),
  /** How the shop delivers to the PIN code; null if none was given or nothing is shipped. */
  delivery: pinCheck.nullable(),
  /** The day in India on which it can be picked up; null if it is delivered. */
  readyOn: z.string().nullable(),
  /** Whether the order can be paid on delivery, with this fee; null if the shop does not offer it. */
  cash_on_delivery: z
    .object({
      /** Why it can't; empty if it can. */
      reason: z.string(),
      fee: z.number(),
      /** By how much the order is cheaper if it is paid online: the fee, and discounts for that. */
      saves: z.number(),
      /** What is paid in advance, 0 for nothing, and then on delivery; together the amount with the fee. */
      advance: z.number(),
      due: z.number(),
    })
    .nullable(),
  /** With the fee if `payment_method` is possible. */
  amount: z.number(),
  /** What is in the amount because an order on delivery is paid in whole rupees. */
  rounding: z.number(),
  /** What the gift card pays of the amount, and what is on it before that; null without one. */
  gift_card: z.object({ ending: z.string(), balance: z.number(), amount: z.number() }).nullable(),
  /** The amount less what the gift card pays. */
  due: z.number(),
});
export type CartQuote = z.infer<typeof cartQuote>;

/** What the buyer adds to an order. */
const orderExtras = {
  note: longText('Order note', extraLimits.note).default(''),
  giftMessage: longText('Gift message', extraLimits.giftMessage).default(''),
  ...businessFields,
  /** The version of the text to which they agree; absent if they do not. */
  whatsappConsent: z
    .enum(Object.keys(whatsappTexts) as WhatsappVersion[], 'This text is not known')
    .optional(),
};

/** Body of `POST /razorpay/create-order` (spec §3 Payment order request). `amount`, in paise, is only compared. */
export const createOrderRequest = z.object({
  name: z.string().trim().max(100).optional(),
  email: emailField.optional(),
  mobile: mobileField.optional(),
  altMobile: altMobileField.optional(),
  amount: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  currency: z.literal('INR', 'Only INR is accepted').optional(),
  /** What is to be paid now, after the gift card or in advance, in paise; only compared. */
  due: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  cart_items: cartItems,
  discount_code: discountCode.optional(),
  gift_card_code: giftCardCode.optional(),
  shipping_details: shippingDetails.nullish(),
  /**
   * True if the buyer was told that the state is not that of the PIN code, and says that it is right; false if the buyer can
   * be asked. Without it the state counts as given.
   */
  confirms_state: z.boolean('Must be true or false').optional(),
  pickupPoint: pickupName,
  replaces: replacedOrder,
  /** What proves the mobile number of an order on delivery: the `request` of a code that was entered. */
  mobile_proof: z.string().max(200).optional(),
  ...orderExtras,
});
export type CreateOrderRequest = z.infer<typeof createOrderRequest>;

export const createOrderReply = z.object({
  success: z.literal(true),
  order_id: z.string(),
  /** `amount` in paise, as the provider has it; null if a gift card has paid for all. */
  razorpay_order: z.object({ id: z.string(), amount: z.number(), currency: z.string() }).nullable(),
  key_id: z.string(),
  order_key: z.string(),
  /** True if a gift card has paid for all, or the order of a repeated request is already paid. */
  paid: z.boolean(),
});
export type CreateOrderReply = z.infer<typeof createOrderReply>;

/**
 * Reply of `POST /order/cash-on-delivery`, whose body is that of create-order. `amount`, in rupees, is that of the
 * order. A part that is paid in advance is `razorpay_order`, null without such a part; `paid`: it is paid already.
 */
export const codOrderReply = createOrderReply.extend({ amount: z.number() });
export type CodOrderReply = z.infer<typeof codOrderReply>;

/** Body of `POST /order/{id}/confirm`: the token of the mail. */
export const confirmOrderRequest = z.object({ token: z.string().min(1).max(100) });

/** Headers of the calls that place an order. */
export const orderHeaders = idempotencyHeaders;
export type OrderHeaders = z.infer<typeof orderHeaders>;

/** Body of `POST /razorpay/verify-payment`. */
export const verifyRequest = z.object({
  razorpay_order_id: z.string().min(1).max(100),
  razorpay_payment_id: z.string().min(1).max(100),
  razorpay_signature: z.string().min(1).max(200),
});
export type VerifyRequest = z.infer<typeof verifyRequest>;

/** `order_details` and `invoice_url` are present only if the caller may read the order. */
export const verifyReply = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  pending: z.boolean().optional(),
  order_id: z.string().optional(),
  order_details: order.optional(),
  invoice_url: z.string().nullable().optional(),
});
export type VerifyReply = z.infer<typeof verifyReply>;

/** Reply of `GET /razorpay/orders/{id}/status`, which the page polls after the payment window closes. */
export const paymentStateReply = z.object({
  order_id: z.string(),
  status: orderStatus,
  paid: z.boolean(),
  /** A bank may still confirm a payment, or the provider can't be reached to find out. */
  underway: z.boolean(),
});
export type PaymentState = z.infer<typeof paymentStateReply>;

/**
 * A place in the waiting room of checkout (contract §3.1). The 503 `checkout_queue` of create-order has it as `queue`.
 */
export const checkoutPlace = z.object({
  /** Its number. */
  place: z.number().int(),
  /** How many places come before its turn, its own included; 0: the buyer may order now. */
  position: z.number().int(),
  /** The expected seconds until its turn; null if they are not known yet. */
  seconds: z.number().int().nullable(),
  /** In how many seconds to ask again. */
  retry_after: z.number().int(),
});
export type CheckoutPlace = z.infer<typeof checkoutPlace>;

/** Settings with which the checkout page opens the payment window. */
export const checkoutConfig = z.object({
  key_id: z.string(),
  script_url: z.string(),
  test_mode: z.boolean(),
});
