import { Link } from 'react-router';
import { orderFilterStatus } from '../../../shared/contract/orders/orders.ts';
import type { DashboardStats } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { OrderBadge } from '../orders/status.tsx';
import { formatCount } from '../parts/text.ts';
import { DataSection, type Shown } from './section.tsx';

/** The number and revenue of the orders in each status, in the order of fulfilment. */
export function OrdersByStatus({ data, className }: Shown<DashboardStats['ordersByStatus']>) {
  const rows =
    data &&
    orderFilterStatus.options.flatMap((status) => (data[status] ? [{ status, ...data[status] }] : []));
  return (
    <DataSection
      title="Orders by Status"
      lines={5}
      height="h-11"
      empty="No order data available."
      data={rows}
      className={className}
    >
      {(figures) => (
        <table className="office-table">
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col" className="amount">
                Orders
              </th>
              <th scope="col" className="amount">
                Revenue
              </th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ status, count, revenue }) => (
              <tr key={status}>
                <td>
                  <Link to={`/admin/orders?status=${status}`} className="inline-grid min-h-8 items-center">
                    <OrderBadge status={status} />
                  </Link>
                </td>
                <td className="figures amount">{formatCount(count)}</td>
                <td className="figures amount font-semibold">{shortRupees(revenue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </DataSection>
  );
}

const productStatuses = [
  ['active', 'Active', 'bg-leaf'],
  ['featured', 'Featured', 'bg-turmeric'],
  ['draft', 'Draft', 'bg-line-strong'],
  ['archived', 'Archived', 'bg-line'],
] as const;

/** The number of products in each status, as a bar and as figures. */
export function ProductStatuses(shown: Shown<DashboardStats['productStatusStats']>) {
  return (
    <DataSection title="Product Status Overview" lines={4} height="h-11" {...shown}>
      {(counts) => (
        <>
          <div aria-hidden="true" className="my-2 flex h-2 gap-0.5 overflow-hidden rounded-full">
            {productStatuses.map(([status, , colour]) => {
              const count = counts[status];
              return count ? <span key={status} className={colour} style={{ flexGrow: count }} /> : null;
            })}
          </div>
          <ul className="divide-y divide-line">
            {productStatuses.map(([status, label, colour]) => (
              <li key={status}>
                <Link
                  to={`/admin/products?status=${status}`}
                  className="flex h-11 items-center gap-3 hover:bg-paper-deep"
                >
                  <span aria-hidden="true" className={`size-2.5 rounded-full ${colour}`} />
                  <span className="flex-1">{label}</span>
                  <span className="figures font-semibold">{formatCount(counts[status] ?? 0)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </DataSection>
  );
}
