import { accountCart, cartLines } from '../cart.ts';
import { tagged } from './call.ts';

const { signedIn } = tagged('Cart');
/** Shoppers change quantities faster than they send forms. */
const change = { body: cartLines, reply: accountCart, errors: ['cart_full'], limit: 120 } as const;

export const cartCalls = {
  'GET /cart': signedIn('getCart', 'Get your cart', { reply: accountCart }),
  'PUT /cart': signedIn('changeCart', 'Set the quantities of lines of your cart', change),
  'POST /cart/merge': signedIn('mergeCart', 'Add the cart of a browser to your cart', change),
};
