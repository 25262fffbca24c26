import { manualOrderRequest, quote, quoteRequest } from '../manual-orders.ts';
import { adminOrder } from '../orders.ts';
import { idempotencyHeaders } from '../wire.ts';
import { tagged } from './call.ts';

const { admin } = tagged('Orders');

export const manualOrderCalls = {
  'POST /order/admin/quote': admin('orders.create', 'quoteOrder', 'Price an order before it is created', {
    body: quoteRequest,
    reply: quote,
    errors: ['item_unavailable'],
  }),
  // Money that was received also needs orders.edit, and a lower price must be within the limits of the role.
  'POST /order/admin': admin('orders.create', 'createOrderForCustomer', 'Create an order for a customer', {
    headers: idempotencyHeaders.required(),
    body: manualOrderRequest,
    reply: adminOrder,
    status: 201,
    errors: ['amount_changed', 'idempotency_mismatch', 'item_unavailable', 'out_of_stock'],
  }),
};
