import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';
import { read } from '../../parts/data.ts';
import { Loaded } from '../../parts/page/loaded.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { PrintProgress } from './print-progress.tsx';

/** The documents that this admin has printed in the last day. */
export default function Documents() {
  const query = useQuery(read('GET /order/admin/print-jobs'));
  return (
    <>
      <Link
        to="/admin/orders"
        className="mb-1 inline-flex min-h-8 items-center gap-1 text-press underline-offset-4 hover:underline"
      >
        <ChevronLeft className="size-4" />
        All orders
      </Link>
      <PageHead title="Documents" subtitle="Printed from the list of orders. They are deleted after a day." />
      <Loaded query={query} failed="Failed to load documents. Please try again.">
        {(jobs) =>
          jobs.length === 0 ? (
            <Empty
              title="No documents"
              text="Print slips, labels, invoices or a pick list from the list of orders."
              link={['/admin/orders', 'All orders']}
            />
          ) : (
            jobs.map((job) => <PrintProgress key={job._id} job={job} />)
          )
        }
      </Loaded>
    </>
  );
}
