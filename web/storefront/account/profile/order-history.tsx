import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Order } from '../../../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { call } from '../../../api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TestBadge } from '../../../ui/test-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Section } from '../../layout/section.tsx';
import { useRead } from '../../layout/use-read.ts';
import { FinishPaying } from '../../orders/finish-paying.tsx';
import { OrderStatusLabel } from '../../orders/order-status-label.tsx';
import { OrderDetails } from './order-details.tsx';

const pageSize = 10;

/** The orders of an account, newest first. The details of an order are loaded when it is first expanded. */
export function OrderHistory({ userId }: { userId: string }) {
  const {
    data,
    error,
    isLoading,
    reload: loadMore,
  } = useRead<{ orders: Order[]; hasMore: boolean }>(userId, async (signal, previous) => {
    const { orders } = previous ?? { orders: [] };
    const page = Math.floor(orders.length / pageSize) + 1;
    const request = { params: { id: userId }, query: { page, limit: pageSize }, signal };
    const { items } = await call('GET /order/user/:id', request);
    return { orders: [...orders, ...items], hasMore: items.length === pageSize };
  });

  return (
    <Section title="Your orders" className="min-w-0">
      {data?.orders.length === 0 && (
        <Empty
          level={3}
          title="No orders yet"
          text="Your orders and their invoices appear here."
          action={<ButtonLink href="/products">Start Shopping</ButtonLink>}
        />
      )}
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {data?.orders.map((order) => (
          <OrderRow key={order._id} order={order} />
        ))}
      </ul>
      {!data && !error && (
        <div aria-hidden="true" className="mt-3 space-y-3">
          {[1, 2, 3].map((n) => (
            <div key={n} className="skeleton h-18" />
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-madder">
          Your orders could not be loaded.
          <Button variant="secondary" onClick={loadMore}>
            Try Again
          </Button>
        </p>
      )}
      {data?.hasMore && !error && (
        <Button variant="secondary" busy={isLoading} onClick={loadMore} className="mt-5">
          Show older orders
        </Button>
      )}
    </Section>
  );
}

function OrderRow({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false);
  // Read when it is first opened.
  const {
    data: details,
    error,
    isLoading,
    reload,
  } = useRead<Order>(undefined, (signal) =>
    call('GET /order/:id', { params: { id: order._id }, signal }).catch((reason) => {
      toast('Failed to load order details. Please try again.', 'error');
      throw reason;
    }),
  );
  const panelId = useId();
  const units = order.cart_items.reduce((sum, item) => sum + item.quantity, 0);

  function toggle() {
    setIsOpen(!isOpen);
    if (!isOpen && !details && !isLoading) void reload();
  }

  return (
    <li>
      <h3 className="font-sans text-base tracking-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={toggle}
          className="grid w-full grid-cols-[1fr_auto_auto] items-center gap-x-4 py-3.5 text-left font-normal"
        >
          <span className="min-w-0">
            <span className="font-semibold">Order {order.order_number}</span> <TestBadge order={order} />
            <span className="block text-sm text-ink-soft">
              {orderDate(order.createdAt)} · {units} {units === 1 ? 'item' : 'items'}
            </span>
            <OrderStatusLabel order={order} />
          </span>
          <span className="figures self-start font-semibold whitespace-nowrap">
            {shortRupees(order.amount)}
          </span>
          <ChevronDown
            className={`size-5 text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      <FinishPaying order={order} className="pb-4" />
      <div id={panelId} hidden={!isOpen} className="pb-6">
        {isLoading && <Spinner label="Loading order details..." />}
        {error && <p className="text-madder">Could not load order details</p>}
        {details && <OrderDetails order={details} />}
      </div>
    </li>
  );
}
