import { reservationMinutes } from '../../shared/reservation.ts';
import { changeStock } from '../catalogue/catalogue.ts';
import { crashPoint } from '../crash-point.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import * as orders from '../orders/orders.ts';
import { ProviderError } from '../payments/payments.ts';
import { settle } from './settle.ts';

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
  const items = await orders.listReservedUnits(trx, orderId);
  const back = items.map((item) => ({ variantId: item.variantId, delta: item.quantity }));
  await changeStock(trx, back, { reason: end.note, orderId, by: end.by });
  await orders.markReleased(trx, orderId);
  if (end.freeKey) await orders.freeIdempotencyKey(trx, orderId);
  return orders.moveOrder(trx, order, end.status, { by: end.by, note: end.note });
}

/**
 * Ends an order whose reservation has expired. The provider is asked first, because it may have a payment: then the
 * order is paid.
 */
export async function expireOrder(deps: Deps, id: string): Promise<void> {
  try {
    const settled = await settle(deps, id);
    if (settled?.paid) return;
  } catch (error) {
    // A payment could not be recorded: the units stay reserved for an order that may be paid.
    if (!(error instanceof ProviderError)) throw error;
    // Later checks find a late payment; the units need not wait for it.
    deps.log.warn({ err: error, orderId: id }, 'could not ask the provider before an order expired');
  }
  const end = {
    status: 'failed' as const,
    by: 'System',
    note: `Not paid within ${reservationMinutes} minutes`,
  };
  await transaction(deps.db, (trx) => releaseOrder(trx, id, end));
  crashPoint(deps, 'expiry-half-way');
}
