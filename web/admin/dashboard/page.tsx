import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { DashboardStats } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { RefundApprovals } from '../orders/detail/refund-approvals.tsx';
import { TestOrdersNotice } from '../orders/list/test-orders.tsx';
import { read } from '../parts/data.ts';
import { useMay } from '../parts/me.ts';
import { Figures } from '../parts/page/figures.tsx';
import { LoadError } from '../parts/page/loaded.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import { formatBytes, formatCount } from '../parts/text.ts';
import { DemoNotice } from './demo-notice.tsx';
import { BestSellers, LowStock, RecentProducts } from './product-sections.tsx';
import { Sales, SalesOverview } from './sales.tsx';
import { DataSection } from './section.tsx';
import { OrdersByStatus, ProductStatuses } from './statuses.tsx';
import { Visits } from './visits.tsx';

/** The first page of the back office: the figures of today (spec §2 Admin dashboard). */
export default function Dashboard() {
  const figures = useQuery({ ...read('GET /auth/admin/stats'), refetchOnWindowFocus: true });
  const may = useMay();
  const { data: demo } = useQuery({ ...read('GET /demo'), enabled: may('settings.edit') });
  const stats = figures.data;
  const editsCatalogue = may('catalogue.edit');
  return (
    <>
      <PageHead title="Dashboard">
        {editsCatalogue && (
          <section aria-label="Quick Actions" className="flex flex-wrap items-center gap-2">
            <h2 className="mr-1 font-sans text-xs font-medium text-ink-soft">Quick Actions</h2>
            <ButtonLink href="/admin/products" variant="secondary">
              All Products
            </ButtonLink>
            <ButtonLink href="/admin/products/new">Add Product</ButtonLink>
          </section>
        )}
      </PageHead>
      <LoadError query={figures} failed="Failed to load data. Please try again." />
      {demo?.live && <DemoNotice demo={demo} />}
      <TestOrdersNotice />
      <Figures
        figures={[
          { label: "Today's Sales", value: stats && shortRupees(stats.sales.today.amount), strong: true },
          { label: 'Monthly Sales', value: stats && shortRupees(stats.sales.month.amount), strong: true },
          { label: 'Orders', value: stats && formatCount(stats.totalOrders), to: '/admin/orders' },
          {
            label: 'Total Products',
            value: stats && formatCount(stats.totalProducts),
            to: '/admin/products',
          },
          { label: 'Total Users', value: stats && formatCount(stats.totalUsers) },
          { label: 'Guest Users', value: stats && formatCount(stats.guestUsersCount) },
        ]}
        className="md:grid-cols-3 2xl:grid-cols-6"
      />
      <div className="mt-8 grid gap-x-8 gap-y-9 md:grid-cols-6 xl:grid-cols-12">
        <Sales days={stats?.days} className="md:col-span-6 xl:col-span-8" />
        <div className="grid content-start gap-9 md:col-span-6 md:max-xl:grid-cols-2 xl:col-span-4">
          <SalesOverview data={stats?.sales} />
          {may('refunds.approve') && <RefundApprovals />}
          {may('alerts.resolve') && <NeedsAttention key={stats?.attention} count={stats?.attention} />}
        </div>
        <BestSellers data={stats?.bestSellers} className="md:col-span-3 xl:col-span-4" />
        {editsCatalogue && <LowStock data={stats?.lowStock} className="md:col-span-3 xl:col-span-4" />}
        <OrdersByStatus data={stats?.ordersByStatus} className="md:col-span-6 xl:col-span-4" />
        {editsCatalogue && (
          <>
            <RecentProducts data={stats?.recentProducts} className="md:col-span-6 xl:col-span-8" />
            <ProductStatuses data={stats?.productStatusStats} className="md:col-span-6 xl:col-span-4" />
          </>
        )}
      </div>
      <Visits />
      {demo?.live === false && <DemoNotice demo={demo} />}
      {stats && <LastBackup stats={stats} />}
    </>
  );
}

const STALE_MS = 2 * 86_400_000;

/** When the last good backup was made, its size and its place. */
function LastBackup({ stats: { lastBackupAt: madeAt, lastBackup } }: { stats: DashboardStats }) {
  const maySeeSettings = useMay()('settings.edit');
  const isStale = madeAt !== null && Date.now() - Date.parse(madeAt) > STALE_MS;
  return (
    <p className={`mt-9 text-sm wrap-anywhere ${isStale ? 'text-madder' : 'text-ink-soft'}`}>
      Last good backup: {madeAt ? orderDate(madeAt) : 'none yet'}
      {lastBackup && ` (verified, ${formatBytes(lastBackup.bytes)}, ${lastBackup.file})`}
      {isStale && '. The backups of the last two days failed or were not made.'}{' '}
      {maySeeSettings && (
        <Link to="/admin/backups" className="whitespace-nowrap text-press underline underline-offset-4">
          Backups
        </Link>
      )}
    </p>
  );
}

/** The newest entries that need attention. */
function NeedsAttention({ count }: { count: number | undefined }) {
  const newest = useQuery({ ...read('GET /attention', { query: { limit: 3 } }), enabled: Boolean(count) });
  const items = count === 0 || newest.isError ? [] : newest.data?.items;
  return (
    <DataSection
      title="Needs attention"
      lines={3}
      data={items}
      empty={
        count === 0 && (
          <p className="flex items-center gap-2">
            <CircleCheck className="size-4.5 text-leaf" />
            Everything is in order.
          </p>
        )
      }
      aside={
        <Link
          to="/admin/attention"
          className="grid min-h-9 place-items-center text-xs text-press underline-offset-4 hover:underline"
        >
          {count ? `See all ${formatCount(count)}` : 'See all'}
        </Link>
      }
    >
      {(shown) => (
        <ul className="grid gap-2">
          {shown.map((item) => (
            <li key={item._id}>
              <Link
                to={`/admin/attention#${item._id}`}
                className="flex items-center gap-3 rounded-md bg-turmeric-tint px-3 py-2 text-ink hover:ring-1 hover:ring-turmeric"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{item.title}</span>
                  {item.order_number && (
                    <span className="block text-xs text-turmeric-ink">Order {item.order_number}</span>
                  )}
                </span>
                {item.amount !== null && (
                  <span className="figures shrink-0 font-semibold">{shortRupees(item.amount)}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </DataSection>
  );
}
