import { z } from 'zod';
import { tagName } from '../accounts/notes-and-tags.ts';
import { searchField } from '../text-fields.ts';
import { paging, queryDay, queryFlag } from '../wire.ts';
import { orderExtras } from './order-extras.ts';
import {
  adminShipment,
  courierText,
  fulfilmentState,
  paymentState,
  shipment,
  trackingText,
} from './shipments.ts';

/** The gift card of a bought line. `sendOn` is a day in India, '' for at once; `ending` is empty until it is mailed. */
const boughtGiftCard = z.object({
  /** The name of the recipient; empty for the buyer until they have paid. */
  name: z.string(),
  sendOn: z.string(),
  sentAt: z.string().nullable(),
  ending: z.string(),
  isDisabled: z.boolean(),
});
export type BoughtGiftCard = z.infer<typeof boughtGiftCard>;

/** A line of an order, in rupees. */
const orderLine = z.object({
  _id: z.string(),
  product_id: z.object({
    _id: z.string(),
    name: z.string(),
    slug: z.string(),
    image: z.string().nullable(),
  }),
  variant_id: z.string(),
  variant: z.string(),
  sku: z.string(),
  price: z.number(),
  quantity: z.number(),
  /** Units that were refunded, including pending refunds. */
  refundedQuantity: z.number(),
  /** Price × quantity. */
  subtotal: z.number(),
  /** The subtotal less its share of the discount, plus its share of the delivery charge. */
  total: z.number(),
  giftCard: boughtGiftCard.nullable(),
});

/** The built-in views of the orders (contract §7). */
const orderViewName = z.enum([
  'to_confirm',
  'to_pack',
  'to_ship',
  'to_pick_up',
  'in_transit',
  'unpaid',
  'returns',
]);

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
const codFields = {
  /** For an order that is paid on delivery, once a part in advance was received. */
  cashOnDelivery: cashOnDelivery.nullable(),
  /** What is to be paid in advance, and then on delivery, of an order that waits for that; null for others. */
  codAdvance: z.object({ amount: z.number(), due: z.number() }).nullable(),
};

/** The same for admins; amounts are null for those who only pack. */
const adminCashOnDelivery = cashOnDelivery.extend({
  fee: z.number().nullable(),
  advance: z.number().nullable(),
  due: z.number().nullable(),
  /** How many other orders of this account, mailbox or mobile number came back (RTO). */
  returns: z.number(),
  /** Whether the mailbox or mobile number is blocked. */
  isBlocked: z.boolean(),
});

export const orderStatus = z.enum([
  'pending',
  'paid',
  'failed',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
]);
export type OrderStatus = z.infer<typeof orderStatus>;

/** How much of an order's price was refunded, including pending refunds and excluding failed ones. */
const refundState = z.enum(['none', 'partly_refunded', 'refunded']);
export type RefundState = z.infer<typeof refundState>;

/** The statuses of an order that is to be packed or on its way. */
export const packingStatuses: readonly OrderStatus[] = ['paid', 'processing', 'shipped'];
/** The statuses that an admin who packs orders may set. */
export const packingMoves: readonly OrderStatus[] = ['processing', 'shipped', 'delivered'];

/** The statuses of an order that was sold. */
export const soldStatuses: readonly OrderStatus[] = ['paid', 'processing', 'shipped', 'delivered'];

/**
 * The standing of an order: its status, or `refunded` if it was sold and its whole price was refunded. Every order has
 * exactly one; lists and figures count by it.
 */
export const orderFilterStatus = z.enum([...orderStatus.options, 'refunded']);
export type OrderFilterStatus = z.infer<typeof orderFilterStatus>;

const address = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

const earlierDocument = z.object({ code: z.string(), url: z.string(), amount: z.number() });

/** A discount of a cart or order, which takes off products or the delivery charge. `code` is null if it is automatic. */
export const appliedDiscount = z.object({
  title: z.string(),
  code: z.string().nullable(),
  amount: z.number(),
  target: z.enum(['products', 'shipping']),
});
export type AppliedDiscount = z.infer<typeof appliedDiscount>;

/** An order as its owner and the back office see it (spec §3). Money in rupees. */
export const order = z.object({
  _id: z.string(),
  /** The last 6 characters of the id, upper case. */
  order_number: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  amount: z.number(),
  currency: z.literal('INR'),
  /** What payment and shipments imply (contract §7). */
  status: orderStatus,
  refundState,
  paymentState,
  fulfilmentState,
  /** Until when the items of an unpaid order are reserved; null once it is paid or has ended. */
  reservedUntil: z.string().nullable(),
  payment_id: z.string().nullable(),
  razorpay_order_id: z.string().nullable(),
  invoice_path: z.string().nullable(),
  invoice_url: z.string().nullable(),
  invoice_number: z.string().nullable(),
  /** The credit notes, oldest first. `amount` in rupees. */
  credit_notes: z.array(earlierDocument),
  /** The invoices that were replaced when the order was changed, oldest first. */
  replaced_invoices: z.array(earlierDocument),
  is_guest: z.boolean(),
  is_test: z.boolean(),
  guest_details: z.object({ name: z.string(), email: z.string(), mobile: z.string() }).nullable(),
  user_id: z.object({ _id: z.string(), name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  cart_items: z.array(orderLine),
  /**
   * What the subtotals were reduced by, and which discounts the order has; none of these in one that an admin created.
   */
  discount: z.number(),
  discounts: z.array(appliedDiscount),
  /** The delivery charge after discounts. */
  shipping: z.number(),
  /** What the total of an order on delivery was rounded by, to whole rupees. */
  rounding: z.number(),
  /**
   * The gift card that pays a part of the amount, or all of it. `isFree`: the shop gave it away for nothing, so this part
   * is a discount, which the invoice does not have (contract §13).
   */
  giftCard: z.object({ ending: z.string(), amount: z.number(), isFree: z.boolean() }).nullable(),
  /** The days in India between which the checkout promised the delivery; null if it did not. */
  arrival: z.object({ from: z.string(), by: z.string() }).nullable(),
  ...codFields,
  /** For an order that an admin created: whether it is paid by a link, and its address while it can be paid there. */
  hasPaymentLink: z.boolean(),
  paymentLink: z.string().nullable(),
  /** What is asked for by a link after the order was changed; null if nothing is. `url` is null until the link exists. */
  paymentRequest: z.object({ amount: z.number(), url: z.string().nullable(), until: z.string() }).nullable(),
  orderItems: z.array(
    z.object({ _id: z.string(), name: z.string(), quantity: z.number(), price: z.number() }),
  ),
  shippingAddress: address.nullable(),
  ...orderExtras,
  /** The shipments that were shipped. */
  shipments: z.array(shipment),
  /** Those of the last shipment that has them; empty if none has. */
  courier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string().nullable(),
  timeline: z.array(z.object({ status: orderStatus, at: z.string(), by: z.string(), note: z.string() })),
  /** Money, without what a free gift card pays; of that, nothing is refunded in money. */
  paidAmount: z.number(),
  refundedAmount: z.number(),
  /** Paid less refunded. */
  keptAmount: z.number(),
});
export type Order = z.infer<typeof order>;

/** `?key=`: the order's key, which gives guests access (contract §3). */
export const orderKeyQuery = z.object({ key: z.string().max(200).optional() });

const amountOrHidden = z.number().nullable();

/**
 * An order as the back office sees it: with its payments and refunds. Money in rupees. Without the permission to see all
 * orders, amounts and references of payments are null, and the lists of payments, refunds and credit notes empty.
 */
export const adminOrder = order.extend({
  amount: amountOrHidden,
  cart_items: z.array(
    orderLine.extend({
      price: amountOrHidden,
      subtotal: amountOrHidden,
      total: amountOrHidden,
      /** `_id`: null until the card exists. */
      giftCard: boughtGiftCard.extend({ _id: z.string().nullable(), email: z.string() }).nullable(),
      /** Units that are neither refunded nor in a shipment. */
      unitsToPack: z.number(),
    }),
  ),
  /** All shipments, cancelled ones too. */
  shipments: z.array(adminShipment),
  orderItems: z.array(order.shape.orderItems.element.extend({ price: amountOrHidden })),
  /** The zone whose rates the checkout charged; empty for other orders. */
  deliveryZone: z.string(),
  discount: amountOrHidden,
  shipping: amountOrHidden,
  rounding: amountOrHidden,
  cashOnDelivery: adminCashOnDelivery.nullable(),
  paidAmount: amountOrHidden,
  refundedAmount: amountOrHidden,
  keptAmount: amountOrHidden,
  deleted: z.boolean(),
  /** `reserved`: the stock is reduced by its units. */
  stock: z.enum(['reserved', 'released']),
  customer: z.object({ name: z.string(), email: z.string(), mobile: z.string(), altMobile: z.string() }),
  /** `internal`: the shopper does not see this note. */
  timeline: z.array(
    order.shape.timeline.element.extend({
      internal: z.boolean(),
      /** For a note; null for other events. `own`: the caller wrote it, so they may change and delete it. */
      note_id: z.string().nullable(),
      own: z.boolean(),
      edited: z.boolean(),
    }),
  ),
  tags: z.array(z.string()),
  /** The customer whose order it is; null until money was received. */
  customer_id: z.string().nullable(),
  /** The amount that can still be refunded. */
  refundableAmount: amountOrHidden,
  /** The amount of refunds that wait for the approval of another admin. */
  waitingRefundAmount: amountOrHidden,
  payments: z.array(
    z.object({
      _id: z.string(),
      /** Null for an offline payment. */
      provider_payment_id: z.string().nullable(),
      status: z.enum(['created', 'authorized', 'captured', 'failed']),
      method: z.string(),
      amount: z.number(),
      currency: z.string(),
      /** The payment that the order was paid with. */
      isPrimary: z.boolean(),
      /** What a free gift card pays, which is no money. */
      isFree: z.boolean(),
      note: z.string(),
      at: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      _id: z.string(),
      amount: z.number(),
      status: z.enum(['requested', 'pending', 'processed', 'failed']),
      reason: z.string(),
      error: z.string(),
      by: z.string(),
      at: z.string(),
      /** The order lines that it covers; empty if it is only goodwill. */
      lines: z.array(z.object({ line_id: z.string(), quantity: z.number(), restocked: z.number() })),
    }),
  ),
});
export type AdminOrder = z.infer<typeof adminOrder>;

/**
 * Filters of orders in the back office: `status` is the standing, or `partly_refunded`; `search` matches the number,
 * name, e-mail, both mobiles, city, PIN, products and SKUs, tracking number, payment, refund, provider order, invoice
 * and credit note; `from` and `to` are days in India, both included.
 */
export const matchingOrders = z.object({
  status: z.enum([...orderFilterStatus.options, 'partly_refunded']).optional(),
  search: searchField,
  from: queryDay.optional(),
  to: queryDay.optional(),
  /** Orders of which something is left to do. */
  view: orderViewName.optional(),
  payment: paymentState.optional(),
  fulfilment: fulfilmentState.optional(),
  guest: queryFlag.optional(),
  tag: tagName.optional(),
  customer: z.uuid('There is no such customer').optional(),
  test: queryFlag.optional(),
  deleted: queryFlag.default(false),
});
export type MatchingOrders = z.infer<typeof matchingOrders>;

/** Query of `GET /order/admin`. */
export const adminOrderQuery = matchingOrders.extend({
  ...paging,
  sort: z.enum(['-createdAt', 'createdAt', '-amount', 'amount']).default('-createdAt'),
});
export type AdminOrderQuery = z.infer<typeof adminOrderQuery>;

/**
 * Reply of `GET /order/admin/stats`. Revenue in rupees: captured and offline payments less refunds. `paidOrders`: paid
 * and not refunded in full, whether or not they are packed, shipped or delivered. Test orders count only in test mode,
 * and only until there is a real order.
 */
export const orderStats = z.object({
  totalOrders: z.number(),
  totalRevenue: z.number(),
  pendingOrders: z.number(),
  paidOrders: z.number(),
});
export type OrderStats = z.infer<typeof orderStats>;

/** Why an order is cancelled. */
export const cancelReasons = {
  customer: 'The customer asked for it',
  out_of_stock: 'An item is out of stock',
  payment: 'There is a problem with the payment',
  address: 'The address can’t be delivered to',
} as const;

/**
 * Body of `PUT /order/admin/{id}/status`. `updatedAt` is that of the order that the admin saw: if it has changed since,
 * the reply is a 409 `order_changed`. A note stays in the back office unless `mailNote` sends it.
 */
export const statusChange = z.object({
  status: orderStatus,
  note: z.string().trim().max(500, 'The note is too long').default(''),
  mailNote: z.boolean().default(false),
  /** Why the order was cancelled; it comes before the note. */
  reason: z.enum(Object.keys(cancelReasons) as (keyof typeof cancelReasons)[]).optional(),
  /** The state of the last shipment of the order. */
  courier: courierText.optional(),
  trackingNumber: trackingText.optional(),
  /** Whether the shop keeps what was paid in advance of a cancelled order on delivery. */
  keepsAdvance: z.boolean().optional(),
  updatedAt: z.iso.datetime().optional(),
});
export type StatusChange = z.infer<typeof statusChange>;
