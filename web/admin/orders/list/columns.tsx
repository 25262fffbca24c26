import { ChevronDown, RotateCcw, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import type { Permission } from '../../../../shared/permissions.ts';
import { TestBadge } from '../../../ui/test-badge.tsx';
import type { OrderSelection } from '../batch/selection.ts';
import type { OrderActions } from '../order-actions.tsx';
import { FulfilmentBadge, PaymentBadge, RefundBadge, StatusSelect } from '../status.tsx';

type RowProps = {
  open: ReadonlySet<string>;
  onToggle: (id: string) => void;
  actions: OrderActions;
  may: (needed: Permission) => boolean;
  /** Which orders are selected; absent if nothing can be done with a selection. */
  selection?: OrderSelection | undefined;
};

/** In a narrow table there is no room for these columns. A card has them all. */
const onlyWide = 'lg:max-[89rem]:hidden';

/** The columns of the order list. */
export const orderColumns = (props: RowProps) => [
  ...(props.selection ? [selectColumn(props.selection)] : []),
  {
    name: 'Order ID',
    className: props.selection && 'max-lg:pl-9!',
    cell: (order: AdminOrder) => <NumberLink order={order} />,
  },
  {
    name: 'Customer',
    className: 'max-lg:order-1 max-lg:col-span-2 lg:max-w-36 xl:max-w-40 2xl:max-w-64',
    cell: ({ customer, is_guest }: AdminOrder) => <Customer {...customer} isGuest={is_guest} />,
  },
  {
    name: 'City',
    className: `max-lg:order-2 max-lg:text-xs lg:max-w-24 truncate ${onlyWide}`,
    cell: ({ shippingAddress }: AdminOrder) => shippingAddress?.city,
  },
  {
    name: 'Items',
    className: `amount figures max-lg:order-2 max-lg:text-xs ${onlyWide}`,
    cell: ({ cart_items }: AdminOrder) => {
      const units = cart_items.reduce((sum, { quantity }) => sum + quantity, 0);
      return (
        <>
          {units}
          <span className="lg:sr-only"> {units === 1 ? 'unit' : 'units'}</span>
        </>
      );
    },
  },
  {
    name: 'Date',
    className: 'figures max-lg:order-3 max-lg:text-xs max-lg:text-ink-soft lg:max-w-24 2xl:max-w-none',
    cell: ({ createdAt }: AdminOrder) => orderDate(createdAt),
  },
  {
    name: 'Amount',
    className: 'amount figures max-lg:text-base',
    cell: (order: AdminOrder) => (
      <span className="font-semibold">{order.amount !== null && shortRupees(order.amount)}</span>
    ),
  },
  {
    name: 'Payment',
    className: 'max-lg:order-4 lg:max-xl:hidden',
    cell: (order: AdminOrder) => (
      <span className="inline-flex flex-wrap gap-1">
        <PaymentBadge order={order} />
        {/* A refund that is under way. */}
        {order.refundState !== order.paymentState && <RefundBadge order={order} />}
      </span>
    ),
  },
  {
    name: 'Fulfilment',
    className: 'max-lg:order-4 max-lg:text-right lg:max-xl:hidden',
    cell: (order: AdminOrder) => <FulfilmentBadge order={order} />,
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
    className:
      'max-lg:order-5 max-lg:col-span-2 max-lg:mt-1 max-lg:border-t! max-lg:border-line! max-lg:pt-1!',
    cell: (order: AdminOrder) => <Actions order={order} {...props} />,
  },
];

const selectColumn = ({ has, toggle, isWholePage, togglePage }: OrderSelection) => ({
  name: (
    <label className="grid place-items-center">
      <span className="sr-only">Select all orders on this page</span>
      <input type="checkbox" checked={isWholePage} onChange={togglePage} className="size-5 accent-press" />
    </label>
  ),
  className: 'lg:w-10 max-lg:absolute max-lg:self-start',
  cell: ({ _id, order_number }: AdminOrder) => (
    // A finger needs more room than the box.
    <label className="grid place-items-center max-lg:-mx-3 max-lg:-my-1.5 max-lg:size-11">
      <input
        type="checkbox"
        aria-label={`Select order ${order_number}`}
        checked={has(_id)}
        onChange={(event) =>
          toggle(_id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
        }
        className="size-5 accent-press"
      />
    </label>
  ),
});

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

// In most tables there is only room for an icon.
const iconClass = 'hidden lg:max-2xl:block';
const labelClass = 'lg:max-2xl:sr-only';

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
        <span className={labelClass}>{isOpen ? 'Hide Details' : 'View Details'}</span>
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
