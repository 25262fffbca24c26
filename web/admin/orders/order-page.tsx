import { ChevronLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { AdminOrder } from '../../../shared/contract/orders.ts';
import { orderDate } from '../../../shared/order-date.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TestBadge } from '../../ui/test-badge.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useCall } from '../parts/use-call.ts';
import { OrderDetails } from './details.tsx';
import { useOrderActions } from './order-actions.tsx';
import { Problem } from './problem.tsx';
import { RefundBadge, StatusSelect } from './status.tsx';
import { useOrderUpdates } from './use-order-updates.ts';

/** One order on a page of its own, where the mails about new orders lead. */
export default function OrderPage() {
  const { id = '' } = useParams();
  const call = useCall<AdminOrder>(`/order/admin/${id}`, 'Failed to load orders. Please try again.');
  const desk = useOrderActions((order) => call.set(() => order));
  useOrderUpdates((news) => {
    if (news.missed || news.orders.some(({ _id }) => _id === id)) call.reload();
  });
  const order = call.data;

  if (call.missing) {
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
        <ChevronLeft className="size-4" aria-hidden="true" />
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
              onChoose={(status) => desk.acts.askStatus(order, status)}
            />
            {order.deleted ? (
              <Button onClick={() => desk.acts.restore(order)}>Restore</Button>
            ) : (
              <Button variant="secondary" onClick={() => desk.acts.askDelete(order)}>
                Delete
              </Button>
            )}
          </>
        )}
      </PageHead>
      <Problem message={desk.problem} onDismiss={desk.dismiss} />
      {call.error && <Problem message={call.error} onRetry={call.reload} />}
      {!order && !call.error && (
        <div className="grid min-h-96 place-items-center text-ink-soft">
          <Spinner large label="Loading order…" />
        </div>
      )}
      {order && <OrderDetails order={order} acts={desk.acts} />}
      {desk.dialogs}
    </>
  );
}
