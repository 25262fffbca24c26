import type { Handlers } from '../http/handlers.ts';
import type { OrderFeed } from './order-feed.ts';

const linkSent =
  'If these belong together, we mail a link to the order to the email it was placed with, at most once in ten minutes.';

/** Reads of orders. */
export const orderHandlers = (feed: OrderFeed) =>
  ({
    'GET /order/:id': ({ shop, params, orderKey }) => shop.orders.getOrder(params.id, orderKey),
    'GET /razorpay/orders/:id': ({ shop, params, orderKey }) => shop.orders.getOrder(params.id, orderKey),
    'DELETE /order/:id/whatsapp': ({ shop, params, orderKey }) =>
      shop.orders.endWhatsapp(params.id, orderKey),
    'GET /order/user/:id': ({ shop, params, query }) => shop.orders.listOrdersOf(params.id, query),
    'POST /order/look-up': async ({ shop, body }) => {
      await shop.orders.lookUp(body);
      return { success: true, message: linkSent };
    },
    'GET /order/admin': ({ backOffice, query }) => backOffice.orders.listAllOrders(query),
    'GET /order/admin/stats': ({ backOffice }) => backOffice.orders.getStats(),
    'GET /order/admin/export.csv': ({ backOffice, query }) => ({
      filename: 'orders.csv',
      content: backOffice.orders.exportOrders(query),
    }),
    'GET /order/admin/news': ({ backOffice, query }) => backOffice.orders.waitForOrders(feed, query.after),
    'GET /order/admin/views': ({ backOffice }) => backOffice.orders.listViews(),
    'POST /order/admin/views': ({ backOffice, body }) => backOffice.orders.saveView(body),
    'DELETE /order/admin/views/:id': ({ backOffice, params }) => backOffice.orders.deleteView(params.id),
    'GET /order/admin/:id': ({ backOffice, params }) => backOffice.orders.getAnyOrder(params.id),
    'GET /order/admin/tags': ({ backOffice }) => backOffice.orders.listTags(),
    'PATCH /order/admin/:id/tags': ({ backOffice, params, body }) =>
      backOffice.orders.changeTags(params.id, body),
    'POST /order/admin/:id/notes': ({ backOffice, params, body }) =>
      backOffice.orders.addNote(params.id, body.text),
    'PUT /order/admin/:id/notes/:note': ({ backOffice, params, body }) =>
      backOffice.orders.editNote(params.id, params.note, body.text),
    'DELETE /order/admin/:id/notes/:note': ({ backOffice, params }) =>
      backOffice.orders.deleteNote(params.id, params.note),
    'DELETE /order/admin/:id': ({ backOffice, params }) => backOffice.orders.setHidden(params.id, true),
    'POST /order/admin/:id/restore': async ({ backOffice, params }) => {
      await backOffice.orders.setHidden(params.id, false);
      return backOffice.orders.getAnyOrder(params.id);
    },
  }) satisfies Partial<Handlers>;
