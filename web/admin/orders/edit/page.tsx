import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';
import { formQuery, isMissing, read } from '../../parts/data.ts';
import { Loaded, LoadingArea } from '../../parts/page/loaded.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { EditForm } from './form.tsx';

/** Changes the products of an order that has not shipped. */
export default function EditOrderPage() {
  const { id = '' } = useParams();
  const query = useQuery({ ...read('GET /order/admin/:id', { params: { id } }), ...formQuery });
  if (isMissing(query.error)) {
    return (
      <Empty
        level={1}
        title="Order not found"
        text="There is no order with this address."
        link={['/admin/orders', 'All orders']}
      />
    );
  }
  const { data: order } = query;
  return (
    <>
      <Link
        to={`/admin/orders/${id}`}
        className="mb-1 inline-flex min-h-8 items-center gap-1 text-press underline-offset-4 hover:underline"
      >
        <ChevronLeft className="size-4" />
        {order ? `Order ${order.order_number}` : 'Order'}
      </Link>
      <PageHead
        title="Change items"
        subtitle="Products of the order keep the price for which they were bought"
      />
      <Loaded
        query={query}
        failed="The order could not be loaded. Please try again."
        loading={<LoadingArea label="Loading order…" />}
      >
        {(loaded) => <EditForm key={loaded.updatedAt} order={loaded} />}
      </Loaded>
    </>
  );
}
