import type { Product } from '../../../../shared/contract/catalogue.ts';
import { shortRupees } from '../../../../shared/money.ts';
import { Check } from '../../parts/form/fields.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { StatusBadge, StockBadge } from '../stock-badge.tsx';

type Rows = {
  products: Product[];
  isWholePage: boolean;
  has: (id: string) => boolean;
  onToggle: (id: string) => void;
  onTogglePage: (selected: boolean) => void;
};

/** The products to choose from: rows on wide screens, blocks on narrow ones. */
export function BatchRows({ products, isWholePage, has, onToggle, onTogglePage }: Rows) {
  return (
    <div className="rounded-md ring-1 ring-line">
      <Check
        tall
        className="border-b border-line-strong px-3 text-ink-soft"
        checked={isWholePage}
        onChange={(event) => onTogglePage(event.target.checked)}
      >
        Select all on this page
      </Check>
      <ul className="divide-y divide-line">
        {products.map((product) => (
          <li key={product._id} className={has(product._id) ? 'bg-press-tint' : 'hover:bg-paper-deep'}>
            <label className="grid grid-cols-[auto_2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 lg:grid-cols-[auto_2.75rem_minmax(0,2fr)_minmax(0,1fr)_9rem_4rem_6rem]">
              <input
                type="checkbox"
                aria-label={`Select ${product.name}`}
                checked={has(product._id)}
                onChange={() => onToggle(product._id)}
                className="size-4.5"
              />
              <Thumbnail path={product.image} />
              <span className="min-w-0">
                <span className="line-clamp-2 font-medium wrap-break-word">{product.name}</span>
                <span className="block truncate text-xs text-ink-soft lg:hidden">
                  {where(product)} · {shortRupees(product.finalPrice)}
                  {isReduced(product) && ` · ${product.discount}% off`}
                </span>
              </span>
              <span className="truncate text-ink-soft max-lg:hidden">{where(product)}</span>
              <span className="figures max-lg:hidden">
                {shortRupees(product.finalPrice)}
                {isReduced(product) && <span className="text-xs text-ink-soft"> −{product.discount}%</span>}
              </span>
              <span className="max-lg:hidden">
                <StockBadge count={product.countInStock} />
              </span>
              <span>
                <StatusBadge status={product.status} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

const isReduced = ({ price, finalPrice }: Product) => finalPrice < price;

const where = ({ category, subcategory }: Product) =>
  [category?.name ?? 'No category', subcategory?.name].filter(Boolean).join(' › ');
