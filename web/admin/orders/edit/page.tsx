import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';
import { formQuery, isMissing, read } from '../../parts/data.ts';
import { Loaded, LoadingArea } from '../../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../../parts/page/page-head.tsx';
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
      <BackLink to={`/admin/orders/${id}`}>{order ? `Order ${order.order_number}` : 'Order'}</BackLink>
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
