import { stockLabel, stockShare } from '../../../../shared/products/stock-label.ts';
import { Badge } from '../../../ui/badge.tsx';
import { usePageData } from '../../layout/page-data.ts';

/** A number of units in stock. The threshold is null if the shop's applies. */
type Stock = { count: number; lowStockAt: number | null };

const tones = {
  'In Stock': { badge: 'success', bar: 'fill-leaf' },
  'Low Stock': { badge: 'warning', bar: 'fill-turmeric' },
  'Out of Stock': { badge: 'danger', bar: 'fill-madder' },
} as const;

function useStockLabel({ count, lowStockAt }: Stock) {
  const { shop } = usePageData();
  return stockLabel(count, lowStockAt ?? shop?.lowStockAt);
}

/** The stock label (spec §4), with the number of units left if the stock is low. */
export function StockBadge(stock: Stock) {
  const label = useStockLabel(stock);
  return (
    <span className="inline-flex items-center gap-2 text-sm">
      <Badge tone={tones[label].badge}>{label}</Badge>
      {label === 'Low Stock' && <span className="figures text-ink-soft">{stock.count} left</span>}
    </span>
  );
}

/** The stock of a product as a bar, relative to the highest stock of the products shown beside it (spec §4). */
export function StockBar({ highest, ...stock }: Stock & { highest: number }) {
  const label = useStockLabel(stock);
  return (
    <div className="pt-2.5">
      {/* An SVG, because a width in CSS would need an inline style, which the Content-Security-Policy blocks. */}
      <svg className="stock-bar" aria-hidden="true">
        <rect
          width={`${stockShare(stock.count, highest)}%`}
          height="100%"
          rx="2"
          className={tones[label].bar}
        />
      </svg>
      <p className="mt-1 text-xs text-ink-soft">{label}</p>
    </div>
  );
}
