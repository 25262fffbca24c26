import type { User } from '../../../shared/contract/accounts/accounts.ts';
import type { AccountCart } from '../../../shared/contract/orders/cart.ts';
import { type CartLine, maxQuantity, refreshedLines, sameLine } from '../../../shared/orders/cart.ts';
import { call } from '../../api.ts';
import { reservedUnits } from '../checkout/attempt.ts';
import { readCopy, writeCopy } from './account-copy.ts';
import { linesWithReply, unsentChanges } from './account-lines.ts';
import { type CartKeeper, cartLines, isKeptWith, keepWith, leaveAccount, loadLines } from './cart.ts';

/** How long pages show the cart without a look at the account. Opening the cart always reads it. */
const copyLastsMs = 30_000;

/** One exchange with the account after the other. */
let exchanges = Promise.resolve();
let followed: { owner: string; keeper: CartKeeper } | undefined;

/**
 * Keeps the cart of this browser equal to that of the account, while the shopper is signed in. The cart of a guest is
 * added to the account's. What can't be sent now is sent with the next change, or by the next page. A customer with price
 * lists sees their prices (decision␠164).
 */
export function followAccount({ _id: owner, hasPriceLists }: User) {
  if (hasPriceLists)
    import('../products/own-prices/read-own-prices.ts').then(
      (file) => file.showOwnPrices(owner),
      () => {},
    );
  if (followed && followed.owner === owner && isKeptWith(followed.keeper)) return;
  const copy = readCopy();
  // Somebody else was signed in, and did not sign out.
  if (copy && copy.owner !== owner) leaveAccount();
  const next = (reads: boolean) => {
    exchanges = exchanges
      .then(() => exchange(owner, keeper, reads))
      .catch((error: unknown) => console.warn('The cart of the account could not be reached.', error));
    return exchanges;
  };
  const keeper: CartKeeper = { send: () => next(false), read: () => next(true) };
  followed = { owner, keeper };
  next(keepWith(keeper) || !copy || Date.now() - copy.readAt > copyLastsMs);
}

/** Sends what has changed here and takes over the reply. Without a change it does so only if it `reads`. */
async function exchange(owner: string, keeper: CartKeeper, reads: boolean): Promise<void> {
  if (!isKeptWith(keeper)) return;
  const copy = readCopy();
  const known = copy?.lines ?? [];
  const sent = cartLines();
  const changes = unsentChanges(known, sent).map(({ _id, variantId, quantity }) => ({
    product_id: _id,
    variant_id: variantId ?? '',
    quantity: Math.min(quantity, maxQuantity),
  }));
  if (copy && changes.length === 0 && !reads) return;
  const request = { body: { lines: changes }, keepalive: true };
  const reply = await (changes.length === 0
    ? call('GET /cart')
    : call(copy ? 'PUT /cart' : 'POST /cart/merge', request));
  const found = await withProducts(reply, sent);
  // Signed out meanwhile.
  if (!isKeptWith(keeper)) return;
  const lines = found.map(({ _id, variantId, quantity }) => ({ _id, variantId, quantity }));
  writeCopy({ owner, lines, readAt: Date.now() });
  loadLines(linesWithReply(known, sent, cartLines(), found));
}

/** The lines of a reply, with the data of those that this browser does not have yet. */
async function withProducts(reply: AccountCart, had: CartLine[]): Promise<CartLine[]> {
  const lines = reply.lines.map(({ product_id: _id, variant_id: variantId, quantity, name }) => {
    const blank = { variantLabel: '', slug: _id, name, image: null, price: 0, countInStock: null };
    const line = { _id, variantId, quantity };
    return { ...blank, ...had.find((item) => sameLine(item, line)), ...line };
  });
  const missing = lines.filter((line) => !had.some((item) => sameLine(item, line)));
  if (missing.length === 0) return lines;
  const ids = [...new Set(missing.map(({ _id }) => _id))];
  const { products } = await call('POST /products/bulk', { body: { ids } });
  return refreshedLines(lines, products, ids, reservedUnits);
}
