import type { Handlers } from '../../http/handlers.ts';

/** Carts of accounts. */
export const cartHandlers = {
  'GET /cart': ({ shop }) => shop.catalogue.getCart(),
  'PUT /cart': ({ shop, body }) => shop.catalogue.changeCart(body.lines),
  'POST /cart/merge': ({ shop, body }) => shop.catalogue.mergeCart(body.lines),
} satisfies Partial<Handlers>;
