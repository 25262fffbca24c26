import type { Trx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { Placed } from '../../payments/open-payment.ts';
import type { OrderDraft } from './draft.ts';
import { type OrderPrice, priceOrder } from './price-order.ts';
import { requireReservable, reserveOrder } from './reserve-order.ts';
import { writeOrder } from './write-order.ts';

export { type Attempt, placeOnce } from './attempts.ts';
export type { OrderDraft } from './draft.ts';
export type { OrderPrice } from './price-order.ts';
export { buyerKeys, lockLimits } from './reservation-limits.ts';

/**
 * Places the order of a draft, of a shopper or of an admin for a customer: prices it, writes it and reserves its units.
 * The caller then opens its payment. `record` writes what else belongs to the order, before its units are reserved.
 * Errors: those of priceOrder, requireReservable and reserveOrder.
 */
export async function placeDraft(
  deps: Deps,
  trx: Trx,
  draft: OrderDraft,
  record: (price: OrderPrice) => Promise<void>,
): Promise<Placed> {
  const price = await priceOrder(deps, trx, draft);
  await requireReservable(deps, trx, draft, price.cart);
  const placed = await writeOrder(deps, trx, draft, price);
  await record(price);
  await reserveOrder(deps, trx, draft, price);
  return placed;
}
