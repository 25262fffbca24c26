import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { Button } from '../../../ui/button.tsx';
import { TestBadge } from '../../../ui/test-badge.tsx';
import { invalidate, isMissing, read, useMay } from '../../parts/data.ts';
import { ErrorBanner } from '../../parts/page/error-banner.tsx';
import { Loaded, LoadingArea, Missing } from '../../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../../parts/page/page-head.tsx';
import { useOrderActions } from '../order-actions.tsx';
import { RefundBadge, StatusSelect } from '../status.tsx';
import { useOrderUpdates } from '../use-order-updates.ts';
import { OrderDetails } from './details.tsx';

/** One order on its own page, to which the mails about new orders link. */
export default function OrderPage() {
  const { id = '' } = useParams();
  const query = useQuery(read('GET /order/admin/:id', { params: { id } }));
  const { actions, problem, dismiss, dialog } = useOrderActions();
  const may = useMay();
  useOrderUpdates((updates) => {
    if (updates.missed || updates.orders.some(({ _id }) => _id === id))
      void invalidate('GET /order/admin/:id');
  });

  const { data: order, error } = query;
  if (isMissing(error))
    return (
      <Missing
        title="Order not found"
        text="There is no order with this address."
        to="/admin/orders"
        all="All orders"
      />
    );
  return (
    <>
      <BackLink to="/admin/orders">All orders</BackLink>
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
            {!may('orders.edit') ? null : order.deleted ? (
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
      <Loaded
        query={query}
        failed="Failed to load orders. Please try again."
        loading={<LoadingArea label="Loading order…" />}
      >
        {(loaded) => <OrderDetails order={loaded} actions={actions} />}
      </Loaded>
      {dialog}
    </>
  );
}
