import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '../../../shared/contract/orders.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { orderNumber } from '../../../shared/order-number.ts';
import { api } from '../../api.ts';
import { TestBadge } from '../../ui/test-badge.tsx';
import { OrderState } from '../account/order-state.tsx';
import { contactPath } from './contact-path.ts';
import { knownOrders } from './order-keys.ts';

const most = 5;

/** The newest orders of whoever is signed in. */
export function OwnOrders({ userId, subject }: { userId: string; subject: string | undefined }) {
  const [orders, setOrders] = useState<Order[] | 'failed'>();
  useEffect(() => {
    const leaving = new AbortController();
    api
      .get<Order[]>(`/order/user/${userId}?page=1&limit=${most}`, { signal: leaving.signal })
      .then(setOrders, () => leaving.signal.aborted || setOrders('failed'));
    return () => leaving.abort();
  }, [userId]);

  return (
    <Section title="Your orders" more>
      {!orders && <div className="skeleton mt-3 h-40" />}
      {orders === 'failed' && (
        <p role="alert" className="mt-3 text-madder">
          Your orders could not be loaded.
        </p>
      )}
      {orders && orders !== 'failed' && orders.length === 0 && (
        <p className="mt-3 text-ink-soft">There is no order in your account yet.</p>
      )}
      {orders && orders !== 'failed' && (
        <List>
          {orders.map((order) => (
            <Choice key={order._id} id={order._id} subject={subject}>
              <span className="block text-sm text-ink-soft">
                {orderDate(order.createdAt)} · {shortRupees(order.amount)}
              </span>
              <OrderState order={order} /> <TestBadge order={order} />
            </Choice>
          ))}
        </List>
      )}
    </Section>
  );
}

/** What was ordered in this browser, newest first: it holds the keys of these orders. */
export function BrowserOrders({ subject, isSignedIn }: { subject: string | undefined; isSignedIn: boolean }) {
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => setIds(knownOrders().slice(0, most)), []);
  if (isSignedIn || ids.length === 0) return null;
  return (
    <Section title="Ordered in this browser">
      <List>
        {ids.map((id) => (
          <Choice key={id} id={id} subject={subject} />
        ))}
      </List>
    </Section>
  );
}

function Section({ title, more = false, children }: { title: string; more?: boolean; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-xl">{title}</h2>
        {more && (
          <Link
            to="/profile"
            className="inline-flex min-h-11 items-center text-sm font-medium text-press underline underline-offset-4"
          >
            All orders
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">{children}</ul>;
}

function Choice({
  id,
  subject,
  children,
}: {
  id: string;
  subject: string | undefined;
  children?: ReactNode;
}) {
  const number = orderNumber(id);
  return (
    <li>
      <Link
        to={subject ? contactPath(`${subject} of order ${number}`) : `/order-success/${id}`}
        prefetch="none"
        className="group flex min-h-14 items-center justify-between gap-4 py-3"
      >
        <span className="min-w-0">
          <span className="font-semibold underline-offset-4 group-hover:underline">Order {number}</span>
          {children}
        </span>
        <span className="inline-flex shrink-0 items-center gap-1.5 text-sm font-medium text-press">
          {subject ?? 'View'}
          <ArrowRight className="size-4" aria-hidden="true" />
        </span>
      </Link>
    </li>
  );
}
