import type { Trx } from '../db/database.ts';
import type { Admin } from '../deps.ts';
import { endOfDay } from './present.ts';
import * as queries from './queries.ts';

/** A gift card of a former shop, whose code nobody knows; `expiresOn` is its last day in India. */
export type MovedCard = {
  ending: string;
  name: string;
  email: string;
  balancePaise: number;
  expiresOn: string | null;
};

/**
 * Prepares a card with the balance of one of a former shop. It begins disabled: once an admin enables it, its recipient
 * gets the new code by mail. Returns its id.
 */
export async function prepareMovedCard(trx: Trx, admin: Admin, card: MovedCard, now: Date): Promise<string> {
  const giftCardId = await queries.insertCard(trx, {
    reason: `Balance of the gift card ending ${card.ending} of the former shop`,
    isFree: false,
    createdBy: admin.userId,
    expiresAt: card.expiresOn && endOfDay(card.expiresOn),
    disabledAt: now,
    recipientName: card.name,
    recipientEmail: card.email,
    message: 'This replaces your gift card of our former website. Please use this code instead.',
    sendOn: now,
  });
  const entry = { giftCardId, kind: 'issued' as const, amountPaise: card.balancePaise, byLabel: 'Shop' };
  await queries.insertEntry(trx, entry);
  return giftCardId;
}

/** Cancels those of these cards that were not mailed: they stay, without balance and recipient. Returns how many stay. */
export async function cancelMovedCards(trx: Trx, ids: string[]): Promise<number> {
  let left = 0;
  for (const id of ids) {
    const card = await queries.lockCard(trx, id);
    if (!card || card.sentAt || card.disabledAt === null) {
      left++;
      continue;
    }
    const entry = { giftCardId: id, kind: 'cancelled' as const, byLabel: 'Shop' };
    if (card.balancePaise > 0) await queries.insertEntry(trx, { ...entry, amountPaise: -card.balancePaise });
    await queries.updateCard(trx, id, { recipientName: '', recipientEmail: '', message: '', sendOn: null });
  }
  return left;
}
