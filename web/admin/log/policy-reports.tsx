import { useQuery } from '@tanstack/react-query';
import { orderDate } from '../../../shared/order-date.ts';
import { read } from '../parts/data.ts';

/** What browsers have blocked on the shop's pages; nothing if there are no reports. */
export function PolicyReports() {
  const { data = [] } = useQuery(read('GET /admin/policy-reports'));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="blocked" className="mt-10">
      <h2 id="blocked" className="text-lg">
        Blocked by browsers
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-soft">
        The security policy of a page has blocked these in a visitor’s browser in the last 30 days. One or two
        come from the visitor’s own device. If an address is reported often, tell the person who runs your
        server.
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {data.map(({ _id, directive, blocked, page, reports, lastAt }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{blocked}</span>{' '}
              <span className="text-ink-soft">
                on {page} ({directive})
              </span>
            </span>
            <span className="figures text-xs text-ink-soft">
              {reports === 1 ? '1 report' : `${reports} reports`}, last {orderDate(lastAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
