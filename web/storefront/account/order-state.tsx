import type { Order } from '../../../shared/contract/orders.ts';

const refunds = { none: '', partly_refunded: 'partly refunded', refunded: 'refunded' };

/** 'paid' is green and any other status red (spec §4, Order display). An order that was refunded does not look paid. */
export function OrderState({ order }: { order: Pick<Order, 'status' | 'refundState'> }) {
  const { status, refundState } = order;
  const isGone = status === 'paid' && refundState === 'refunded';
  const words = [isGone ? '' : status, refunds[refundState]].filter(Boolean).join(', ');
  const isPaid = status === 'paid' && refundState === 'none';
  return (
    <span className={`text-sm font-semibold capitalize ${isPaid ? 'text-leaf' : 'text-madder'}`}>
      {words}
    </span>
  );
}
