import { mergeRequest, sharedWishlist, wishlist, wishlistLink } from '../catalogue/catalogue.ts';
import { accountCart, cartLines, cartReminder, cartReminderRequest } from '../orders/cart.ts';
import { tagged } from './call.ts';

const { anyone, proof, signedIn } = tagged('Cart');
/** Shoppers change quantities faster than they send forms. */
const change = { body: cartLines, reply: accountCart, errors: ['cart_full'], limit: 120 } as const;

export const cartCalls = {
  'GET /cart': signedIn('getCart', 'Get your cart', { reply: accountCart }),
  'PUT /cart': signedIn('changeCart', 'Set the quantities of lines of your cart', change),
  'POST /cart/merge': signedIn('mergeCart', 'Add the cart of a browser to your cart', change),
  'GET /cart/reminder': anyone('getCartReminder', 'Get whether you are reminded of your cart', {
    reply: cartReminder,
  }),
  'PUT /cart/reminder': anyone('setCartReminder', 'Ask for a mail about your cart, or for none', {
    body: cartReminderRequest,
    reply: 'done',
    limit: 'address',
  }),
  'GET /cart/reminders/:token': proof('getRemindedCart', 'Get the cart of a mailed link', {
    reply: accountCart,
    limit: true,
  }),
  // Mail programs post the form of RFC 8058, many from one address.
  'POST /cart/reminders/:token/stop': proof('stopCartReminders', 'End the mails about carts', {
    accepts: 'form',
    reply: 'done',
    limit: 300,
  }),
};

const wishlists = tagged('Wishlist');
/** Shoppers tap hearts faster than they send forms. */
const taps = 120;

export const wishlistCalls = {
  'GET /wishlist': wishlists.signedIn('getWishlist', 'Get your wishlist', { reply: wishlist }),
  'PUT /wishlist/products/:id': wishlists.signedIn('saveProduct', 'Add a product to your wishlist', {
    reply: 'done',
    errors: ['wishlist_full'],
    limit: taps,
  }),
  'DELETE /wishlist/products/:id': wishlists.signedIn(
    'removeProduct',
    'Remove a product from your wishlist',
    {
      reply: 'done',
      limit: taps,
    },
  ),
  'POST /wishlist/merge': wishlists.signedIn(
    'mergeWishlist',
    'Add what a browser has saved to your wishlist',
    {
      body: mergeRequest,
      reply: wishlist,
      errors: ['wishlist_full'],
      limit: taps,
    },
  ),
  'POST /wishlist/link': wishlists.signedIn(
    'shareWishlist',
    'Get the link that lets anyone read your wishlist',
    {
      reply: wishlistLink,
      limit: true,
    },
  ),
  'DELETE /wishlist/link': wishlists.signedIn('withdrawWishlist', 'End the link to your wishlist', {
    reply: 'done',
    limit: true,
  }),
  'GET /wishlist/shared/:key': wishlists.anyone('getSharedWishlist', 'Get the wishlist of a link', {
    reply: sharedWishlist,
  }),
};
