import type { Handlers } from '../http/handlers.ts';

/** Discounts in the back office. What they take off a cart is in checkout/handlers.ts. */
export const discountHandlers = {
  'GET /discounts': ({ backOffice, query }) => backOffice.discounts.listDiscounts(query),
  'POST /discounts': ({ backOffice, body }) => backOffice.discounts.createDiscount(body),
  'GET /discounts/:id': ({ backOffice, params }) => backOffice.discounts.getDiscount(params.id),
  'PUT /discounts/:id': ({ backOffice, params, body }) =>
    backOffice.discounts.updateDiscount(params.id, body),
  'DELETE /discounts/:id': ({ backOffice, params }) => backOffice.discounts.deleteDiscount(params.id),
  'GET /discounts/:id/code-batches': ({ backOffice, params, query }) =>
    backOffice.discounts.listCodeBatches(params.id, query),
  'POST /discounts/:id/code-batches': ({ backOffice, params, body }) =>
    backOffice.discounts.createCodeBatch(params.id, body),
  'GET /discounts/:id/code-batches/:batch/codes.csv': ({ backOffice, params }) =>
    backOffice.discounts.exportCodes(params.id, params.batch),
} satisfies Partial<Handlers>;
