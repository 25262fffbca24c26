import type { Handlers } from '../http/handlers.ts';

/** From a cart to an order, and trials of discounts. */
export const checkoutHandlers = {
  'POST /razorpay/quote': ({ shop, body }) => shop.checkout.quote(body),
  'POST /razorpay/create-order': ({ shop, body, headers }) => shop.checkout.createOrder(body, headers),
  'POST /order/cash-on-delivery': ({ shop, body, headers }) => shop.checkout.createCodOrder(body, headers),
  'GET /razorpay/checkout-queue': ({ shop, query }) => shop.checkout.lookAtPlace(query.place),
  'POST /discounts/try': ({ backOffice, body }) => backOffice.tryDiscount(body),
} satisfies Partial<Handlers>;
