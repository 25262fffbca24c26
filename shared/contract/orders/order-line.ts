import { z } from 'zod';

/** The gift card of a bought line. `sendOn` is a day in India, '' for at once; `ending` is empty until it is mailed. */
export const boughtGiftCard = z.object({
  /** Of the recipient; empty for the buyer until she has paid. */
  name: z.string(),
  sendOn: z.string(),
  sentAt: z.string().nullable(),
  ending: z.string(),
  isDisabled: z.boolean(),
});
export type BoughtGiftCard = z.infer<typeof boughtGiftCard>;

/** A line of an order, in rupees. */
export const orderLine = z.object({
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
