import { changeStock } from '../catalogue/catalogue.ts';
import type { Trx } from '../db/database.ts';
import * as orders from '../orders/orders.ts';

type Cause = { reason: string; by: string };

/** Takes the units of a released order out of stock. False without a change if any of them is sold out. */
export async function reserveUnits(trx: Trx, orderId: string, cause: Cause): Promise<boolean> {
  if (!(await changeStock(trx, await unitsOf(trx, orderId, -1), { ...cause, orderId }))) return false;
  await orders.markReserved(trx, orderId);
  return true;
}

/** Returns the units of an order with reserved stock. */
export async function releaseUnits(trx: Trx, orderId: string, cause: Cause): Promise<void> {
  await changeStock(trx, await unitsOf(trx, orderId, 1), { ...cause, orderId });
  await orders.markReleased(trx, orderId);
}

async function unitsOf(trx: Trx, orderId: string, sign: 1 | -1) {
  const items = await orders.listReservedUnits(trx, orderId);
  return items.map(({ variantId, quantity }) => ({ variantId, delta: sign * quantity }));
}

/**
 * Ends an unpaid order and releases its stock, exactly once: only a pending order with reserved stock. `freeKey`
 * lets its idempotency key be used again.
 */
export async function releaseOrder(
  trx: Trx,
  orderId: string,
  end: { status: 'failed' | 'cancelled'; by: string; note: string; freeKey?: boolean },
): Promise<boolean> {
  const order = await orders.lockOrder(trx, orderId);
  if (order?.status !== 'pending' || order.stock !== 'reserved') return false;
  await releaseUnits(trx, orderId, { reason: end.note, by: end.by });
  if (end.freeKey) await orders.freeIdempotencyKey(trx, orderId);
  return orders.moveOrder(trx, order, end.status, { by: end.by, note: end.note });
}
