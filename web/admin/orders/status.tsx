import { type OrderStatus, orderStatus } from '../../../shared/contract/orders.ts';
import { Badge } from '../../ui/badge.tsx';

export const statuses = orderStatus.options;

/** `Shipped` */
export const statusName = (status: OrderStatus) => status.charAt(0).toUpperCase() + status.slice(1);

const tones = {
  pending: 'warning',
  paid: 'success',
  failed: 'danger',
  processing: 'accent',
  shipped: 'accent',
  delivered: 'success',
  cancelled: 'plain',
} as const;

export function OrderBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={tones[status]}>{statusName(status)}</Badge>;
}

const dots: Record<OrderStatus, string> = {
  pending: 'bg-turmeric',
  paid: 'bg-leaf',
  failed: 'bg-madder',
  processing: 'bg-press',
  shipped: 'bg-press',
  delivered: 'bg-leaf',
  cancelled: 'bg-ink-soft',
};

/** All seven statuses, any of which can be chosen (spec §4 Order status). What is chosen is asked about first. */
export function StatusSelect(props: {
  label: string;
  status: OrderStatus;
  onChoose: (status: OrderStatus) => void;
}) {
  const { label, status, onChoose } = props;
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
        <StatusOptions />
      </select>
    </span>
  );
}

export function StatusOptions() {
  return statuses.map((each) => (
    <option key={each} value={each}>
      {statusName(each)}
    </option>
  ));
}
