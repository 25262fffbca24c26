import { stockLabel, stockShare } from '../../../shared/stock-label.ts';
import { useShop } from '../layout/shop.ts';

const tones = {
  'In Stock': 'fill-leaf',
  'Low Stock': 'fill-turmeric',
  'Out of Stock': 'fill-madder',
} as const;

/** The stock of a product as a bar, relative to the highest stock of the products shown beside it (spec §4). */
export function StockBar({
  count,
  highest,
  lowStockAt,
}: {
  count: number;
  highest: number;
  lowStockAt: number | null;
}) {
  const shop = useShop();
  const label = stockLabel(count, lowStockAt ?? shop?.site.lowStockAt);
  return (
    <div className="pt-2.5">
      {/* An SVG, because a width in CSS would need an inline style, which the Content-Security-Policy blocks. */}
      <svg className="block h-1 w-full rounded-full bg-line" aria-hidden="true">
        <rect width={`${stockShare(count, highest)}%`} height="100%" rx="2" className={tones[label]} />
      </svg>
      <p className="mt-1 text-xs text-ink-soft">{label}</p>
    </div>
  );
}
