import type { FormerOrder } from '../../../shared/contract/moves.ts';
import { capitalized } from '../parts/text.ts';

/** The statuses of an order as the former shop wrote them: `Partially refunded, fulfilled`. */
export function statusOfFormer({
  paymentStatus,
  fulfilmentStatus,
  cancelledAt,
}: Pick<FormerOrder, 'paymentStatus' | 'fulfilmentStatus' | 'cancelledAt'>): string {
  const words = [cancelledAt ? 'cancelled' : '', paymentStatus, fulfilmentStatus]
    .map((word) => word.replaceAll('_', ' '))
    .filter(Boolean);
  return capitalized([...new Set(words)].join(', '));
}
