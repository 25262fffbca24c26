import { changeStock } from '../catalogue/catalogue.ts';
import { crashPoint } from '../crash-point.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import * as orders from '../orders/orders.ts';
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
  if (order?.status !== 'pending' || order.stock !== 'held') return false;
  const items = await orders.listItems(trx, orderId);
  const back = items.map((item) => ({ variantId: item.variantId, delta: item.quantity }));
  await changeStock(trx, back, { reason: end.note, orderId, by: end.by });
  await orders.updateOrder(trx, orderId, {
    stock: 'released',
    ...(end.freeKey && { idempotencyKey: null, requestHash: null }),
  });
  return orders.moveOrder(trx, order, end.status, end);
}

/**
 * Ends the orders whose time to pay is over. Each is asked about at the provider first: money that is there
 * already makes it paid. Gives how many ended.
 */
export async function expireOrders(deps: Deps): Promise<number> {
  let ended = 0;
  for (const id of await orders.listExpired(deps.db, deps.clock.now(), 200)) {
    try {
      await settle(deps, id);
    } catch (error) {
      // Late money is looked for again later and finds its way (settle); the pieces need not wait for it.
      deps.log.warn({ err: error, orderId: id }, 'could not ask the provider before an order expired');
    }
    const note = 'Not paid within 15 minutes';
    if (await transaction(deps.db, (trx) => releaseOrder(trx, id, { status: 'failed', by: 'System', note })))
      ended++;
    crashPoint(deps, 'expiry-half-way');
  }
  return ended;
}
