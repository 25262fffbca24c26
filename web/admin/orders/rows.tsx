import { ChevronDown, RotateCcw, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { AdminOrder } from '../../../shared/contract/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { TestBadge } from '../../ui/test-badge.tsx';
import { OrderDetails } from './details.tsx';
import type { OrderActions } from './order-actions.tsx';
import { RefundBadge, StatusSelect } from './status.tsx';

type Rows = {
  orders: AdminOrder[];
  open: ReadonlySet<string>;
  onToggle: (id: string) => void;
  acts: OrderActions;
};
type Row = Omit<Rows, 'orders'> & { order: AdminOrder };

/** Orders as a table, for wide screens. */
export function OrderTable({ orders, ...rest }: Rows) {
  return (
    <table className="office-table max-lg:hidden">
      <thead>
        <tr>
          {['Order ID', 'Customer', 'Date', 'Amount', 'Status', 'Actions'].map((name) => (
            <th key={name} scope="col" className={name === 'Amount' ? 'amount' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Fragment key={order._id}>
            <tr>
              <td>
                <NumberLink order={order} />
              </td>
              <td className="max-w-36 xl:max-w-64">
                <Customer order={order} />
              </td>
              <td className="figures xl:whitespace-nowrap">{orderDate(order.createdAt)}</td>
              <td className="amount figures font-semibold">
                <Amount order={order} />
              </td>
              <td>
                <Status order={order} {...rest} />
              </td>
              <td>
                <Actions order={order} {...rest} />
              </td>
            </tr>
            {rest.open.has(order._id) && (
              <tr className="unfolded">
                <td colSpan={6}>
                  <OrderDetails order={order} acts={rest.acts} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** The same as cards, for narrow screens. */
export function OrderCards({ orders, ...rest }: Rows) {
  return (
    <ul className="grid gap-3 lg:hidden">
      {orders.map((order) => (
        <li key={order._id} className="min-w-0 rounded-md bg-card p-3 ring-1 ring-line">
          <div className="flex items-start justify-between gap-3">
            <NumberLink order={order} />
            <p className="figures text-right text-base font-semibold">
              <Amount order={order} />
            </p>
          </div>
          <Customer order={order} />
          <div className="mt-2 flex items-center justify-between gap-3">
            <p className="figures text-xs text-ink-soft">{orderDate(order.createdAt)}</p>
            <Status order={order} {...rest} />
          </div>
          <div className="mt-2 border-t border-line pt-1">
            <Actions order={order} {...rest} />
          </div>
          {rest.open.has(order._id) && <OrderDetails order={order} acts={rest.acts} />}
        </li>
      ))}
    </ul>
  );
}

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

function Customer({ order: { customer, is_guest } }: { order: AdminOrder }) {
  const reach = customer.email || customer.mobile;
  return (
    <>
      <p className="truncate font-medium" title={customer.name}>
        {customer.name}
      </p>
      <p className="truncate text-xs text-ink-soft" title={reach}>
        {is_guest && 'Guest · '}
        {reach}
      </p>
    </>
  );
}

function Amount({ order }: { order: AdminOrder }) {
  return (
    <>
      {shortRupees(order.amount)}
      <span className="block">
        <RefundBadge order={order} />
      </span>
    </>
  );
}

function Status({ order, acts }: Row) {
  return (
    <StatusSelect
      label={`Status of ${order.order_number}`}
      order={order}
      onChoose={(status) => acts.askStatus(order, status)}
    />
  );
}

// Between the cards and a wide table there is room for a sign only.
const icon = 'hidden lg:max-xl:block';
const word = 'lg:max-xl:sr-only';

function Actions({ order, open, onToggle, acts }: Row) {
  const look =
    'inline-flex h-11 items-center gap-1 rounded-md px-2 font-medium whitespace-nowrap hover:bg-paper-deep lg:h-9';
  const isOpen = open.has(order._id);
  return (
    <div className="-mx-2 flex justify-between gap-1 lg:justify-start">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide' : 'View'} Details of ${order.order_number}`}
        onClick={() => onToggle(order._id)}
        className={`${look} text-press`}
      >
        {isOpen ? 'Hide Details' : 'View Details'}
        <ChevronDown
          className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`}
          aria-hidden="true"
        />
      </button>
      {order.deleted ? (
        <button type="button" onClick={() => acts.restore(order)} className={`${look} text-press`}>
          <RotateCcw className={`size-4 ${icon}`} aria-hidden="true" />
          <span className={word}>Restore</span>
          <span className="sr-only"> {order.order_number}</span>
        </button>
      ) : (
        <button type="button" onClick={() => acts.askDelete(order)} className={`${look} text-madder`}>
          <Trash2 className={`size-4 ${icon}`} aria-hidden="true" />
          <span className={word}>Delete</span>
          <span className="sr-only"> {order.order_number}</span>
        </button>
      )}
    </div>
  );
}
