import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { formQuery, read } from '../../parts/data.ts';
import { Loaded, LoadingArea } from '../../parts/page/loaded.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { draftOf, emptyDraft } from './draft.ts';
import { OrderForm } from './form.tsx';

/** Creates an order for a customer who calls, writes or stands at the stall; with `?from=`, one like another order. */
export default function NewOrderPage() {
  const from = useSearchParams()[0].get('from');
  return (
    <>
      <Link
        to="/admin/orders"
        className="mb-1 inline-flex min-h-8 items-center gap-1 text-press underline-offset-4 hover:underline"
      >
        <ChevronLeft className="size-4" />
        All orders
      </Link>
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
