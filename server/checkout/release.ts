import { changeStock } from '../catalogue/catalogue.ts';
import { crashPoint } from '../crash-point.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import * as orders from '../orders/orders.ts';
import { ProviderError } from '../payments/payments.ts';
import { forEachConcurrently } from './concurrently.ts';
import { settle } from './settle.ts';

/**
 * Ends an unpaid order and puts its pieces back, exactly once: only an order that still holds stock and is
 * pending is touched. `freeKey` lets the same attempt be made again.
 */
export async function releaseOrder(
  trx: Trx,
  orderId: string,
  end: { status: 'failed' | 'cancelled'; by: string; note: string; freeKey?: boolean },
): Promise<boolean> {
  const order = await orders.lockOrder(trx, orderId);
  if (order?.status !== 'pending' || order.stock !== 'reserved') return false;
  const items = await orders.listReservedUnits(trx, orderId);
  const back = items.map((item) => ({ variantId: item.variantId, delta: item.quantity }));
  await changeStock(trx, back, { reason: end.note, orderId, by: end.by });
  await orders.markReleased(trx, orderId);
  if (end.freeKey) await orders.freeIdempotencyKey(trx, orderId);
  return orders.moveOrder(trx, order, end.status, { by: end.by, note: end.note });
}

/**
 * Ends the orders whose time to pay is over. Each is asked about at the provider first: money that is there
 * already makes it paid.
 */
export async function expireOrders(deps: Deps): Promise<void> {
  const expired = await orders.listExpired(deps.db, deps.clock.now(), 200);
  const failed = (orderId: string, error: unknown) =>
    deps.log.warn({ err: error, orderId }, 'an order could not be ended');
  await forEachConcurrently(expired, (id) => expireOrder(deps, id), failed);
}

async function expireOrder(deps: Deps, id: string): Promise<void> {
  try {
    const settled = await settle(deps, id);
    if (settled?.paid) return;
  } catch (error) {
    // What the provider said could not be written: the pieces of an order that may be paid are kept.
    if (!(error instanceof ProviderError)) throw error;
    // Late money is looked for again later and finds its way (settle); the pieces need not wait for it.
    deps.log.warn({ err: error, orderId: id }, 'could not ask the provider before an order expired');
  }
  const end = { status: 'failed' as const, by: 'System', note: 'Not paid within 15 minutes' };
  await transaction(deps.db, (trx) => releaseOrder(trx, id, end));
  crashPoint(deps, 'expiry-half-way');
}
