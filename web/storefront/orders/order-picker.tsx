import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { orderNumber } from '../../../shared/orders/order-number.ts';
import { call } from '../../api.ts';
import { TextLink } from '../../ui/button.tsx';
import { TestBadge } from '../../ui/test-badge.tsx';
import { Section } from '../layout/section.tsx';
import { useRead } from '../layout/use-read.ts';
import { savedOrderIds } from './order-keys.ts';
import { OrderStatusLabel } from './order-status-label.tsx';

const maxOrders = 5;

export const contactPath = (subject: string) => `/contact?${new URLSearchParams({ subject })}`;

export function AccountOrders({ userId, subject }: { userId: string; subject: string | undefined }) {
  const { data: orders, error } = useRead(userId, async (signal) => {
    const request = { params: { id: userId }, query: { limit: maxOrders }, signal };
    return (await call('GET /order/user/:id', request)).items;
  });

  return (
    <Section
      title="Your orders"
      action={
        <TextLink href="/profile" className="text-sm">
          All orders
        </TextLink>
      }
    >
      {!orders && !error && <div className="skeleton mt-3 h-40" />}
      {error && (
        <p role="alert" className="mt-3 text-madder">
          Your orders could not be loaded.
        </p>
      )}
      {orders?.length === 0 && <p className="mt-3 text-ink-soft">You have no orders yet.</p>}
      {orders && (
        <List>
          {orders.map((order) => (
            <OrderLink key={order._id} id={order._id} subject={subject}>
              <span className="block text-sm text-ink-soft">
                {orderDate(order.createdAt)} · {shortRupees(order.amount)}
              </span>
              <OrderStatusLabel order={order} /> <TestBadge order={order} />
            </OrderLink>
          ))}
        </List>
      )}
    </Section>
  );
}

export function BrowserOrders({ subject, isSignedIn }: { subject: string | undefined; isSignedIn: boolean }) {
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => setIds(savedOrderIds().slice(0, maxOrders)), []);
  if (isSignedIn || ids.length === 0) return null;
  return (
    <Section title="Ordered in this browser">
      <List>
        {ids.map((id) => (
          <OrderLink key={id} id={id} subject={subject} />
        ))}
      </List>
    </Section>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">{children}</ul>;
}

function OrderLink({
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
      <a
        href={subject ? contactPath(`${subject} of order ${number}`) : `/order-success/${id}`}
        className="group flex min-h-14 items-center justify-between gap-4 py-3"
      >
        <span className="min-w-0">
          <span className="font-semibold underline-offset-4 group-hover:underline">Order {number}</span>
          {children}
        </span>
        <span className="inline-flex shrink-0 items-center gap-1.5 text-sm font-medium text-press">
          {subject ?? 'View'}
          <ArrowRight className="size-4" />
        </span>
      </a>
    </li>
  );
}
