import { useQuery } from '@tanstack/react-query';
import { Empty } from '../../../ui/empty.tsx';
import { read } from '../../parts/data.ts';
import { Loaded } from '../../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../../parts/page/page-head.tsx';
import { PrintProgress } from './print-progress.tsx';

/** The documents that this admin has printed in the last day. */
export default function Documents() {
  const query = useQuery(read('GET /order/admin/print-jobs'));
  return (
    <>
      <BackLink to="/admin/orders">All orders</BackLink>
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
