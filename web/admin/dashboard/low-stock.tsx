import { Link } from 'react-router';
import type { DashboardStats } from '../../../shared/contract/reports.ts';
import { StockBadge } from '../products/stock-badge.tsx';
import { ProductLine } from './product-line.tsx';
import { Section, SkeletonLines } from './section.tsx';

/** What shoppers will soon find sold out; each leads to where its stock is changed. */
export function LowStock(props: { low: DashboardStats['lowStock'] | undefined; className: string }) {
  const { low, className } = props;
  const more = low ? low.total - low.items.length : 0;
  return (
    <Section title="Low stock" className={className}>
      {!low && <SkeletonLines count={5} height="h-14" />}
      {low?.total === 0 && <p className="py-3 text-ink-soft">Nothing runs low.</p>}
      <ul className="divide-y divide-line">
        {low?.items.map((item) => (
          <ProductLine
            key={`${item._id} ${item.variant}`}
            product={item}
            note={item.variant || (item.countInStock === 0 ? 'Sold out' : 'Runs low')}
          >
            <StockBadge count={item.countInStock} />
          </ProductLine>
        ))}
      </ul>
      {more > 0 && (
        <p className="figures pt-2 text-xs">
          <Link
            to="/admin/products?stock=restock"
            className="inline-flex min-h-9 items-center text-press underline underline-offset-4"
          >
            and {more.toLocaleString('en-IN')} more
          </Link>
        </p>
      )}
    </Section>
  );
}
