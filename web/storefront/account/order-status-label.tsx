import type { Order } from '../../../shared/contract/orders.ts';

const refunds = { none: '', partly_refunded: 'partly refunded', refunded: 'refunded' };

/** The status of an order: 'paid' in green, any other in red (spec §4, Order display), also if it was refunded. */
export function OrderStatusLabel({ order }: { order: Pick<Order, 'status' | 'refundState'> }) {
  const { status, refundState } = order;
  const isRefunded = status === 'paid' && refundState === 'refunded';
  const label = [isRefunded ? '' : status, refunds[refundState]].filter(Boolean).join(', ');
  const isPaid = status === 'paid' && refundState === 'none';
  return (
    <span className={`text-sm font-semibold capitalize ${isPaid ? 'text-leaf' : 'text-madder'}`}>
      {label}
    </span>
  );
}
