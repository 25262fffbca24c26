import type { CreateOrderRequest } from '../../shared/contract/checkout.ts';
import { changeStock, moveStock, readStock } from '../catalogue/catalogue.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import * as orders from '../orders/orders.ts';
import { mailOrderStatus } from './order-mails.ts';
import { isGoods, lockCart, type PricedCart, type PricedLine } from './price.ts';

type Cause = { reason: string; by: string };

/**
 * Takes the units of a new order out of stock, after all else of it was written, because others wait for these variants.
 * Returns these lines with the stock as it was before. 409 if something has changed or is sold out.
 */
export async function takeStock(
  trx: Trx,
  cart: PricedCart,
  items: CreateOrderRequest['cart_items'],
  { orderId, by }: { orderId: string; by: string },
): Promise<PricedLine[]> {
  const { lines } = await lockCart(trx, cart, items);
  // Gift cards have no stock.
  const goods = lines.filter(isGoods);
  const taken = goods.map(({ variant, quantity }) => ({ variantId: variant.id, delta: -quantity }));
  await moveStock(trx, taken, { reason: 'Order', orderId, by });
  return goods;
}

/** Takes the units of a released order out of stock. False without a change if any of them is sold out. */
export async function reserveUnits(trx: Trx, orderId: string, cause: Cause): Promise<boolean> {
  if (!(await changeStock(trx, await unitsOf(trx, orderId, -1), { ...cause, orderId }))) return false;
  await orders.markReserved(trx, orderId);
  return true;
}

/**
 * The same for an order that has been paid: units that are sold out are taken from unpaid orders, which end, in the order
 * of lockUnpaidOrdersOf (decision 37). False without a change if even that does not suffice.
 */
export async function reservePaidUnits(
  deps: Deps,
  trx: Trx,
  orderId: string,
  cause: Cause,
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
  const wanted = await orders.listReservedUnits(trx, orderId);
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
  for (const order of await orders.lockUnpaidOrdersOf(trx, lacking)) {
    const units = await orders.listReservedUnits(trx, order.id);
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
 * lets its idempotency key be used again; only admins see an `internal` note.
 */
export async function releaseOrder(
  trx: Trx,
  orderId: string,
  end: { status: 'failed' | 'cancelled'; by: string; note: string; internal?: boolean; freeKey?: boolean },
): Promise<boolean> {
  const order = await orders.lockOrder(trx, orderId);
  if (order?.status !== 'pending' || order.stock !== 'reserved') return false;
  await releaseUnits(trx, orderId, { reason: end.note, by: end.by });
  if (end.freeKey) await orders.freeIdempotencyKey(trx, orderId);
  return orders.moveOrder(trx, order, end.status, { by: end.by, note: end.note, internal: end.internal });
}
