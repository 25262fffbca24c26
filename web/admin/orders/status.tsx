import {
  type AdminOrder,
  type OrderFilterStatus,
  type OrderStatus,
  orderStatus,
  packingMoves,
  type RefundState,
} from '../../../shared/contract/orders/orders.ts';
import type { FulfilmentState, PaymentState } from '../../../shared/contract/orders/shipments.ts';
import { isReturned } from '../../../shared/orders/order-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { useMay } from '../parts/data.ts';
import { Options } from '../parts/list/filters.tsx';
import { capitalized, labelsOf } from '../parts/text.ts';

const tones = {
  pending: 'warning',
  paid: 'success',
  failed: 'danger',
  processing: 'accent',
  shipped: 'accent',
  delivered: 'success',
  cancelled: 'plain',
  refunded: 'danger',
  returned: 'danger',
} as const;

export function OrderBadge({ status }: { status: OrderFilterStatus | 'returned' }) {
  return <Badge tone={tones[status]}>{capitalized(status)}</Badge>;
}

const refundBadges: Record<RefundState, [words: string, tone: 'danger' | 'warning'] | undefined> = {
  none: undefined,
  partly_refunded: ['Partly refunded', 'warning'],
  refunded: ['Refunded', 'danger'],
};

/** Says that an order was refunded, wholly or in part. */
export function RefundBadge({ order }: { order: Pick<AdminOrder, 'refundState'> }) {
  const [words, tone] = refundBadges[order.refundState] ?? [];
  return words && <Badge tone={tone}>{words}</Badge>;
}

/** The words for the payment of an order. */
export const paymentWords: Record<PaymentState, string> = {
  pending: 'Pending',
  authorized: 'Authorised',
  paid: 'Paid',
  partly_paid: 'Partly paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  failed: 'Failed',
  due_on_delivery: 'Due on delivery',
};
const paymentTones = {
  pending: 'warning',
  authorized: 'warning',
  paid: 'success',
  partly_paid: 'warning',
  partly_refunded: 'warning',
  refunded: 'danger',
  failed: 'danger',
  due_on_delivery: 'warning',
} as const;

/** The words for the fulfilment of an order. */
export const fulfilmentWords: Record<FulfilmentState, string> = {
  unfulfilled: 'Unfulfilled',
  partly_fulfilled: 'Partly fulfilled',
  fulfilled: 'Fulfilled',
  delivered: 'Delivered',
  returned: 'Returned',
};
const fulfilmentTones = {
  unfulfilled: 'plain',
  partly_fulfilled: 'warning',
  fulfilled: 'accent',
  delivered: 'success',
  returned: 'danger',
} as const;

/** No payment of an order on delivery has failed: nobody took the cash. */
export function PaymentBadge({ order }: { order: Pick<AdminOrder, 'paymentState' | 'cashOnDelivery'> }) {
  const { paymentState, cashOnDelivery } = order;
  if (paymentState === 'failed' && cashOnDelivery) return <Badge tone="plain">Not collected</Badge>;
  return <Badge tone={paymentTones[paymentState]}>{paymentWords[paymentState]}</Badge>;
}

export const FulfilmentBadge = ({ order }: { order: Pick<AdminOrder, 'fulfilmentState'> }) => (
  <Badge tone={fulfilmentTones[order.fulfilmentState]}>{fulfilmentWords[order.fulfilmentState]}</Badge>
);

const dots = {
  warning: 'bg-turmeric',
  success: 'bg-leaf',
  danger: 'bg-madder',
  accent: 'bg-press',
  plain: 'bg-ink-soft',
};

/**
 * All seven statuses, any of which can be chosen (spec §4 Order status); for an admin who only packs the next ones. The
 * choice is confirmed first. A paid order that was refunded in full is shown as refunded, one that came back as returned.
 */
export function StatusSelect(props: {
  label: string;
  order: Pick<AdminOrder, 'status' | 'refundState' | 'fulfilmentState'>;
  onChoose: (status: OrderStatus) => void;
}) {
  const { label, order, onChoose } = props;
  const isRefunded = order.status === 'paid' && order.refundState === 'refunded';
  const status = isRefunded ? 'refunded' : isReturned(order) ? 'returned' : order.status;
  const statuses = useStatusChoices(order.status);
  const may = useMay();
  if (!may('orders.fulfil')) return <OrderBadge status={status} />;
  return (
    <span className="relative inline-block">
      <span
        aria-hidden="true"
        className={`pointer-events-none absolute top-1/2 left-4 size-2 -translate-y-1/2 rounded-full ${dots[tones[status]]}`}
      />
      <select
        aria-label={label}
        value={status}
        onChange={(event) => onChoose(orderStatus.parse(event.target.value))}
        className="office-input w-40 pl-9 lg:max-2xl:w-36"
      >
        {status !== order.status && (
          <option value={status} disabled>
            {capitalized(status)}
          </option>
        )}
        <Options labels={labelsOf(statuses)} />
      </select>
    </span>
  );
}

/** The statuses that this admin can choose for an order whose status is `current`. */
export function useStatusChoices(current: OrderStatus): readonly OrderStatus[] {
  const may = useMay();
  if (may('orders.edit')) return orderStatus.options;
  return orderStatus.options.filter((status) => status === current || packingMoves.includes(status));
}
