import { followSession } from '../account/session.ts';
import { leaveAccount } from './cart.ts';

/**
 * Keeps the cart of a signed-in shopper with her account (decision 104), and shows the prices of her price lists, on every
 * page.
 */
export function keepCart() {
  followSession((session) => {
    if (session.kind === 'guest') leaveAccount();
    if (session.kind !== 'user' || session.user.isAdmin) return;
    const { _id, hasPriceLists } = session.user;
    if (hasPriceLists)
      import('../products/read-own-prices.ts').then(
        (file) => file.showOwnPrices(_id),
        () => {},
      );
    // Without this file, the browser alone keeps the cart until the next page.
    import('./account-cart.ts').then(
      (file) => file.followAccount(_id),
      () => {},
    );
  });
}
