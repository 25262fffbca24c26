import { z } from 'zod';
import {
  cartQuote,
  cartQuoteRequest,
  checkoutConfig,
  checkoutPlace,
  createOrderReply,
  createOrderRequest,
  orderHeaders,
  paymentStateReply,
  verifyReply,
  verifyRequest,
} from '../orders/checkout.ts';
import { orderKeyQuery } from '../orders/orders.ts';
import { queryInteger } from '../wire.ts';
import { tagged } from './call.ts';

const { anyone, own, proof } = tagged('Checkout');

export const checkoutCalls = {
  'GET /razorpay/checkout-config': anyone('getCheckoutConfig', 'Get what the payment window needs', {
    reply: checkoutConfig,
  }),
  'POST /razorpay/quote': anyone('quoteCart', 'Get what a cart costs, with its discounts', {
    body: cartQuoteRequest,
    reply: cartQuote,
    errors: [
      'checkout_closed',
      'discount_not_applicable',
      'item_unavailable',
      'unknown_discount_code',
      'unknown_gift_card',
    ],
    limit: 120,
  }),
  'POST /razorpay/create-order': anyone('createOrder', 'Place an order and create its payment order', {
    headers: orderHeaders,
    body: createOrderRequest,
    reply: createOrderReply,
    status: 201,
    errors: [
      'amount_changed',
      'checkout_closed',
      'checkout_queue',
      'discount_not_applicable',
      'idempotency_mismatch',
      'item_unavailable',
      'not_payable',
      'out_of_stock',
      'provider_error',
      'reservation_limit',
      'state_unconfirmed',
      'too_many_unpaid_orders',
      'unknown_discount_code',
      'unknown_gift_card',
    ],
    limit: 'buyer',
  }),
  'GET /razorpay/checkout-queue': anyone(
    'getCheckoutPlace',
    'Get how long a place waits for its turn to order',
    {
      query: z.object({ place: queryInteger(1, 999_999_999) }),
      reply: checkoutPlace,
    },
  ),
  'POST /razorpay/verify-payment': proof('verifyPayment', 'Confirm a payment by its signature', {
    query: orderKeyQuery,
    body: verifyRequest,
    reply: verifyReply,
    status: [200, 202],
    errors: ['not_found'],
    limit: 'buyer',
  }),
  'POST /razorpay/callback': proof('returnFromPayment', 'Receive the answer of a payment page as a form', {
    body: z.record(z.string(), z.unknown()).nullish(),
    accepts: 'form',
    reply: 'redirect',
    status: 303,
    limit: 300,
  }),
  'POST /razorpay/webhook': proof('receiveWebhook', 'Receive a signed event of the payment provider', {
    headers: z.object({
      'x-razorpay-signature': z.string().optional(),
      'x-razorpay-event-id': z.string().optional(),
    }),
    accepts: 'raw',
    reply: 'done',
  }),
  'POST /razorpay/orders/:id/payment': own(
    'orders.viewAll',
    'reopenPayment',
    'Open the payment of an unpaid order again',
    {
      query: orderKeyQuery,
      reply: createOrderReply,
      errors: ['not_payable', 'out_of_stock', 'provider_error'],
      limit: 'buyer',
    },
  ),
  'GET /razorpay/orders/:id/status': own(
    'orders.viewAll',
    'getPaymentState',
    'Get the state of an order’s payment',
    {
      query: orderKeyQuery,
      reply: paymentStateReply,
      limit: 60,
    },
  ),
  'DELETE /order/:id/whatsapp': own(
    'orders.viewAll',
    'endWhatsapp',
    'Withdraw the consent to updates on WhatsApp',
    { query: orderKeyQuery, reply: 'done' },
  ),
};
