import type { Handlers } from '../../http/handlers.ts';

/** Carts of accounts. */
export const cartHandlers = {
  'GET /cart': ({ shop }) => shop.catalogue.getCart(),
  'PUT /cart': ({ shop, body }) => shop.catalogue.changeCart(body.lines),
  'POST /cart/merge': ({ shop, body }) => shop.catalogue.mergeCart(body.lines),
  'GET /cart/reminder': ({ shop }) => shop.catalogue.getCartReminder(),
  'PUT /cart/reminder': ({ shop, body }) => shop.catalogue.setCartReminder(body),
  'GET /cart/reminders/:token': ({ shop, params }) => shop.catalogue.getRemindedCart(params.token),
  'POST /cart/reminders/:token/stop': ({ shop, params }) => shop.catalogue.stopCartReminders(params.token),
} satisfies Partial<Handlers>;
