import { Link } from 'react-router';
import { orderFilterStatus } from '../../../shared/contract/orders.ts';
import type { DashboardStats } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { OrderBadge } from '../orders/status.tsx';
import { Section, SkeletonLines } from './section.tsx';

type Statuses = DashboardStats['ordersByStatus'];

/** How many orders stand in each status and what they keep, in the order that an order goes. */
export function OrdersByStatus(props: { statuses: Statuses | undefined; className: string }) {
  const { statuses, className } = props;
  const rows = orderFilterStatus.options.flatMap((status) => {
    const figures = statuses?.[status];
    return figures ? [{ status, ...figures }] : [];
  });
  return (
    <Section title="Orders by Status" className={className}>
      {!statuses && <SkeletonLines count={5} height="h-11" />}
      {statuses && rows.length === 0 && <p className="py-3 text-ink-soft">No order data available.</p>}
      {rows.length > 0 && (
        <table className="office-table">
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">
                <span className="block text-right">Orders</span>
              </th>
              <th scope="col">
                <span className="block text-right">Revenue</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ status, count, revenue }) => (
              <tr key={status}>
                <td>
                  <Link to={`/admin/orders?status=${status}`} className="inline-grid min-h-8 items-center">
                    <OrderBadge status={status} />
                  </Link>
                </td>
                <td className="figures text-right">{count.toLocaleString('en-IN')}</td>
                <td className="figures text-right font-semibold">{shortRupees(revenue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
