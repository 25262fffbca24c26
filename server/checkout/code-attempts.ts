import type { CartQuoteRequest } from '../../shared/contract/orders/checkout.ts';
import { countIfWrong, isUsedUp } from '../accounts/accounts.ts';
import type { Trx } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { requireCode } from '../discounts/discounts.ts';
import { ShopError } from '../errors.ts';
import { findUsableCard } from '../gift-cards/gift-cards.ts';
import { findUnpaidByKey } from '../orders/queries/order-queries.ts';
import { addressBlock } from '../runtime/address-block.ts';
import { createKeyedQueue } from '../runtime/limiter.ts';

const tooMany = 'Too many codes were tried. Please wait a minute and try again.';

type Codes = Pick<CartQuoteRequest, 'discount_code' | 'gift_card_code' | 'replaces'>;

/** Requests of one address, or of one account, wait here, and not with a connection of the database. */
const inOrder = createKeyedQueue();

/**
 * Checks that the codes of a discount and a gift card exist and can be used by someone, before anything else is done with
 * them: 400 `unknown_discount_code` or `unknown_gift_card`. Unless `isPlaced`, whether this request has placed its order
 * before, which may have used the code up. At most `RATE_LIMIT` wrong codes a minute are evaluated for an address and for
 * an account; then 429. Codes that exist are not counted, because many shoppers of a carrier share an address.
 */
export async function checkCodes(
  deps: Deps,
  actor: Actor,
  codes: Codes,
  isPlaced: (trx: Trx) => Promise<boolean> = async () => false,
): Promise<void> {
  const { config, db, clock } = deps;
  const { discount_code: code, gift_card_code: card } = codes;
  if ((code === undefined && card === undefined) || config.rateLimit === 'off') return;
  const limit = { max: config.rateLimit, now: clock.now() };
  const address = `discount-code:${addressBlock(actor.address, 32)}`;
  const keys = actor.kind === 'guest' ? [address] : [address, `discount-code:${actor.userId}`];
  const check = async (trx: Trx) => {
    const error = await wrongCode(deps, trx, codes);
    return error && ((await isPlaced(trx)) ? undefined : error);
  };
  const attempt = () => countIfWrong(db, keys, limit, check);
  const outcome = (await isUsedUp(db, keys, limit.max, limit.now))
    ? 'refused'
    : await keys.reduce((work, key) => () => inOrder(key, work), attempt)();
  if (outcome === 'refused') {
    const errors = { [code === undefined ? 'gift_card_code' : 'discount_code']: tooMany };
    throw new ShopError('rate_limited', tooMany, { errors, retryAfter: 60 });
  }
  if (outcome) throw outcome;
}

/** The error of a code that nobody can use now. */
async function wrongCode(
  deps: Deps,
  trx: Trx,
  { discount_code: code, gift_card_code: card, replaces }: Codes,
): Promise<ShopError | undefined> {
  const replaced = replaces && (await findUnpaidByKey(trx, replaces.order_id, replaces.order_key));
  try {
    if (code !== undefined) await requireCode(trx, code, replaced?.id);
    if (card !== undefined) await findUsableCard(deps, trx, card, replaced?.id);
    return undefined;
  } catch (error) {
    if (error instanceof ShopError) return error;
    throw error;
  }
}
