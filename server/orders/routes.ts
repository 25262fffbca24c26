import { z } from 'zod';
import {
  adminOrder,
  adminOrderQuery,
  order,
  orderKeyQuery,
  orderStats,
} from '../../shared/contract/orders.ts';
import { done, idParams, paging } from '../../shared/contract/wire.ts';
import type { Api } from '../http/api.ts';
import { orderKey } from '../http/order-key.ts';

const keyed = { params: idParams, querystring: orderKeyQuery };
/** More than any page asks for, far too few to try keys with. */
const config = { guarded: 120 };

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

  for (const path of ['/order/:id', '/razorpay/orders/:id'] as const) {
    app.get(path, { config, schema: { ...keyed, response: { 200: order } } }, (request) =>
      request.shop.orders.getOrder(request.params.id, orderKey(request)),
    );
  }

  for (const path of ['/razorpay/invoice/:id', '/razorpay/orders/:id/invoice'] as const) {
    app.get(path, { config, schema: keyed }, async (request, reply) => {
      const { filename, pdf } = await request.shop.orders.getInvoice(request.params.id, orderKey(request));
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${filename}"`)
        .send(pdf);
    });
  }

  app.get('/razorpay/credit-note/:id', { config, schema: keyed }, async (request, reply) => {
    const { filename, pdf } = await request.shop.orders.getCreditNote(request.params.id, orderKey(request));
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${filename}"`)
      .send(pdf);
  });
}

/** The orders of the back office, for the admin scope. What moves money or goods is in checkout/admin-routes.ts. */
export function orderAdminRoutes(app: Api) {
  app.get(
    '/order/admin',
    { schema: { querystring: adminOrderQuery, response: { 200: adminOrder.array() } } },
    async (request, reply) => {
      const { orders, total } = await request.shop.orders.listAllOrders(request.query);
      return reply.header('x-total-count', String(total)).send(orders);
    },
  );

  app.get('/order/admin/stats', { schema: { response: { 200: orderStats } } }, (request) =>
    request.shop.orders.getStats(),
  );

  app.get('/order/admin/:id', { schema: { params: idParams, response: { 200: adminOrder } } }, (request) =>
    request.shop.orders.getAnyOrder(request.params.id),
  );

  app.delete(
    '/order/admin/:id',
    { schema: { params: idParams, response: { 200: done } } },
    async (request) => {
      await request.shop.orders.setHidden(request.params.id, true);
      return { success: true as const };
    },
  );

  app.post(
    '/order/admin/:id/restore',
    { schema: { params: idParams, response: { 200: adminOrder } } },
    async (request) => {
      await request.shop.orders.setHidden(request.params.id, false);
      return request.shop.orders.getAnyOrder(request.params.id);
    },
  );
}
