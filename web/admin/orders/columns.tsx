import { ChevronDown, RotateCcw, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminOrder } from '../../../shared/contract/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { TestBadge } from '../../ui/test-badge.tsx';
import type { useMay } from '../parts/me.ts';
import type { OrderActions } from './order-actions.tsx';
import { RefundBadge, StatusSelect } from './status.tsx';

type RowProps = {
  open: ReadonlySet<string>;
  onToggle: (id: string) => void;
  actions: OrderActions;
  may: ReturnType<typeof useMay>;
};

/** The columns of the order list. */
export const orderColumns = (props: RowProps) => [
  { name: 'Order ID', cell: (order: AdminOrder) => <NumberLink order={order} /> },
  {
    name: 'Customer',
    className: 'max-lg:order-1 max-lg:col-span-2 lg:max-w-36 xl:max-w-64',
    cell: ({ customer, is_guest }: AdminOrder) => <Customer {...customer} isGuest={is_guest} />,
  },
  {
    name: 'Date',
    className: 'figures max-lg:order-2 max-lg:text-xs max-lg:text-ink-soft xl:whitespace-nowrap',
    cell: ({ createdAt }: AdminOrder) => orderDate(createdAt),
  },
  {
    name: 'Amount',
    className: 'amount figures max-lg:text-base',
    cell: (order: AdminOrder) => (
      <span className="font-semibold">
        {order.amount !== null && shortRupees(order.amount)}
        <span className="block">
          <RefundBadge order={order} />
        </span>
      </span>
    ),
  },
  {
    name: 'Status',
    className: 'max-lg:order-3',
    cell: (order: AdminOrder) => (
      <StatusSelect
        label={`Status of ${order.order_number}`}
        order={order}
        onChoose={(status) => props.actions.changeStatus(order, status)}
      />
    ),
  },
  {
    name: 'Actions',
    className: 'max-lg:order-4 max-lg:col-span-2 max-lg:border-t! max-lg:border-line! max-lg:pt-1!',
    cell: (order: AdminOrder) => <Actions order={order} {...props} />,
  },
];

function NumberLink({ order }: { order: AdminOrder }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Link
        to={`/admin/orders/${order._id}`}
        className="figures inline-flex min-h-8 items-center font-semibold text-press underline-offset-4 hover:underline"
      >
        {order.order_number}
      </Link>
      <TestBadge order={order} />
    </span>
  );
}

function Customer(props: { name: string; email: string; mobile: string; isGuest: boolean }) {
  const { name, email, mobile, isGuest } = props;
  const contact = email || mobile;
  return (
    <>
      <p className="truncate font-medium" title={name}>
        {name}
      </p>
      <p className="truncate text-xs text-ink-soft" title={contact}>
        {isGuest && 'Guest · '}
        {contact}
      </p>
    </>
  );
}

// In a narrow table there is only room for an icon.
const iconClass = 'hidden lg:max-xl:block';
const labelClass = 'lg:max-xl:sr-only';

function Actions({ order, open, onToggle, actions, may }: RowProps & { order: AdminOrder }) {
  const buttonClass =
    'inline-flex h-11 items-center gap-1 rounded-md px-2 font-medium whitespace-nowrap hover:bg-paper-deep lg:h-9';
  const isOpen = open.has(order._id);
  return (
    <div className="-mx-2 flex justify-between gap-1 lg:justify-start">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide' : 'View'} Details of ${order.order_number}`}
        onClick={() => onToggle(order._id)}
        className={`${buttonClass} text-press`}
      >
        {isOpen ? 'Hide Details' : 'View Details'}
        <ChevronDown className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {!may('orders.edit') ? null : order.deleted ? (
        <button type="button" onClick={() => actions.restore(order)} className={`${buttonClass} text-press`}>
          <RotateCcw className={`size-4 ${iconClass}`} />
          <span className={labelClass}>Restore</span>
          <span className="sr-only"> {order.order_number}</span>
        </button>
      ) : (
        <button type="button" onClick={() => actions.delete(order)} className={`${buttonClass} text-madder`}>
          <Trash2 className={`size-4 ${iconClass}`} />
          <span className={labelClass}>Delete</span>
          <span className="sr-only"> {order.order_number}</span>
        </button>
      )}
    </div>
  );
}
