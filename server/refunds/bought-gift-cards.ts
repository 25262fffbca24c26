import type { Trx } from '../db/database.ts';
import { conflict } from '../errors.ts';
import { cancelSoldCards } from '../gift-cards/gift-cards.ts';

/**
 * Ends the gift cards of refunded lines. Returns how many there were, and how much of the refund was spent of them
 * before, in paise. The order is locked.
 */
export async function cancelGiftCards(
  trx: Trx,
  lines: { orderItemId: string; amountPaise: number }[],
  by: string,
  now: Date,
): Promise<{ cancelled: number; spentPaise: number }> {
  const ids = lines.map(({ orderItemId }) => orderItemId);
  const ended = await cancelSoldCards(trx, ids, by, now);
  const spent = lines.map(({ orderItemId, amountPaise }) => {
    const card = ended.find((cancelled) => cancelled.orderItemId === orderItemId);
    return card ? Math.max(0, amountPaise - card.balancePaise) : 0;
  });
  return { cancelled: ended.length, spentPaise: spent.reduce((sum, paise) => sum + paise, 0) };
}

/** 409 of a refund of which a part was spent while it was planned, or waited for approval. */
export const spentMeanwhile = () =>
  conflict(
    'refund_too_large',
    'A part of this gift card was spent. Only what is left on it can be refunded.',
  );
