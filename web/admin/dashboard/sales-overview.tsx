import type { DashboardStats, SalesPeriod } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { growth } from './amounts.ts';
import { DataSection, type Shown } from './section.tsx';

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
