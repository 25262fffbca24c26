import { Link } from 'react-router';
import type { DashboardStats } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';

/** The six figures at the top. */
export function Cards({ stats }: { stats: DashboardStats | undefined }) {
  const count = (value: number | undefined) => value?.toLocaleString('en-IN');
  const amount = (value: number | undefined) => (value === undefined ? undefined : shortRupees(value));
  return (
    <ul aria-label="Figures" className="grid grid-cols-2 gap-3 md:grid-cols-3 2xl:grid-cols-6">
      <Card label="Today's Sales" value={amount(stats?.sales.today.amount)} strong />
      <Card label="Monthly Sales" value={amount(stats?.sales.month.amount)} strong />
      <Card label="Orders" value={count(stats?.totalOrders)} to="/admin/orders" />
      <Card label="Total Products" value={count(stats?.totalProducts)} to="/admin/products" />
      <Card label="Total Users" value={count(stats?.totalUsers)} />
      <Card label="Guest Users" value={count(stats?.guestUsersCount)} />
    </ul>
  );
}

function Card(props: { label: string; value: string | undefined; to?: string; strong?: boolean }) {
  const { label, value, to, strong = false } = props;
  const look = `block min-w-0 rounded-md p-4 ring-1 ${strong ? 'bg-press-tint ring-press-tint' : 'bg-card ring-line'}`;
  const content = (
    <>
      <span className={`block text-xs ${strong ? 'text-press' : 'text-ink-soft'}`}>{label}</span>
      <span className="figures mt-1 block truncate font-serif text-base font-semibold sm:text-xl">
        {value ?? <span className="skeleton block h-lh w-16" />}
      </span>
    </>
  );
  return (
    <li className="min-w-0">
      {to ? (
        <Link to={to} className={`${look} hover:ring-line-strong`}>
          {content}
        </Link>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  );
}
