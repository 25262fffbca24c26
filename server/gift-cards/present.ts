import type { GiftCard } from '../../shared/contract/catalogue/gift-cards.ts';
import { toRupees } from '../../shared/money.ts';
import { minuteInIndia } from '../../shared/orders/order-date.ts';
import type { PresentedRow } from './queries.ts';

const dayMs = 24 * 60 * 60_000;

/** The moment at which a card ends whose last day in India this is. */
export const endOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00+05:30`) + dayMs);

/** The last day in India that is at most `days` ahead. */
export const lastDayToSend = (now: Date, days: number): string =>
  isoDayInIndia(new Date(now.getTime() + days * dayMs));

/** The day in India of a moment: `2026-11-24`. */
export const isoDayInIndia = (moment: Date): string => minuteInIndia(moment).slice(0, 10);

/** Converts a row to a gift card of the contract. */
export const presentCard = (row: PresentedRow): GiftCard => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  ending: row.codeEnding,
  state: stateOf(row),
  amount: toRupees(row.issuedPaise),
  balance: toRupees(row.balancePaise),
  reason: row.reason,
  isFree: row.isFree,
  expiresOn: row.expiresAt && isoDayInIndia(new Date(row.expiresAt.getTime() - 1)),
  recipient: recipientOf(row),
});

function recipientOf({ sendDay, ...row }: PresentedRow): GiftCard['recipient'] {
  if (sendDay === null) return null;
  const { recipientName: name, recipientEmail: email, message, sentAt } = row;
  return { name, email, message, sendOn: sendDay, sentAt: sentAt?.toISOString() ?? null };
}

function stateOf({ disabledAt, isOpen, balancePaise }: PresentedRow): GiftCard['state'] {
  if (disabledAt) return 'disabled';
  if (!isOpen) return 'expired';
  return balancePaise === 0 ? 'used' : 'active';
}
