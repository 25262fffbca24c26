import type { CreateOrderRequest } from '../../shared/contract/orders/checkout.ts';
import { changeStock, takeForSale } from '../catalogue/catalogue.ts';
import type { Trx } from '../db/database.ts';
import type { PricedCart, PricedLine } from '../pricing/priced-cart.ts';
import { isGoods, withLocked } from '../pricing/pricing.ts';
import { freeIdempotencyKey, markReleased, markReserved, moveOrder } from './changes.ts';
import { lockOrder } from './queries/order-queries.ts';
import { listReservedUnits } from './queries/refund-line-queries.ts';

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
  const ids = [...new Set(cart.lines.map(({ variant }) => variant.id))];
  // Gift cards have no stock.
  const goods = cart.lines.filter(isGoods);
  const taken = goods.map(({ variant, quantity }) => ({ variantId: variant.id, delta: -quantity }));
  const { userId } = cart.terms;
  const variants = await takeForSale(trx, ids, userId, taken, { reason: 'Order', orderId, by });
  return withLocked(cart, variants, items).filter(isGoods);
}

/** Takes the units of a released order out of stock. False without a change if any of them is sold out. */
export async function reserveUnits(trx: Trx, orderId: string, cause: Cause): Promise<boolean> {
  if (!(await changeStock(trx, await unitsOf(trx, orderId, -1), { ...cause, orderId }))) return false;
  await markReserved(trx, orderId);
  return true;
}

/** Returns the units of an order with reserved stock. */
export async function releaseUnits(trx: Trx, orderId: string, cause: Cause): Promise<void> {
  await changeStock(trx, await unitsOf(trx, orderId, 1), { ...cause, orderId });
  await markReleased(trx, orderId);
}

async function unitsOf(trx: Trx, orderId: string, sign: 1 | -1) {
  const items = await listReservedUnits(trx, orderId);
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
  const order = await lockOrder(trx, orderId);
  if (order?.status !== 'pending' || order.stock !== 'reserved') return false;
  await releaseUnits(trx, orderId, { reason: end.note, by: end.by });
  if (end.freeKey) await freeIdempotencyKey(trx, orderId);
  return moveOrder(trx, order, end.status, { by: end.by, note: end.note, internal: end.internal });
}
