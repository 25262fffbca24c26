import type { Trx } from '../../db/database.ts';
import * as queries from './queries.ts';

/**
 * Changes stock and records the movements with their cause: a negative `delta` sells, a positive one returns. Returns
 * false without a change if the stock of any variant would fall below zero.
 */
export async function changeStock(
  trx: Trx,
  lines: queries.StockMove[],
  cause: queries.StockCause,
): Promise<boolean> {
  const deltas = new Map<string, number>();
  for (const { variantId, delta } of lines) deltas.set(variantId, (deltas.get(variantId) ?? 0) + delta);
  const ordered = [...deltas].sort(([a], [b]) => (a < b ? -1 : 1));
  if (ordered.length === 0) return true;
  const stocks = await queries.lockStock(
    trx,
    ordered.map(([id]) => id),
  );
  if (ordered.some(([id, delta]) => (stocks.get(id) ?? 0) + delta < 0)) return false;
  const moves = ordered.map(([variantId, delta]) => ({ variantId, delta }));
  await queries.moveStock(trx, moves, cause);
  return true;
}

/** Returns the units of orders that are about to be deleted. The movements stay, without the ids of the orders. */
export async function returnUnitsOf(
  trx: Trx,
  orderIds: string[],
  cause: { reason: string; by: string },
): Promise<void> {
  await changeStock(trx, await queries.listTakenUnits(trx, orderIds), cause);
  await queries.detachMovements(trx, orderIds);
}
