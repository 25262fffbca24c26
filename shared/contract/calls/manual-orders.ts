import { manualOrderRequest, quote, quoteRequest } from '../orders/manual-orders.ts';
import {
  contactChange,
  dueCollection,
  linesChange,
  linesQuote,
  linesQuoteRequest,
} from '../orders/order-edits.ts';
import { adminOrder } from '../orders/orders.ts';
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
  'PUT /order/admin/:id/contact': admin(
    'orders.edit',
    'changeOrderContact',
    'Change contact details and address of an order that has not shipped',
    { body: contactChange, reply: adminOrder, errors: ['not_editable', 'order_changed'] },
  ),
  'POST /order/admin/:id/lines/quote': admin(
    'orders.edit',
    'quoteOrderLines',
    'Price an order with other products before it is changed',
    { body: linesQuoteRequest, reply: linesQuote, errors: ['item_unavailable', 'not_editable'] },
  ),
  // A refund also needs refunds.request, and a lower price must be within the limits of the role.
  'PUT /order/admin/:id/lines': admin(
    'orders.edit',
    'changeOrderLines',
    'Change the products of an order that has not shipped',
    {
      headers: idempotencyHeaders.required(),
      body: linesChange,
      reply: adminOrder,
      errors: [
        'amount_changed',
        'idempotency_mismatch',
        'item_unavailable',
        'not_editable',
        'order_changed',
        'out_of_stock',
        'provider_error',
        'step_up_required',
      ],
    },
  ),
  'POST /order/admin/:id/due': admin(
    'orders.edit',
    'collectDue',
    'Ask for what is due of a changed order by a payment link, or record that it was received',
    {
      body: dueCollection,
      reply: adminOrder,
      errors: ['not_editable', 'order_changed', 'provider_error'],
    },
  ),
  'DELETE /order/admin/:id/due': admin(
    'orders.edit',
    'withdrawPaymentRequest',
    'Withdraw the payment link for what is due of a changed order',
    { reply: adminOrder, errors: ['not_editable', 'provider_error'] },
  ),
};
