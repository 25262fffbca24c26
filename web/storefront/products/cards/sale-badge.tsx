import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { toPaise, wholePercentOff } from '../../../../shared/money.ts';
import { Badge } from '../../../ui/badge.tsx';

/** `12% OFF`, rounded down to a whole percent (contract §2); nothing below one percent. */
export function SaleBadge({ price, finalPrice }: Pick<Product, 'price' | 'finalPrice'>) {
  const percent = wholePercentOff(toPaise(price), toPaise(finalPrice));
  return percent > 0 && <Badge tone="sale">{`${percent}% OFF`}</Badge>;
}
