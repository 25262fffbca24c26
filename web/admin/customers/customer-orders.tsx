import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AdminOrder } from '../../../shared/contract/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { isReturned } from '../../../shared/order-state.ts';
import { Section } from '../orders/section.tsx';
import { read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { capitalized, formatCount } from '../parts/text.ts';

const shown = 10;

const standingOf = (order: Pick<AdminOrder, 'status' | 'refundState' | 'fulfilmentState'>): string => {
  const { status, refundState } = order;
  if (refundState !== 'none') return capitalized(refundState.replace('_', ' '));
  return isReturned(order) ? 'Returned' : capitalized(status);
};

/** The newest orders of a customer, with a link to all of them. */
export function CustomerOrders({ id }: { id: string }) {
  const query = useQuery(read('GET /order/admin', { query: { customer: id, limit: shown } }));
  return (
    <Section title="Orders">
      <Loaded query={query} failed="Failed to load the orders. Please try again.">
        {({ items, total }) => (
          <>
            {total === 0 && <p className="text-ink-soft">No paid orders.</p>}
            <ul className="grid">
              {items.map(({ _id, order_number, createdAt, amount, ...order }) => (
                <li
                  key={_id}
                  className="figures flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1.5 first:border-t-0"
                >
                  <span className="flex flex-wrap items-center gap-x-3">
                    <Link
                      to={`/admin/orders/${_id}`}
                      className="inline-flex min-h-8 items-center font-semibold text-press underline-offset-4 hover:underline"
                    >
                      {order_number}
                    </Link>
                    <span className="text-ink-soft">{orderDate(createdAt)}</span>
                  </span>
                  <span className="flex items-center gap-3">
                    <span className="text-ink-soft">{standingOf(order)}</span>
                    {amount !== null && <span className="font-semibold">{shortRupees(amount)}</span>}
                  </span>
                </li>
              ))}
            </ul>
            {total > shown && (
              <Link
                to={`/admin/orders?customer=${id}`}
                className="inline-flex min-h-11 items-center font-medium text-press underline underline-offset-4"
              >
                All {formatCount(total)} orders
              </Link>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
