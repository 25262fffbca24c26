import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Store } from 'lucide-react';
import { Link } from 'react-router';
import { type DemoContent, demoParts } from '../../../shared/contract/demo.ts';
import { orderFilterStatus } from '../../../shared/contract/orders/orders.ts';
import type { DashboardStats } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { RefundApprovals } from '../orders/detail/refund-approvals.tsx';
import { TestOrdersNotice } from '../orders/list/test-orders.tsx';
import { OrderBadge } from '../orders/status.tsx';
import { confirm } from '../parts/confirm.tsx';
import { queryClient, read, useAction, useMay } from '../parts/data.ts';
import { LoadError } from '../parts/page/loaded.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import { Figures } from '../parts/page/section.tsx';
import { counted, formatBytes, formatCount } from '../parts/text.ts';
import { SetupCard } from '../setup/setup-card.tsx';
import { BestSellers, LowStock, RecentProducts } from './product-sections.tsx';
import { Sales, SalesOverview } from './sales.tsx';
import { DataSection, type Shown } from './section.tsx';
import { Visits } from './visits.tsx';

/** The first page of the back office: the figures of today (spec §2 Admin dashboard). */
export default function Dashboard() {
  const figures = useQuery({ ...read('GET /auth/admin/stats'), refetchOnWindowFocus: true });
  const may = useMay();
  const { data: demo } = useQuery({ ...read('GET /demo'), enabled: may('settings.edit') });
  const { data: guide } = useQuery({ ...read('GET /setup'), enabled: may('settings.edit') });
  const stats = figures.data;
  const editsCatalogue = may('catalogue.edit');
  // Before that, all figures are zero.
  const isSelling = guide?.isOpen !== false || Boolean(stats?.totalOrders);
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
      {guide?.isOpen === false && <SetupCard guide={guide} />}
      {isSelling && <ShopFigures stats={stats} left={guide?.findings.length ?? 0} />}
      {isSelling && <Visits />}
      {demo?.live === false && <DemoNotice demo={demo} />}
      {stats && <LastBackup stats={stats} />}
    </>
  );
}

/** The figures of a shop that sells. */
function ShopFigures({ stats, left }: { stats: DashboardStats | undefined; left: number }) {
  const may = useMay();
  const editsCatalogue = may('catalogue.edit');
  return (
    <>
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
        <Sales days={stats?.days} former={stats?.formerShop} className="md:col-span-6 xl:col-span-8" />
        <div className="grid content-start gap-9 md:col-span-6 md:max-xl:grid-cols-2 xl:col-span-4">
          <SalesOverview data={stats?.sales} />
          {may('refunds.approve') && <RefundApprovals />}
          {may('alerts.resolve') && <NeedsAttention key={stats?.attention} stats={stats} left={left} />}
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
    </>
  );
}

const STALE_MS = 2 * 86_400_000;

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

/** Open alerts, orders to pack and ship, and `left`: what the set-up guide still advises. */
function NeedsAttention({ stats, left }: { stats: DashboardStats | undefined; left: number }) {
  const count = stats?.attention;
  const newest = useQuery({ ...read('GET /attention', { query: { limit: 3 } }), enabled: Boolean(count) });
  const items = count === 0 || newest.isError ? [] : newest.data?.items;
  const waiting = stats ? waitingFor(stats, left) : [];
  return (
    <DataSection
      title="Needs attention"
      lines={3}
      data={items}
      empty={
        count === 0 &&
        (waiting.length > 0 ? (
          <>
            No alerts. <Waiting links={waiting} />
          </>
        ) : (
          <p className="flex items-center gap-2">
            <CircleCheck className="size-4.5 shrink-0 text-leaf" />
            Everything is in order.
          </p>
        ))
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
          {waiting.length > 0 && (
            <li>
              <Waiting links={waiting} />
            </li>
          )}
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

type Waits = { count: number; text: string; to: string };

const waitingFor = ({ toPack, toShip }: DashboardStats, left: number): Waits[] =>
  [
    { count: toPack, text: `${counted(toPack, 'order')} to pack`, to: '/admin/orders?view=to_pack' },
    { count: toShip, text: `${counted(toShip, 'order')} to ship`, to: '/admin/orders?view=to_ship' },
    { count: left, text: `${counted(left, 'thing')} left in the set-up`, to: '/admin/setup' },
  ].filter(({ count }) => count > 0);

function Waiting({ links }: { links: Waits[] }) {
  return (
    <span className="inline-flex flex-wrap gap-x-4">
      {links.map(({ text, to }) => (
        <Link
          key={to}
          to={to}
          className="inline-grid min-h-8 items-center text-press underline underline-offset-4"
        >
          {text}
        </Link>
      ))}
    </span>
  );
}

/** Lists the remaining demo content and removes it; highlighted once real payments are taken. */
function DemoNotice({ demo }: { demo: DemoContent }) {
  const { live } = demo;
  const parts = demoParts(demo);
  const remove = useAction(async () => {
    await call('POST /demo/remove');
    toast('The demo content was removed', 'success');
    void queryClient.invalidateQueries();
  }, 'The demo content could not be removed. Please try again.');
  if (parts.length === 0) return null;

  const confirmRemoval = () =>
    confirm({
      title: 'Remove demo content',
      action: 'Remove demo content',
      text: (
        <>
          <p>The following is removed from the shop:</p>
          <PartList parts={parts} />
          <p>
            Demo policies are replaced by drafts, which shoppers do not see until you publish them. Everything
            that you created or changed stays, and so do all orders. This can’t be undone.
          </p>
        </>
      ),
      onConfirm: () => remove.run(),
    });

  return (
    <section
      aria-label="Demo content"
      className={`my-5 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md px-4 py-3 ${
        live ? 'bg-madder-tint text-madder' : 'bg-card ring-1 ring-line'
      }`}
    >
      <Store className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-52 flex-1">
        <p className="font-medium">
          {live
            ? 'This shop takes real payments and still shows demo content.'
            : 'This shop still shows demo content. Remove it before you sell.'}
        </p>
        <PartList parts={parts} />
      </div>
      <Button variant="secondary" onClick={confirmRemoval}>
        Remove demo content
      </Button>
    </section>
  );
}

function PartList({ parts }: { parts: string[] }) {
  return (
    <ul className="mt-1 list-disc pl-5">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}

function OrdersByStatus({ data, className }: Shown<DashboardStats['ordersByStatus']>) {
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

function ProductStatuses(shown: Shown<DashboardStats['productStatusStats']>) {
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
