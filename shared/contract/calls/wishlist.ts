import { mergeRequest, sharedWishlist, wishlist, wishlistLink } from '../catalogue/catalogue.ts';
import { tagged } from './call.ts';

const { anyone, signedIn } = tagged('Wishlist');
/** Shoppers tap hearts faster than they send forms. */
const limit = 120;

export const wishlistCalls = {
  'GET /wishlist': signedIn('getWishlist', 'Get your wishlist', { reply: wishlist }),
  'PUT /wishlist/products/:id': signedIn('saveProduct', 'Add a product to your wishlist', {
    reply: 'done',
    errors: ['wishlist_full'],
    limit,
  }),
  'DELETE /wishlist/products/:id': signedIn('removeProduct', 'Remove a product from your wishlist', {
    reply: 'done',
    limit,
  }),
  'POST /wishlist/merge': signedIn('mergeWishlist', 'Add what a browser has saved to your wishlist', {
    body: mergeRequest,
    reply: wishlist,
    errors: ['wishlist_full'],
    limit,
  }),
  'POST /wishlist/link': signedIn('shareWishlist', 'Get the link that lets anyone read your wishlist', {
    reply: wishlistLink,
    limit: true,
  }),
  'DELETE /wishlist/link': signedIn('withdrawWishlist', 'End the link to your wishlist', {
    reply: 'done',
    limit: true,
  }),
  'GET /wishlist/shared/:key': anyone('getSharedWishlist', 'Get the wishlist of a link', {
    reply: sharedWishlist,
  }),
};
