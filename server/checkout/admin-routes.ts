import { attentionItem, attentionQuery, resolveRequest } from '../../shared/contract/attention.ts';
import {
  adminOrder,
  refundable,
  refundRequest,
  removedTestOrders,
  removeTestOrders,
  statusChange,
  testOrders,
} from '../../shared/contract/orders.ts';
import { idParams } from '../../shared/contract/wire.ts';
import type { Api } from '../http/api.ts';
import { sendPdf } from '../http/pdf.ts';
import { idempotencyHeaders } from './routes.ts';

/** What the back office does with money and goods, for the admin scope (contract §3). */
export function checkoutAdminRoutes(app: Api) {
  app.put(
    '/order/admin/:id/status',
    { schema: { params: idParams, body: statusChange, response: { 200: adminOrder } } },
    (request) => request.backOffice.checkout.setStatus(request.params.id, request.body),
  );

  app.get(
    '/order/admin/:id/refund',
    { schema: { params: idParams, response: { 200: refundable } } },
    (request) => request.backOffice.checkout.getRefundable(request.params.id),
  );

  app.post(
    '/order/admin/:id/refund',
    {
      schema: {
        params: idParams,
        body: refundRequest,
        headers: idempotencyHeaders,
        response: { 201: adminOrder },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      return reply
        .status(201)
        .send(await request.backOffice.checkout.refund(request.params.id, request.body, key));
    },
  );

  app.post(
    '/order/admin/:id/check',
    { schema: { params: idParams, response: { 200: adminOrder } } },
    (request) => request.backOffice.checkout.checkWithProvider(request.params.id),
  );

  app.get('/order/admin/:id/packing-slip', { schema: { params: idParams } }, async (request, reply) =>
    sendPdf(reply, await request.backOffice.checkout.getPackingSlip(request.params.id)),
  );

  app.get('/order/admin/tests', { schema: { response: { 200: testOrders } } }, (request) =>
    request.backOffice.checkout.getTestOrders(),
  );

  app.post(
    '/order/admin/tests/remove',
    { schema: { body: removeTestOrders, response: { 200: removedTestOrders } } },
    (request) => request.backOffice.checkout.removeTestOrders(request.body.orders),
  );

  app.get(
    '/attention',
    { schema: { querystring: attentionQuery, response: { 200: attentionItem.array() } } },
    async (request, reply) => {
      const { items, total } = await request.backOffice.checkout.listAttention(request.query);
      return reply.header('x-total-count', String(total)).send(items);
    },
  );

  app.post(
    '/attention/:id/resolve',
    { schema: { params: idParams, body: resolveRequest, response: { 200: attentionItem } } },
    (request) => request.backOffice.checkout.resolveAttention(request.params.id, request.body.remedy),
  );
}
