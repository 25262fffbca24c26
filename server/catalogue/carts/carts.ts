import type { AccountCart, CartLines } from '../../../shared/contract/orders/cart.ts';
import { isId } from '../../../shared/id.ts';
import { maxCartLines } from '../../../shared/orders/cart.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';
import type { Actor, Deps } from '../../deps.ts';
import { conflict, unauthorized } from '../../errors.ts';
import * as queries from './cart-queries.ts';

export { subtractOrder } from './cart-queries.ts';
export { cartReminders, mailCartReminders } from './reminders.ts';

/** The cart of the signed-in account (decision 104). Those of guests are in their browsers. */
export function carts({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor) {
  const owner = () => {
    if (actor.kind === 'guest') throw unauthorized();
    return actor.userId;
  };

  const read = async (from: Database | Trx): Promise<AccountCart> => ({
    lines: (await queries.listLines(from, owner())).map(({ productId, variantId, ...line }) => ({
      product_id: productId,
      variant_id: variantId,
      ...line,
    })),
  });

  /** Changes the cart and returns it; 409, and no change, if it would have too many lines. */
  const change = (work: (trx: Trx, now: Date) => Promise<void>): Promise<AccountCart> =>
    transaction(db, async (trx) => {
      const now = clock.now();
      await queries.lockCart(trx, owner(), now);
      await work(trx, now);
      const cart = await read(trx);
      if (cart.lines.length > maxCartLines)
        throw conflict('cart_full', `Your cart can have ${maxCartLines} lines. Remove one first.`);
      return cart;
    });

  return {
    getCart: () => read(db),

    /**
     * Sets the quantities of these lines, 0 removes one. The same request again changes nothing. Products that are not
     * for sale are ignored. 409 if the cart would have too many lines.
     */
    changeCart: (lines: CartLines) =>
      change(async (trx, now) => {
        const known = lastOfEach(lines);
        const isRemoved = ({ quantity }: CartLines[number]) => quantity === 0;
        const removed = known.filter(isRemoved).map((line) => line.variant_id);
        await queries.deleteLines(trx, owner(), removed);
        await queries.setLines(
          trx,
          owner(),
          known.filter((line) => !isRemoved(line)),
          now,
        );
      }),

    /**
     * Adds the cart of a browser: a line that both have gets the greater quantity, so that nothing is lost and a repeated
     * request doubles nothing. What is added is at most the stock. Products that are not for sale are ignored. 409 if the
     * cart would have too many lines.
     */
    mergeCart: (lines: CartLines) =>
      change((trx, now) =>
        queries.addLines(
          trx,
          owner(),
          lastOfEach(lines).filter(({ quantity }) => quantity > 0),
          now,
        ),
      ),
  };
}

/** The lines with valid ids, each variant once. */
const lastOfEach = (lines: CartLines): CartLines => [
  ...new Map(
    lines
      .filter((line) => isId(line.product_id) && isId(line.variant_id))
      .map((line) => [line.variant_id.toLowerCase(), line]),
  ).values(),
];
