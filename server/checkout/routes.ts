import { z } from 'zod';
import {
  checkoutConfig,
  createOrderReply,
  createOrderRequest,
  paymentStateReply,
  verifyReply,
  verifyRequest,
} from '../../shared/contract/checkout.ts';
import { orderKeyQuery } from '../../shared/contract/orders.ts';
import { idParams } from '../../shared/contract/wire.ts';
import type { Api } from '../http/api.ts';
import { orderKey } from '../http/order-key.ts';

export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Idempotency-Key must be 1 to 200 plain characters')
    .optional(),
});

/** Paying (spec §7 Payments). The webhook stands in payments/routes.ts. */
export function checkoutRoutes(app: Api) {
  app.get('/razorpay/checkout-config', { schema: { response: { 200: checkoutConfig } } }, (request) =>
    request.shop.checkout.window(),
  );

  app.post(
    '/razorpay/create-order',
    {
      schema: { body: createOrderRequest, headers: idempotencyHeaders, response: { 201: createOrderReply } },
    },
    async (request, reply) =>
      reply
        .status(201)
        .send(await request.shop.checkout.createOrder(request.body, request.headers['idempotency-key'])),
  );

  app.post(
    '/razorpay/verify-payment',
    {
      config: { guarded: 20 },
      schema: { body: verifyRequest, response: { 200: verifyReply, 202: verifyReply } },
    },
    async (request, reply) => {
      const answer = await request.shop.checkout.verifyPayment(request.body, orderKey(request));
      return reply.status(answer.pending ? 202 : 200).send(answer);
    },
  );

  app.get(
    '/razorpay/orders/:id/status',
    {
      config: { guarded: 60 },
      schema: { params: idParams, querystring: orderKeyQuery, response: { 200: paymentStateReply } },
    },
    (request) => request.shop.checkout.paymentState(request.params.id, orderKey(request)),
  );

  app.post(
    '/razorpay/orders/:id/payment',
    {
      config: { guarded: 20 },
      schema: { params: idParams, querystring: orderKeyQuery, response: { 200: createOrderReply } },
    },
    (request) => request.shop.checkout.reopenPayment(request.params.id, orderKey(request)),
  );
}

/** If the payment window can't open (in-app browsers), the provider posts its answer here as a form. */
export function callbackRoute(app: Api) {
  app.post(
    '/razorpay/callback',
    {
      config: { guarded: 300 },
      schema: {
        consumes: ['application/x-www-form-urlencoded'],
        body: z.record(z.string(), z.unknown()).nullish(),
      },
    },
    async (request, reply) =>
      reply.redirect(await request.shop.checkout.returnFromWindow(request.body ?? {}), 303),
  );
}
