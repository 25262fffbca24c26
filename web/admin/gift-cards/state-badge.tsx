import type { ComponentProps } from 'react';
import type { GiftCard } from '../../../shared/contract/catalogue/gift-cards.ts';
import { Badge } from '../../ui/badge.tsx';

const states: Record<GiftCard['state'], [string, ComponentProps<typeof Badge>['tone']]> = {
  active: ['Active', 'success'],
  used: ['Used up', 'plain'],
  expired: ['Expired', 'plain'],
  disabled: ['Disabled', 'warning'],
};

export function StateBadge({ state }: Pick<GiftCard, 'state'>) {
  const [label, tone] = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}
