import type { Handlers } from '../http/handlers.ts';

/** Discounts in the back office. What they take off a cart is in checkout/handlers.ts. */
export const discountHandlers = {
  'GET /discounts': ({ backOffice, query }) => backOffice.discounts.listDiscounts(query),
  'POST /discounts': ({ backOffice, body }) => backOffice.discounts.createDiscount(body),
  'GET /discounts/:id': ({ backOffice, params }) => backOffice.discounts.getDiscount(params.id),
  'PUT /discounts/:id': ({ backOffice, params, body }) =>
    backOffice.discounts.updateDiscount(params.id, body),
  'DELETE /discounts/:id': ({ backOffice, params }) => backOffice.discounts.deleteDiscount(params.id),
} satisfies Partial<Handlers>;
