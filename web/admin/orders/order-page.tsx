import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { orderDate } from '../../../shared/order-date.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TestBadge } from '../../ui/test-badge.tsx';
import { invalidate, isMissing, read } from '../parts/data.ts';
import { ErrorBanner } from '../parts/error-banner.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { OrderDetails } from './details.tsx';
import { useOrderActions } from './order-actions.tsx';
import { RefundBadge, StatusSelect } from './status.tsx';
import { useOrderUpdates } from './use-order-updates.ts';

/** One order on its own page, to which the mails about new orders link. */
export default function OrderPage() {
  const { id = '' } = useParams();
  const { data: order, error, refetch } = useQuery(read('GET /order/admin/:id', { params: { id } }));
  const { actions, problem, dismiss, dialogs } = useOrderActions();
  useOrderUpdates((updates) => {
    if (updates.missed || updates.orders.some(({ _id }) => _id === id))
      void invalidate('GET /order/admin/:id');
  });

  if (isMissing(error)) {
    return (
      <Empty
        level={1}
        title="Order not found"
        text="There is no order with this address."
        action={
          <ButtonLink to="/admin/orders" prefetch="none">
            All orders
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <Link
        to="/admin/orders"
        className="mb-1 inline-flex min-h-8 items-center gap-1 text-press underline-offset-4 hover:underline"
      >
        <ChevronLeft className="size-4" />
        All orders
      </Link>
      <PageHead
        title={order ? `Order ${order.order_number}` : 'Order'}
        subtitle={
          order && (
            <>
              {orderDate(order.createdAt)}
              {order.deleted && ' · deleted'} <TestBadge order={order} /> <RefundBadge order={order} />
            </>
          )
        }
      >
        {order && (
          <>
            <StatusSelect
              label="Status"
              order={order}
              onChoose={(status) => actions.changeStatus(order, status)}
            />
            {order.deleted ? (
              <Button onClick={() => actions.restore(order)}>Restore</Button>
            ) : (
              <Button variant="secondary" onClick={() => actions.delete(order)}>
                Delete
              </Button>
            )}
          </>
        )}
      </PageHead>
      <ErrorBanner message={problem} onDismiss={dismiss} />
      {error && <ErrorBanner message="Failed to load orders. Please try again." onRetry={() => refetch()} />}
      {!order && !error && (
        <div className="grid min-h-96 place-items-center text-ink-soft">
          <Spinner large label="Loading order…" />
        </div>
      )}
      {order && <OrderDetails order={order} actions={actions} />}
      {dialogs}
    </>
  );
}
