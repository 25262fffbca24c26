import type { PageFacts } from '../page.ts';
import type { SettingsOf } from '../schemas.ts';

/** What ends, and when; undefined if nothing does. */
export function endOf(
  { of, product }: SettingsOf<'countdown'>,
  { discountEnd, saleEnds, cards }: Pick<PageFacts, 'discountEnd' | 'saleEnds' | 'cards'>,
): { text: string; endsAt: string } | undefined {
  if (of === 'discount') return discountEnd;
  const endsAt = saleEnds.get(product);
  return endsAt ? { text: cards.get(product)?.name ?? '', endsAt } : undefined;
}
