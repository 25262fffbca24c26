import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { BestSeller, DashboardStats, RecentProduct } from '../../../shared/contract/reports.ts';
import { shortRupees } from '../../../shared/money.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { counted, formatCount } from '../parts/text.ts';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { StatusBadge, StockBadge } from '../products/stock-badge.tsx';
import { DataSection, type Shown } from './section.tsx';

/** A product in a list: its picture, its name and a line below; what is beside it as children. */
export function ProductLine(props: {
  product: { _id: string; name: string; image: string | null };
  note: ReactNode;
  children: ReactNode;
}) {
  const { product, note, children } = props;
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5">
      <Thumbnail path={product.image} className="w-10" />
      <span className="min-w-0 flex-1">
        <Link
          to={`/admin/products/edit/${product._id}`}
          className="block truncate font-medium underline-offset-4 hover:underline"
        >
          {product.name}
        </Link>
        <span className="figures block truncate text-xs text-ink-soft">{note}</span>
      </span>
      {children}
    </li>
  );
}

const measures = [
  ['quantity', 'Units'],
  ['revenue', 'Revenue'],
] as const;

/** The best sellers of 30 days, by units or by revenue. */
export function BestSellers(shown: Shown<BestSeller[]>) {
  const [by, setBy] = useState<'quantity' | 'revenue'>('quantity');
  const choice = (
    <fieldset className="flex rounded-full bg-paper-deep p-0.5 text-xs">
      <legend className="sr-only">Best sellers by</legend>
      {measures.map(([value, label]) => (
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
  const empty = 'Nothing was sold in the last 30 days.';
  return (
    <DataSection title="Best sellers" aside={choice} lines={5} empty={empty} {...shown}>
      {(sellers) => (
        <ol className="divide-y divide-line">
          {sellers
            .toSorted((a, b) => b[by] - a[by])
            .slice(0, 5)
            .map((seller) => {
              const figures = [counted(seller.quantity, 'unit'), shortRupees(seller.revenue)];
              const [figure, note] = by === 'quantity' ? figures : figures.toReversed();
              return (
                <ProductLine key={seller._id} product={seller} note={note}>
                  <span className="figures shrink-0 font-semibold">{figure}</span>
                </ProductLine>
              );
            })}
        </ol>
      )}
    </DataSection>
  );
}

/** Products that are sold out or will soon be; each links to the form that changes its stock. */
export function LowStock(shown: Shown<DashboardStats['lowStock']>) {
  return (
    <DataSection title="Low stock" lines={5} {...shown}>
      {({ items, total, reserved }) => (
        <>
          {reserved.units > 0 && (
            <p className="figures text-sm text-ink-soft">
              {formatCount(reserved.units)} {reserved.units === 1 ? 'unit is' : 'units are'} reserved by
              unpaid orders.
            </p>
          )}
          {total === 0 && <p className="py-3 text-ink-soft">Nothing runs low.</p>}
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <ProductLine
                key={`${item._id} ${item.variant}`}
                product={item}
                note={item.variant || (item.countInStock === 0 ? 'Sold out' : 'Runs low')}
              >
                <StockBadge count={item.countInStock} />
              </ProductLine>
            ))}
          </ul>
          {total > items.length && (
            <p className="figures pt-2 text-xs">
              <Link
                to="/admin/products?stock=restock"
                className="inline-flex min-h-9 items-center text-press underline underline-offset-4"
              >
                and {formatCount(total - items.length)} more
              </Link>
            </p>
          )}
        </>
      )}
    </DataSection>
  );
}

/** The five newest products. */
export function RecentProducts(shown: Shown<RecentProduct[]>) {
  const empty = (
    <>
      <p className="mb-3">No products yet. What you add appears in the shop at once.</p>
      <ButtonLink href="/admin/products/new" variant="secondary">
        Add Product
      </ButtonLink>
    </>
  );
  return (
    <DataSection title="Recent Products" lines={5} empty={empty} {...shown}>
      {(products) => (
        <ul className="divide-y divide-line">
          {products.map((product) => (
            <ProductLine key={product._id} product={product} note={shortRupees(product.price)}>
              <span className="max-sm:hidden">
                <StatusBadge status={product.status} />
              </span>
              <StockBadge count={product.countInStock} />
              <Link
                to={`/admin/products/edit/${product._id}`}
                aria-label={`Edit ${product.name}`}
                className="grid min-h-11 place-items-center px-3 text-press underline-offset-4 hover:underline"
              >
                Edit
              </Link>
            </ProductLine>
          ))}
        </ul>
      )}
    </DataSection>
  );
}
