import { Badge } from '../../ui/badge.tsx';
import { capitalized } from '../parts/text.ts';

/** How many are left: over 10 green, 1 to 10 yellow, 0 red (spec §4). */
export function StockBadge({ count }: { count: number }) {
  const tone = count > 10 ? 'success' : count > 0 ? 'warning' : 'danger';
  return (
    <Badge tone={tone}>
      <span className="figures">{count}</span>
      <span className="sr-only"> in stock</span>
    </Badge>
  );
}

const tones = { active: 'success', featured: 'accent', draft: 'plain', archived: 'plain' } as const;

/** The status of a product in a word. */
export function StatusBadge({ status }: { status: keyof typeof tones }) {
  return <Badge tone={tones[status]}>{capitalized(status)}</Badge>;
}
