import {
  type AdminOrder,
  type OrderFilterStatus,
  type OrderStatus,
  orderStatus,
  type RefundState,
} from '../../../shared/contract/orders.ts';
import { Badge } from '../../ui/badge.tsx';

/** `Shipped` */
export const statusName = (status: OrderFilterStatus) => status.charAt(0).toUpperCase() + status.slice(1);

const tones = {
  pending: 'warning',
  paid: 'success',
  failed: 'danger',
  processing: 'accent',
  shipped: 'accent',
  delivered: 'success',
  cancelled: 'plain',
  refunded: 'danger',
} as const;

export function OrderBadge({ status }: { status: OrderFilterStatus }) {
  return <Badge tone={tones[status]}>{statusName(status)}</Badge>;
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

const dots: Record<OrderFilterStatus, string> = {
  pending: 'bg-turmeric',
  paid: 'bg-leaf',
  failed: 'bg-madder',
  processing: 'bg-press',
  shipped: 'bg-press',
  delivered: 'bg-leaf',
  cancelled: 'bg-ink-soft',
  refunded: 'bg-madder',
};

/**
 * All seven statuses, any of which can be chosen (spec §4 Order status). The choice is confirmed first. A paid
 * order that was refunded in full is shown as refunded.
 */
export function StatusSelect(props: {
  label: string;
  order: Pick<AdminOrder, 'status' | 'refundState'>;
  onChoose: (status: OrderStatus) => void;
}) {
  const { label, order, onChoose } = props;
  const isRefunded = order.status === 'paid' && order.refundState === 'refunded';
  const status = isRefunded ? 'refunded' : order.status;
  return (
    <span className="relative inline-block">
      <span
        aria-hidden="true"
        className={`pointer-events-none absolute top-1/2 left-4 size-2 -translate-y-1/2 rounded-full ${dots[status]}`}
      />
      <select
        aria-label={label}
        value={status}
        onChange={(event) => onChoose(event.target.value as OrderStatus)}
        className="office-input w-40 pl-9 lg:max-xl:w-36"
      >
        {isRefunded && (
          <option value="refunded" disabled>
            Refunded
          </option>
        )}
        <StatusOptions />
      </select>
    </span>
  );
}

export function StatusOptions() {
  return orderStatus.options.map((each) => (
    <option key={each} value={each}>
      {statusName(each)}
    </option>
  ));
}
