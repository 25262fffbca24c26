import { isCodToPack } from '../../orders/orders.ts';
import type { OrderToPrint } from './parcel-queries.ts';

/** Why nothing of an order is to be packed; undefined if something is. */
export function whyNotPacked(order: OrderToPrint): string | undefined {
  const { status, refundState, codState } = order;
  if (status === 'cancelled') return 'it is cancelled';
  const isUnpaid = status === 'failed' || (status === 'pending' && !isCodToPack(order));
  if (isUnpaid) return codState && status === 'pending' ? 'it is not confirmed' : 'it is not paid';
  if (refundState === 'refunded') return 'it is refunded';
  return undefined;
}

/** Why an order has no shipping label; undefined if it has one. */
export function whyNoLabel(order: OrderToPrint): string | undefined {
  const reason = whyNotPacked(order);
  if (reason) return reason;
  if (!order.shipping) return 'it has no delivery address';
  return order.parcels.some(({ trackingNumber }) => trackingNumber)
    ? undefined
    : 'it has no shipment with a tracking number';
}

/** Why no units of an order are on a pick list; undefined if some are. */
export function whyNotPicked(order: OrderToPrint): string | undefined {
  return whyNotPacked(order) ?? (order.items.some(({ toPack }) => toPack > 0) ? undefined : 'it is packed');
}
