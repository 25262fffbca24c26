import type { FormerOrder } from '../../../shared/contract/moves.ts';
import { capitalized } from '../parts/text.ts';

/** The statuses of an order as the former shop wrote them: `Partially refunded, fulfilled`. */
export function statusOfFormer({
  paymentStatus,
  fulfilmentStatus,
  cancelledAt,
}: Pick<FormerOrder, 'paymentStatus' | 'fulfilmentStatus' | 'cancelledAt'>): string {
  // Shopify writes so little about an order of which a part is sent.
  const fulfilment = fulfilmentStatus === 'partial' ? 'partially fulfilled' : fulfilmentStatus;
  const words = [cancelledAt ? 'cancelled' : '', paymentStatus, fulfilment]
    .map((word) => word.replaceAll('_', ' '))
    .filter(Boolean);
  return capitalized([...new Set(words)].join(', '));
}
