import { Link } from 'react-router';
import type { DashboardStats } from '../../../shared/contract/reports.ts';
import { Section, SkeletonLines } from './section.tsx';

const statuses = [
  ['active', 'Active', 'bg-leaf'],
  ['featured', 'Featured', 'bg-turmeric'],
  ['draft', 'Draft', 'bg-line-strong'],
  ['archived', 'Archived', 'bg-line'],
] as const;

/** How many products stand in each status, as one band and as figures. */
export function ProductStatuses(props: {
  counts: DashboardStats['productStatusStats'] | undefined;
  className: string;
}) {
  const { counts, className } = props;
  return (
    <Section title="Product Status Overview" className={className}>
      {counts ? (
        <>
          <div aria-hidden="true" className="my-2 flex h-2 gap-0.5 overflow-hidden rounded-full">
            {statuses.map(([status, , colour]) => {
              const count = counts[status];
              return count ? <span key={status} className={colour} style={{ flexGrow: count }} /> : null;
            })}
          </div>
          <ul className="divide-y divide-line">
            {statuses.map(([status, label, colour]) => (
              <li key={status}>
                <Link
                  to={`/admin/products?status=${status}`}
                  className="flex h-11 items-center gap-3 hover:bg-paper-deep"
                >
                  <span aria-hidden="true" className={`size-2.5 rounded-full ${colour}`} />
                  <span className="flex-1">{label}</span>
                  <span className="figures font-semibold">
                    {(counts[status] ?? 0).toLocaleString('en-IN')}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <SkeletonLines count={4} height="h-11" />
      )}
    </Section>
  );
}
