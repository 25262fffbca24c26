import type { Handlers } from '../http/handlers.ts';

/** Notifications of browsers. */
export const notificationHandlers = {
  'GET /push/key': ({ shop }) => shop.notifications.getPushKey(),
  'POST /push/orders/:id': ({ shop, params, orderKey, body }) =>
    shop.orders.followOrder(params.id, orderKey, body.subscription),
  'POST /push/variants': ({ shop, body }) => shop.notifications.followVariant(body),
  'POST /push/stop': ({ shop, body }) => shop.notifications.stopNotifications(body.endpoint),
} satisfies Partial<Handlers>;
