import type { DashboardStats, SalesPeriod } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { growth } from './amounts.ts';
import { Section, SkeletonLines } from './section.tsx';

const periods = [
  ['today', 'Today', 'yesterday'],
  ['week', 'This Week', 'last week'],
  ['month', 'This Month', 'last month'],
  ['year', 'This Year', 'last year'],
] as const;

/** What the shop took, beside what it had taken by the same time of the period before. */
export function SalesOverview({ sales }: { sales: DashboardStats['sales'] | undefined }) {
  return (
    <Section title="Sales Overview">
      {sales ? (
        <dl className="divide-y divide-line">
          {periods.map(([name, label, before]) => (
            <Period key={name} label={label} than={before} period={sales[name]} />
          ))}
        </dl>
      ) : (
        <SkeletonLines count={4} height="h-14" />
      )}
    </Section>
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
