import type { AdminOrder, OrderStatus } from '../../../shared/contract/orders.ts';
import { shortRupees } from '../../../shared/money.ts';

const ended = (status: OrderStatus) => status === 'cancelled' || status === 'failed';
const onItsWay = (status: OrderStatus) => status === 'shipped' || status === 'delivered';

/** A warning not to pack or ship refunded items; empty if nothing was refunded. */
export function refundWarning(order: AdminOrder, to: OrderStatus): string {
  if (to !== 'processing' && !onItsWay(to)) return '';
  if (order.refundState === 'refunded') return 'This order was refunded in full. Do not ship it.';
  const refunded = order.cart_items.filter(({ refundedQuantity }) => refundedQuantity > 0);
  if (refunded.length === 0) return '';
  const units = refunded.map(
    ({ refundedQuantity, product_id }) => `${refundedQuantity} × ${product_id.name}`,
  );
  return `Part of this order was refunded: ${units.join(', ')}. Do not ship that part.`;
}

/** What follows when an order gets this status, in words for the owner. The server decides; this only tells. */
export function consequences(order: AdminOrder, to: OrderStatus): string[] {
  if (order.status === to) return ['The status stays as it is.'];
  const paid = order.payments.some(({ isPrimary }) => isPrimary) && order.refundableAmount > 0;
  const due = order.amount - order.refundableAmount;
  // Each of these mails goes out once.
  const told = order.timeline.some(({ status }) => status === to);
  return [
    ...(to === 'paid' && !paid && due > 0
      ? [`${shortRupees(due)} is recorded as paid to you outside the payment provider, with an invoice.`]
      : []),
    ...(to === 'cancelled' && order.refundableAmount > 0
      ? [`${shortRupees(order.refundableAmount)} is refunded to the shopper.`]
      : []),
    ...(ended(to) && order.stock === 'reserved' && !onItsWay(order.status) && !ended(order.status)
      ? ['Its pieces go back into stock.']
      : []),
    ...(!ended(to) && order.stock === 'released' ? ['Its pieces are taken from stock again.'] : []),
    ...(to === 'pending' && !paid ? ['It can be paid for another 15 minutes, then it expires.'] : []),
    ...((to === 'cancelled' || onItsWay(to)) && order.customer.email && !told
      ? ['The shopper is told by mail.']
      : []),
  ];
}
