import { followSession } from '../account/session.ts';
import { leaveAccount } from './cart.ts';

/** Keeps the cart of a signed-in shopper with their account, on every page (decision 104). */
export function keepCart() {
  followSession((session) => {
    if (session.kind === 'guest') leaveAccount();
    if (session.kind !== 'user' || session.user.isAdmin) return;
    const { user } = session;
    // Without this file, the browser alone keeps the cart until the next page.
    import('./account-cart.ts').then(
      (file) => file.followAccount(user),
      () => {},
    );
  });
}
