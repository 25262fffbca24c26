import { readStock } from '../catalogue/catalogue.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { mailOrderStatus } from '../order-mails/order-mails.ts';
import { releaseOrder, reserveUnits } from '../orders/orders.ts';
import { listReservedUnits } from '../orders/queries/refund-line-queries.ts';
import { lockUnpaidOrdersOf } from '../orders/queries/reservation-queries.ts';

/**
 * Takes the units of a released order that has been paid out of stock: units that are sold out are taken from unpaid
 * orders, which end, in the order of lockUnpaidOrdersOf (decision 37). False without a change if even that does not
 * suffice.
 */
export async function reservePaidUnits(
  deps: Deps,
  trx: Trx,
  orderId: string,
  cause: { reason: string; by: string },
): Promise<boolean> {
  // A second round, because units may be sold between the look at the stock and its lock.
  for (let round = 1; round <= 2; round++) {
    await endUnpaidOrders(deps, trx, orderId);
    if (await reserveUnits(trx, orderId, cause)) return true;
  }
  return false;
}

/** Ends as many unpaid orders as reserve the units that this order lacks; none if they do not reserve enough. */
async function endUnpaidOrders(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  const wanted = await listReservedUnits(trx, orderId);
  const stock = await readStock(
    trx,
    wanted.map(({ variantId }) => variantId),
  );
  const missing = new Map<string, number>();
  for (const { variantId, quantity } of wanted)
    missing.set(variantId, (missing.get(variantId) ?? -(stock.get(variantId) ?? 0)) + quantity);
  const isMissing = (variantId: string) => (missing.get(variantId) ?? 0) > 0;
  const lacking = [...missing.keys()].filter(isMissing);
  if (lacking.length === 0) return;
  const ended: { id: string; isCod: boolean }[] = [];
  for (const order of await lockUnpaidOrdersOf(trx, lacking)) {
    const units = await listReservedUnits(trx, order.id);
    if (!units.some(({ variantId }) => isMissing(variantId))) continue;
    for (const { variantId, quantity } of units)
      missing.set(variantId, (missing.get(variantId) ?? 0) - quantity);
    ended.push(order);
  }
  if (lacking.some(isMissing)) return;
  const note = 'Its units went to an order that was paid first';
  for (const { id, isCod } of ended) {
    await releaseOrder(trx, id, { status: isCod ? 'cancelled' : 'failed', by: 'System', note });
    if (isCod) await mailOrderStatus(deps, trx, id, 'cancelled', { note });
  }
}
