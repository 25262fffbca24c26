import { ChevronDown } from 'lucide-react';
import { useCallback, useEffect, useId, useState } from 'react';
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
import { FinishPaying } from '../../orders/finish-paying.tsx';
import { OrderStatusLabel } from '../../orders/order-status-label.tsx';
import { OrderDetails } from './order-details.tsx';

const pageSize = 10;

/** The orders of an account, newest first. The details of an order are loaded when it is first expanded. */
export function OrderHistory({ userId }: { userId: string }) {
  const [orders, setOrders] = useState<Order[]>([]);
  const [state, setState] = useState<'loading' | 'more' | 'all' | 'failed'>('loading');

  const loadPage = useCallback(
    async (page: number) => {
      setState('loading');
      try {
        const { items } = await call('GET /order/user/:id', {
          params: { id: userId },
          query: { page, limit: pageSize },
        });
        setOrders((before) => (page === 1 ? items : [...before, ...items]));
        setState(items.length === pageSize ? 'more' : 'all');
      } catch {
        setState('failed');
      }
    },
    [userId],
  );
  useEffect(() => void loadPage(1), [loadPage]);
  const nextPage = Math.floor(orders.length / pageSize) + 1;

  return (
    <Section title="Your orders" className="min-w-0">
      {state === 'all' && orders.length === 0 && (
        <Empty
          level={3}
          title="No orders yet"
          text="Your orders and their invoices appear here."
          action={<ButtonLink href="/products">Start Shopping</ButtonLink>}
        />
      )}
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {orders.map((order) => (
          <OrderRow key={order._id} order={order} />
        ))}
      </ul>
      {state === 'loading' && orders.length === 0 && (
        <div aria-hidden="true" className="mt-3 space-y-3">
          {[1, 2, 3].map((n) => (
            <div key={n} className="skeleton h-18" />
          ))}
        </div>
      )}
      {state === 'failed' && (
        <p role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-madder">
          Your orders could not be loaded.
          <Button variant="secondary" onClick={() => loadPage(nextPage)}>
            Try Again
          </Button>
        </p>
      )}
      {(state === 'more' || (state === 'loading' && orders.length > 0)) && (
        <Button
          variant="secondary"
          busy={state === 'loading'}
          onClick={() => loadPage(nextPage)}
          className="mt-5"
        >
          Show older orders
        </Button>
      )}
    </Section>
  );
}

function OrderRow({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false);
  const [details, setDetails] = useState<Order | 'loading' | 'failed'>();
  const panelId = useId();
  const units = order.cart_items.reduce((sum, item) => sum + item.quantity, 0);

  async function toggle() {
    setIsOpen(!isOpen);
    if (isOpen || (details && details !== 'failed')) return;
    setDetails('loading');
    try {
      setDetails(await call('GET /order/:id', { params: { id: order._id } }));
    } catch {
      setDetails('failed');
      toast('Failed to load order details. Please try again.', 'error');
    }
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
        {details === 'loading' && <Spinner label="Loading order details..." />}
        {details === 'failed' && <p className="text-madder">Could not load order details</p>}
        {typeof details === 'object' && <OrderDetails order={details} />}
      </div>
    </li>
  );
}
