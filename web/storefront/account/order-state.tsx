import type { OrderStatus } from '../../../shared/contract/orders.ts';

/** 'paid' is green and any other status red (spec §4, Order display). */
export function OrderState({ status }: { status: OrderStatus }) {
  return (
    <span className={`text-sm font-semibold capitalize ${status === 'paid' ? 'text-leaf' : 'text-madder'}`}>
      {status}
    </span>
  );
}
