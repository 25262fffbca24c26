import type { Handlers } from '../../http/handlers.ts';

/** Wishlists of accounts. */
export const wishlistHandlers = {
  'GET /wishlist': ({ shop }) => shop.catalogue.getWishlist(),
  'PUT /wishlist/products/:id': ({ shop, params }) => shop.catalogue.saveProduct(params.id),
  'DELETE /wishlist/products/:id': ({ shop, params }) => shop.catalogue.unsaveProduct(params.id),
  'POST /wishlist/merge': ({ shop, body }) => shop.catalogue.mergeWishlist(body.ids),
  'POST /wishlist/link': ({ shop }) => shop.catalogue.shareWishlist(),
  'DELETE /wishlist/link': ({ shop }) => shop.catalogue.withdrawWishlist(),
  'GET /wishlist/shared/:key': ({ shop, params }) => shop.catalogue.getSharedWishlist(params.key),
} satisfies Partial<Handlers>;
