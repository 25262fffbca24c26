import type { Handlers } from '../http/handlers.ts';

/** Orders that admins create or change. */
export const orderEditingHandlers = {
  'POST /order/admin/quote': ({ backOffice, body }) => backOffice.orderEditing.quote(body),
  'POST /order/admin': ({ backOffice, body, headers }) =>
    backOffice.orderEditing.createOrder(body, headers['idempotency-key']),
  'PUT /order/admin/:id/contact': ({ backOffice, params, body }) =>
    backOffice.orderEditing.changeContact(params.id, body),
  'POST /order/admin/:id/lines/quote': ({ backOffice, params, body }) =>
    backOffice.orderEditing.quoteLines(params.id, body),
  'PUT /order/admin/:id/lines': ({ backOffice, params, body, headers }) =>
    backOffice.orderEditing.changeLines(params.id, body, headers['idempotency-key']),
  'PUT /order/admin/:id/status': ({ backOffice, params, body }) =>
    backOffice.orderEditing.setStatus(params.id, body),
  'GET /order/admin/tests': ({ backOffice }) => backOffice.orderEditing.getTestOrders(),
  'POST /order/admin/tests/remove': ({ backOffice, body }) =>
    backOffice.orderEditing.removeTestOrders(body.orders),
} satisfies Partial<Handlers>;
