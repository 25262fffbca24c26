import type { AdminOrder, OrderStatus } from '../../../shared/contract/orders/orders.ts';
import type { ShipmentState } from '../../../shared/contract/orders/shipments.ts';
import { shortRupees } from '../../../shared/money.ts';

const isEnded = (status: OrderStatus) => status === 'cancelled' || status === 'failed';
/** Whether the goods of an order with this status have left the shop. */
export const isSent = (status: OrderStatus) => status === 'shipped' || status === 'delivered';

/** Whether an order can still be changed: nothing of it has left the shop. */
export const isUnshipped = ({ status, shipments }: AdminOrder) =>
  !isEnded(status) && shipments.every(({ state }) => state === 'packed' || state === 'cancelled');

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
export function consequences(order: AdminOrder, to: OrderStatus, keepsAdvance = false): string[] {
  if (order.status === to) return ['The status stays as it is.'];
  const refundable = order.refundableAmount ?? 0;
  const paid = order.payments.some(({ isPrimary }) => isPrimary) && refundable > 0;
  const due = (order.amount ?? 0) - refundable;
  const cod = order.cashOnDelivery;
  // Each of these mails is sent once.
  const mailed = order.timeline.some(({ status }) => status === to);
  const records = to === 'paid' && (!paid || Boolean(cod?.due)) && due > 0;
  return [
    ...(records ? [] : shipmentsMoved(order, to)),
    ...unpaidWarning(order, to),
    ...(records
      ? [`${shortRupees(due)} is recorded as paid to you outside the payment provider, with an invoice.`]
      : []),
    ...(to === 'cancelled' && refundable > 0 ? [refundOf(order, shortRupees(refundable), keepsAdvance)] : []),
    ...(isEnded(to) && order.stock === 'reserved' && !isSent(order.status) && !isEnded(order.status)
      ? [
          order.fulfilmentState === 'unfulfilled'
            ? 'Its items return to stock.'
            : 'The items that are not shipped return to stock.',
        ]
      : []),
    ...(!isEnded(to) && order.stock === 'released' ? ['Its items are reserved from stock again.'] : []),
    ...(to === 'delivered' && cod?.due
      ? [`${shortRupees(cod.due)} is recorded as collected in cash, and the order is paid.`]
      : []),
    ...(to === 'pending' && !paid && !cod ? ['It can be paid within 15 minutes, then it expires.'] : []),
    ...((to === 'cancelled' || isSent(to)) && order.customer.email && !mailed
      ? ['The shopper is informed by mail.']
      : []),
  ];
}

/** What to know before an unpaid order that is not paid on delivery is packed or shipped; none of any other. */
export function unpaidWarning(order: AdminOrder, to: OrderStatus): string[] {
  const isUnpaid = /^(pending|authorized|failed)$/.test(order.paymentState) && !order.cashOnDelivery;
  if (!isUnpaid || (to !== 'processing' && !isSent(to))) return [];
  return [
    order.hasPaymentLink && to === 'processing'
      ? 'This order is not paid yet. Its payment link stays open until the parcel is booked or shipped.'
      : 'This order is not paid yet. The courier has to collect the amount.',
  ];
}

/** Whether what was paid in advance can be kept if the order is cancelled: the courier was to collect the rest. */
export const hasAdvance = ({ cashOnDelivery: cod, refundableAmount }: AdminOrder) =>
  Boolean(cod?.due && refundableAmount);

function refundOf(order: AdminOrder, paid: string, keepsAdvance: boolean): string {
  const isOut = order.shipments.some(({ state }) => state === 'shipped');
  if (hasAdvance(order) && isOut)
    return `${paid} was paid in advance. Refund it when the parcel has come back.`;
  return hasAdvance(order) && keepsAdvance
    ? `${paid} was paid in advance and is kept.`
    : `${paid} is refunded to the shopper.`;
}

/** What becomes of the shipments of an order (contract §7). */
function shipmentsMoved({ shipments, cart_items }: AdminOrder, to: OrderStatus): string[] {
  const has = (...states: ShipmentState[]) => shipments.some(({ state }) => states.includes(state));
  const hasLeft = cart_items.some(({ unitsToPack }) => unitsToPack > 0);
  switch (to) {
    case 'pending':
    case 'paid':
      return has('packed', 'shipped', 'delivered', 'returned') ? ['Its shipments are cancelled.'] : [];
    case 'failed':
    case 'cancelled':
      return has('packed') ? ['Its packed shipments are cancelled.'] : [];
    case 'processing':
      if (has('shipped', 'delivered')) return ['Its shipments count as packed, not as shipped.'];
      return hasLeft && !has('packed') ? ['All its items are packed in one shipment.'] : [];
    case 'shipped':
      return [
        ...(has('packed') ? ['Its packed shipments are shipped.'] : []),
        ...(hasLeft ? ['What is not packed yet is shipped in one shipment.'] : []),
        ...(has('delivered') ? ['Its shipments count as not delivered yet.'] : []),
      ];
    case 'delivered':
      return has('packed', 'shipped') || hasLeft ? ['All its shipments count as delivered.'] : [];
  }
}
