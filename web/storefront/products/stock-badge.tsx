import { stockLabel } from '../../../shared/stock-label.ts';
import { Badge } from '../../ui/badge.tsx';
import { useShop } from '../layout/shop.ts';

const tones = { 'In Stock': 'success', 'Low Stock': 'warning', 'Out of Stock': 'danger' } as const;

/** The stock label (spec §4), with the number of units left if the stock is low. */
export function StockBadge({ count, lowStockAt }: { count: number; lowStockAt: number | null }) {
  const shop = useShop();
  const label = stockLabel(count, lowStockAt ?? shop?.site.lowStockAt);
  return (
    <span className="inline-flex items-center gap-2 text-sm">
      <Badge tone={tones[label]}>{label}</Badge>
      {label === 'Low Stock' && <span className="figures text-ink-soft">{count} left</span>}
    </span>
  );
}
