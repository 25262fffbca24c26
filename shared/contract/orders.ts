import { z } from 'zod';

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

const address = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

/** An order as its owner and the back office see it (spec §3). Money in rupees. */
export const order = z.object({
  _id: z.string(),
  /** The last 6 characters of the id, upper case. */
  order_number: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  amount: z.number(),
  currency: z.literal('INR'),
  status: orderStatus,
  payment_id: z.string().nullable(),
  razorpay_order_id: z.string().nullable(),
  invoice_path: z.string().nullable(),
  invoice_url: z.string().nullable(),
  invoice_number: z.string().nullable(),
  is_guest: z.boolean(),
  is_test: z.boolean(),
  guest_details: z.object({ name: z.string(), email: z.string(), mobile: z.string() }).nullable(),
  user_id: z.object({ _id: z.string(), name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  cart_items: z.array(
    z.object({
      _id: z.string(),
      product_id: z.object({
        _id: z.string(),
        name: z.string(),
        slug: z.string(),
        image: z.string().nullable(),
      }),
      variant: z.string(),
      sku: z.string(),
      price: z.number(),
      quantity: z.number(),
      total: z.number(),
    }),
  ),
  orderItems: z.array(
    z.object({ _id: z.string(), name: z.string(), quantity: z.number(), price: z.number() }),
  ),
  shippingAddress: address.nullable(),
  timeline: z.array(z.object({ status: orderStatus, at: z.string(), by: z.string(), note: z.string() })),
  paidAmount: z.number(),
  refundedAmount: z.number(),
});
export type Order = z.infer<typeof order>;

/** `?key=`: the order's key, for whoever has no account (contract §3). */
export const orderKeyQuery = z.object({ key: z.string().max(200).optional() });
