import { useQuery } from '@tanstack/react-query';
import { shortRupees } from '../../../shared/money.ts';
import { read } from '../parts/data.ts';

/** The four figures above the orders. */
export function StatCards() {
  const { data: stats } = useQuery(read('GET /order/admin/stats'));
  const count = (value: number | undefined) => value?.toLocaleString('en-IN');
  return (
    <dl className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Card label="Total Orders" value={count(stats?.totalOrders)} />
      <Card label="Total Revenue" value={stats && shortRupees(stats.totalRevenue)} />
      <Card label="Pending Orders" value={count(stats?.pendingOrders)} />
      <Card label="Paid Orders" value={count(stats?.paidOrders)} />
    </dl>
  );
}

function Card({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div className="min-w-0 rounded-md bg-card p-4 ring-1 ring-line">
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="figures mt-1 truncate text-base font-semibold sm:text-xl">
        {value ?? <span className="skeleton block h-lh w-16" />}
      </dd>
    </div>
  );
}
