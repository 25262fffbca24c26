import type { Order } from '../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { isReturned } from '../../../shared/orders/order-state.ts';

const refunds = { none: '', partly_refunded: 'partly refunded', refunded: 'refunded' };

/**
 * The status of an order: 'paid' in green, any other in red (spec §4, Order display), also if it was refunded. One that
 * came back says so.
 */
export function OrderStatusLabel({
  order,
}: {
  order: Pick<Order, 'status' | 'refundState' | 'fulfilmentState' | 'cashOnDelivery'>;
}) {
  const { status, refundState, cashOnDelivery: cod } = order;
  const isRefunded = status === 'paid' && refundState === 'refunded';
  const standing = isReturned(order) ? 'returned' : status;
  const label = [isRefunded ? '' : standing, refunds[refundState]].filter(Boolean).join(', ');
  const isPaid = status === 'paid' && refundState === 'none';
  return (
    <span className={`text-sm font-semibold ${isPaid ? 'text-leaf' : 'text-madder'}`}>
      <span className="capitalize">{label}</span>
      {cod && cod.due > 0 && `, ${shortRupees(cod.due)} due on delivery`}
    </span>
  );
}
