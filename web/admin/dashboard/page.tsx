import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DashboardStats } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/order-date.ts';
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
import { NeedsAttention } from './needs-attention.tsx';
import { BestSellers, LowStock, RecentProducts } from './product-sections.tsx';
import { Sales, SalesOverview } from './sales.tsx';
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
function LastBackup({ stats: { lastBackupAt: at, lastBackup } }: { stats: DashboardStats }) {
  const maySeeSettings = useMay()('settings.edit');
  const isStale = at !== null && Date.now() - Date.parse(at) > STALE_MS;
  return (
    <p className={`mt-9 text-sm wrap-anywhere ${isStale ? 'text-madder' : 'text-ink-soft'}`}>
      Last good backup: {at ? orderDate(at) : 'none yet'}
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
