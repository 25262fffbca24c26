import { Readable } from 'node:stream';
import { z } from 'zod';
import { messageReply } from '../../shared/contract/accounts.ts';
import { lookUpRequest } from '../../shared/contract/order-look-up.ts';
import {
  adminOrder,
  adminOrderQuery,
  matchingOrders,
  order,
  orderKeyQuery,
  orderStats,
  orderUpdates,
  orderUpdatesQuery,
} from '../../shared/contract/orders.ts';
import { done, idParams, paging } from '../../shared/contract/wire.ts';
import type { Api } from '../http/api.ts';
import { orderKey } from '../http/order-key.ts';
import { sendPdf } from '../http/pdf.ts';
import type { OrderFeed } from './order-feed.ts';

const keyed = { params: idParams, querystring: orderKeyQuery };
/** More than any page asks for, far too few to try keys with. */
const config = { guarded: 120 };
const lookedUp =
  'If these belong together, a link to the order is on its way to the email it was placed with.';

/** Reading an order and its invoice (spec §7 Orders, Payments): its owner, an admin, or who shows the key. */
export function orderRoutes(app: Api) {
  app.get(
    '/order/user/:id',
    { schema: { params: idParams, querystring: z.object(paging), response: { 200: order.array() } } },
    async (request, reply) => {
      const { orders, total } = await request.shop.orders.listOrdersOf(request.params.id, request.query);
      return reply.header('x-total-count', String(total)).send(orders);
    },
  );

  app.post(
    '/order/look-up',
    { config: { guarded: true }, schema: { body: lookUpRequest, response: { 202: messageReply } } },
    async (request, reply) => {
      await request.shop.orders.lookUp(request.body);
      return reply.status(202).send({ success: true as const, message: lookedUp });
    },
  );

  for (const path of ['/order/:id', '/razorpay/orders/:id'] as const) {
    app.get(path, { config, schema: { ...keyed, response: { 200: order } } }, (request) =>
      request.shop.orders.getOrder(request.params.id, orderKey(request)),
    );
  }

  for (const path of ['/razorpay/invoice/:id', '/razorpay/orders/:id/invoice'] as const) {
    app.get(path, { config, schema: keyed }, async (request, reply) =>
      sendPdf(reply, await request.shop.orders.getInvoice(request.params.id, orderKey(request))),
    );
  }

  app.get('/razorpay/credit-note/:id', { config, schema: keyed }, async (request, reply) =>
    sendPdf(reply, await request.shop.orders.getCreditNote(request.params.id, orderKey(request))),
  );
}

/** The orders of the back office, for the admin scope. What moves money or goods is in checkout/admin-routes.ts. */
export function orderAdminRoutes(app: Api, feed: OrderFeed) {
  app.get(
    '/order/admin',
    { schema: { querystring: adminOrderQuery, response: { 200: adminOrder.array() } } },
    async (request, reply) => {
      const { orders, total } = await request.backOffice.orders.listAllOrders(request.query);
      return reply.header('x-total-count', String(total)).send(orders);
    },
  );

  app.get('/order/admin/stats', { schema: { response: { 200: orderStats } } }, (request) =>
    request.backOffice.orders.getStats(),
  );

  app.get('/order/admin/export.csv', { schema: { querystring: matchingOrders } }, async (request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="orders.csv"')
      .send(Readable.from(request.backOffice.orders.exportOrders(request.query))),
  );

  app.get(
    '/order/admin/news',
    { schema: { querystring: orderUpdatesQuery, response: { 200: orderUpdates } } },
    (request) => feed.read(request.query.after),
  );

  app.get('/order/admin/:id', { schema: { params: idParams, response: { 200: adminOrder } } }, (request) =>
    request.backOffice.orders.getAnyOrder(request.params.id),
  );

  app.delete(
    '/order/admin/:id',
    { schema: { params: idParams, response: { 200: done } } },
    async (request) => {
      await request.backOffice.orders.setHidden(request.params.id, true);
      return { success: true as const };
    },
  );

  app.post(
    '/order/admin/:id/restore',
    { schema: { params: idParams, response: { 200: adminOrder } } },
    async (request) => {
      await request.backOffice.orders.setHidden(request.params.id, false);
      return request.backOffice.orders.getAnyOrder(request.params.id);
    },
  );
}
