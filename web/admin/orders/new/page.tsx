import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formQuery, read } from '../../parts/data.ts';
import { Loaded, LoadingArea } from '../../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../../parts/page/page-head.tsx';
import { draftOf, emptyDraft } from './draft.ts';
import { OrderForm } from './form.tsx';

/** Creates an order for a customer who calls, writes or stands at the stall; with `?from=`, one like another order. */
export default function NewOrderPage() {
  const from = useSearchParams()[0].get('from');
  return (
    <>
      <BackLink to="/admin/orders">All orders</BackLink>
      <PageHead title="Create order" subtitle="For a customer who calls, writes or stands at your stall" />
      {from ? <Duplicate id={from} /> : <OrderForm start={emptyDraft} />}
    </>
  );
}

function Duplicate({ id }: { id: string }) {
  const query = useQuery({ ...read('GET /order/admin/:id', { params: { id } }), ...formQuery });
  return (
    <Loaded
      query={query}
      failed="The order could not be loaded. Please try again."
      loading={<LoadingArea label="Loading order…" />}
    >
      {(order) => <OrderForm key={id} start={draftOf(order)} />}
    </Loaded>
  );
}
