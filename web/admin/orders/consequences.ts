import type { AdminOrder, OrderStatus } from '../../../shared/contract/orders.ts';
import { shortRupees } from '../../../shared/money.ts';

const isEnded = (status: OrderStatus) => status === 'cancelled' || status === 'failed';
const isSent = (status: OrderStatus) => status === 'shipped' || status === 'delivered';

/** A warning not to pack or ship refunded items; empty if nothing was refunded. */
export function refundWarning(order: AdminOrder, to: OrderStatus): string {
  if (to !== 'processing' && !isSent(to)) return '';
  if (order.refundState === 'refunded') return 'This order was refunded in full. Do not ship it.';
  const refunded = order.cart_items.filter(({ refundedQuantity }) => refundedQuantity > 0);
  if (refunded.length === 0) return '';
  const units = refunded.map(
    ({ refundedQuantity, product_id }) => `${refundedQuantity} × ${product_id.name}`,
  );
  return `Part of this order was refunded: ${units.join(', ')}. Do not ship that part.`;
}

/** What a change to this status causes, as sentences. The server decides; this only describes it. */
export function consequences(order: AdminOrder, to: OrderStatus): string[] {
  if (order.status === to) return ['The status stays as it is.'];
  const refundable = order.refundableAmount ?? 0;
  const paid = order.payments.some(({ isPrimary }) => isPrimary) && refundable > 0;
  const due = (order.amount ?? 0) - refundable;
  // Each of these mails is sent once.
  const mailed = order.timeline.some(({ status }) => status === to);
  return [
    ...(to === 'paid' && !paid && due > 0
      ? [`${shortRupees(due)} is recorded as paid to you outside the payment provider, with an invoice.`]
      : []),
    ...(to === 'cancelled' && refundable > 0
      ? [`${shortRupees(refundable)} is refunded to the shopper.`]
      : []),
    ...(isEnded(to) && order.stock === 'reserved' && !isSent(order.status) && !isEnded(order.status)
      ? ['Its items return to stock.']
      : []),
    ...(!isEnded(to) && order.stock === 'released' ? ['Its items are reserved from stock again.'] : []),
    ...(to === 'pending' && !paid ? ['It can be paid within 15 minutes, then it expires.'] : []),
    ...((to === 'cancelled' || isSent(to)) && order.customer.email && !mailed
      ? ['The shopper is informed by mail.']
      : []),
  ];
}
