import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { DashboardStats, SalesDay, SalesPeriod } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { Empty } from '../../ui/empty.tsx';
import { counted } from '../parts/text.ts';
import { DataSection, growth, Section, type Shown, shortDay } from './section.tsx';

const SalesChart = lazy(() => import('./sales-chart.tsx'));

/** Sales by day, compared with the 30 days before: a chart, the totals, and a table. */
export function Sales(props: {
  days: SalesDay[] | undefined;
  former: DashboardStats['formerShop'] | undefined;
  className: string;
}) {
  const { days, former, className } = props;
  const total = sum(days, 'amount');
  const before = sum(days, 'before');
  const grown = growth(total, before);
  const quiet = days?.every((day) => day.amount === 0 && day.before === 0);
  return (
    <Section title="Sales of the last 30 days" aside={<Legend />} className={className}>
      {quiet ? (
        <Empty level={3} title="No sales yet" text="Paid orders are shown here by day." />
      ) : (
        <>
          <p className="mb-3 flex min-h-14 flex-wrap content-start sm:min-h-8 items-baseline gap-x-3">
            {days ? (
              <>
                <span className="figures font-serif text-xl font-semibold">{shortRupees(total)}</span>
                <span className="figures text-ink-soft">
                  {grown && `${grown} on `}
                  {shortRupees(before)} in the 30 days before
                </span>
              </>
            ) : (
              <span className="skeleton h-7 w-64" />
            )}
          </p>
          <div className="h-64 sm:h-72 xl:h-100">
            <Suspense fallback={skeleton}>{days ? <SalesChart days={days} /> : skeleton}</Suspense>
          </div>
          <details className="mt-1">
            <summary className="inline-block min-h-6 cursor-pointer py-2 text-xs text-press underline-offset-4 hover:underline">
              Show as a table
            </summary>
            {days && <DayTable days={days} />}
          </details>
        </>
      )}
      {former && former.orders > 0 && <FormerShop former={former} />}
    </Section>
  );
}

/** The sales of the former shop, which are in no other figure. */
const FormerShop = ({ former: { orders, amount, recent } }: { former: DashboardStats['formerShop'] }) => (
  <p className="figures mt-3 border-t border-line pt-3 text-ink-soft">
    {`Former shop, not in these figures: ${recent > 0 ? `${shortRupees(recent)} in the last 30 days, ` : ''}${shortRupees(amount)} in all, `}
    <Link to="/admin/former-orders" className="text-press underline underline-offset-4">
      {counted(orders, 'old order')}
    </Link>
  </p>
);

const skeleton = <div className="skeleton h-full" />;

const sum = (days: SalesDay[] | undefined, figure: 'amount' | 'before') =>
  days?.reduce((all, day) => all + day[figure], 0) ?? 0;

function Legend() {
  return (
    <p aria-hidden="true" className="flex gap-4 text-xs text-ink-soft">
      <span className="inline-flex items-center gap-2">
        <span className="w-5 border-t-2 border-press" />
        Last 30 days
      </span>
      <span className="inline-flex items-center gap-2">
        <span className="w-5 border-t-2 border-dashed border-line-strong" />
        30 days before
      </span>
    </p>
  );
}

function DayTable({ days }: { days: SalesDay[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Sales by day" tabIndex={0} className="max-h-80 overflow-y-auto">
      <table className="office-table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Sales</th>
            <th scope="col">30 days before</th>
          </tr>
        </thead>
        <tbody className="figures">
          {days.toReversed().map(({ day, amount, before }) => (
            <tr key={day}>
              <td>{shortDay(day)}</td>
              <td>{shortRupees(amount)}</td>
              <td className="text-ink-soft">{shortRupees(before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const periods = [
  ['today', 'Today', 'yesterday'],
  ['week', 'This Week', 'last week'],
  ['month', 'This Month', 'last month'],
  ['year', 'This Year', 'last year'],
] as const;

/** The sales of each period, compared with the same time of the period before. */
export function SalesOverview(shown: Shown<DashboardStats['sales']>) {
  return (
    <DataSection title="Sales Overview" lines={4} {...shown}>
      {(sales) => (
        <dl className="divide-y divide-line">
          {periods.map(([name, label, before]) => (
            <Period key={name} label={label} than={before} period={sales[name]} />
          ))}
        </dl>
      )}
    </DataSection>
  );
}

function Period({ label, than, period }: { label: string; than: string; period: SalesPeriod }) {
  const grown = growth(period.amount, period.before);
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-1.5">
      <dt>{label}</dt>
      <dd className="text-right">
        <span className="figures block font-semibold">{shortRupees(period.amount)}</span>
        <span className="figures block text-xs text-ink-soft">
          {grown ? (
            <>
              <strong
                className={grown === '0%' ? '' : period.amount < period.before ? 'text-madder' : 'text-leaf'}
              >
                {grown}
              </strong>{' '}
              on {than} by now
            </>
          ) : (
            `Nothing ${than} by now`
          )}
        </span>
      </dd>
    </div>
  );
}
