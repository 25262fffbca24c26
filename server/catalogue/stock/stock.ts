import type { Trx } from '../../db/database.ts';
import * as queries from './queries.ts';

/** A variant as checkout needs it: locked, with all that an order line keeps. */
export type SaleVariant = Awaited<ReturnType<typeof queries.lockVariants>>[number];

/** Those of these variants that are for sale, as they are now. Prices in paise. */
export async function findForSale(trx: Trx, variantIds: string[]): Promise<SaleVariant[]> {
  return queries.findVariants(trx, [...new Set(variantIds)]);
}

/**
 * Locks these variants in id order, so that two carts in opposite order never wait for each other in a ring,
 * and gives those that are for sale now. Prices in paise.
 */
export async function lockForSale(trx: Trx, variantIds: string[]): Promise<SaleVariant[]> {
  return queries.lockVariants(trx, [...new Set(variantIds)].sort());
}

/**
 * Moves stock and writes why: `delta` below zero sells, above zero returns. All lines or none: gives false,
 * having changed nothing, when a line would fall below zero. Call with the variants locked in id order.
 */
export async function changeStock(
  trx: Trx,
  lines: { variantId: string; delta: number }[],
  cause: { reason: string; orderId?: string; by: string },
): Promise<boolean> {
  const wanted = new Map<string, number>();
  for (const { variantId, delta } of lines) wanted.set(variantId, (wanted.get(variantId) ?? 0) + delta);
  const ordered = [...wanted].sort(([a], [b]) => (a < b ? -1 : 1));
  if (ordered.length === 0) return true;
  const stocks = await queries.lockStock(
    trx,
    ordered.map(([id]) => id),
  );
  if (ordered.some(([id, delta]) => (stocks.get(id) ?? 0) + delta < 0)) return false;
  for (const [variantId, delta] of ordered) await queries.moveStock(trx, variantId, delta, cause);
  return true;
}
