import { useState } from 'react';
import type { BestSeller } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { ProductLine } from './product-line.tsx';
import { Section, SkeletonLines } from './section.tsx';

const orders = [
  ['quantity', 'Units'],
  ['revenue', 'Revenue'],
] as const;

/** The best sellers of 30 days, by units or by revenue. */
export function BestSellers(props: { sellers: BestSeller[] | undefined; className: string }) {
  const { sellers, className } = props;
  const [by, setBy] = useState<'quantity' | 'revenue'>('quantity');
  const first = sellers?.toSorted((a, b) => b[by] - a[by]).slice(0, 5);
  const choice = (
    <fieldset className="flex rounded-full bg-paper-deep p-0.5 text-xs">
      <legend className="sr-only">Best sellers by</legend>
      {orders.map(([value, label]) => (
        <label
          key={value}
          className="grid min-h-8 cursor-pointer place-items-center rounded-full px-3 text-ink-soft has-checked:bg-card has-checked:font-semibold has-checked:text-ink has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-press"
        >
          <input
            type="radio"
            name="best-sellers"
            value={value}
            checked={by === value}
            onChange={() => setBy(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
  return (
    <Section title="Best sellers" aside={choice} className={className}>
      {!first && <SkeletonLines count={5} height="h-14" />}
      {first?.length === 0 && <p className="py-3 text-ink-soft">Nothing was sold in the last 30 days.</p>}
      <ol className="divide-y divide-line">
        {first?.map((seller) => (
          <ProductLine
            key={seller._id}
            product={seller}
            note={by === 'quantity' ? shortRupees(seller.revenue) : unitsText(seller.quantity)}
          >
            <span className="figures shrink-0 font-semibold">
              {by === 'quantity' ? unitsText(seller.quantity) : shortRupees(seller.revenue)}
            </span>
          </ProductLine>
        ))}
      </ol>
    </Section>
  );
}

const unitsText = (count: number) => `${count.toLocaleString('en-IN')} ${count === 1 ? 'unit' : 'units'}`;
