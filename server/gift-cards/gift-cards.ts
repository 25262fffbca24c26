import { leastPaymentPaise } from '../../shared/money.ts';
import { dayInIndia } from '../../shared/orders/order-date.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { ShopError } from '../errors.ts';
import { hashOfCode } from './code.ts';
import * as queries from './queries.ts';

export { giftCardAdmin } from './gift-card-admin.ts';
export { cancelMovedCards, prepareMovedCard } from './moved.ts';
export { lastDayToSend } from './present.ts';
export { findOrderOfCard, listToSend, sendAgain, sendIfDue } from './send.ts';
export { cancelSoldCards, issueSoldCard } from './sold.ts';
export const returnAllToGiftCards = queries.returnAll;
export const sumSpentOfSoldCards = queries.sumSpent;

/**
 * A gift card that a shopper has entered; `availablePaise` is what it can pay now. `isFree`: the shop gave it away for
 * nothing, so what it pays is a discount and no money (decision 202).
 */
export type UsableCard = { id: string; ending: string; availablePaise: number; isFree: boolean };

/**
 * The card of a code (`giftCardCodeOf`), as if the unpaid order `replacedOrder` had ended. 400 `unknown_gift_card` for an
 * unknown code, or if the card can't be used, with the reason, which is no secret from a person who knows the code.
 */
export async function findUsableCard(
  { payments }: Pick<Deps, 'payments'>,
  db: Database | Trx,
  code: string,
  replacedOrder: string | null = null,
): Promise<UsableCard> {
  const card = await queries.findByCode(db, hashOfCode(code), replacedOrder);
  if (!card) throw refused('This gift card does not exist. Please check the code.');
  const { id, codeEnding: ending, availablePaise, isFree } = card;
  if (card.isTest && !payments.test) throw refused('This gift card was bought in a test.');
  if (card.disabledAt) throw refused('This gift card is disabled. Please contact the shop.');
  if (!card.isOpen)
    throw refused(`This gift card was valid until ${dayInIndia(lastMoment(card.expiresAt))}.`);
  if (availablePaise === 0) throw refused('Nothing is left on this gift card.');
  return { id, ending, availablePaise, isFree };
}

const lastMoment = (expiresAt: Date | null) => new Date((expiresAt?.getTime() ?? 0) - 1).toISOString();

const refused = (message: string) =>
  new ShopError('unknown_gift_card', message, { errors: { gift_card_code: message } });

/** What a card pays of an amount: all that it can, but it leaves nothing or at least ₹1. In paise. */
export function paidByCard({ availablePaise }: UsableCard, amountPaise: number): number {
  const paise = Math.min(availablePaise, amountPaise);
  const rest = amountPaise - paise;
  return rest > 0 && rest < leastPaymentPaise ? Math.max(0, amountPaise - leastPaymentPaise) : paise;
}

/**
 * Takes what a card pays of a new order from its balance, until the order is paid or ends. Called last, because other
 * orders with the card wait until the caller commits. False without a change if the balance does not suffice any more.
 */
export async function reserveGiftCard(
  trx: Trx,
  orderId: string,
  { id, isFree }: UsableCard,
  amountPaise: number,
): Promise<boolean> {
  const card = await queries.lockOpen(trx, id);
  if (!card || card.balancePaise < amountPaise) return false;
  await queries.insertUse(trx, { orderId, giftCardId: id, amountPaise, isFree });
  const entry = {
    giftCardId: id,
    kind: 'used' as const,
    amountPaise: -amountPaise,
    orderId,
    byLabel: 'Shopper',
  };
  await queries.insertEntry(trx, entry);
  return true;
}

/**
 * Whether the gift card of an order that has ended unpaid can pay its part again. True for an order without a gift
 * card.
 */
export async function canReserveAgain(trx: Trx, orderId: string): Promise<boolean> {
  const use = await queries.findUse(trx, orderId);
  if (!use || use.chargedAt) return true;
  return use.disabledAt === null && use.balancePaise >= use.amountPaise;
}

/** What the card of an order pays, once: the caller records this payment. The order is locked and has not ended. */
export async function chargeGiftCard(
  trx: Trx,
  orderId: string,
  now: Date,
): Promise<{ ending: string; amountPaise: number; isFree: boolean } | undefined> {
  const use = await queries.findUse(trx, orderId);
  if (!use || use.chargedAt) return undefined;
  await queries.markCharged(trx, orderId, now);
  return { ending: use.codeEnding, amountPaise: use.amountPaise, isFree: use.isFree };
}

/** Days for which a card that has expired can be used again after a refund. */
const daysAfterRefund = 30;

/**
 * Returns a refund of what a card has paid to the card. True if it is disabled, so that nobody can use this. Amount in
 * paise.
 */
export async function refundToGiftCard(
  trx: Trx,
  orderId: string,
  amountPaise: number,
  by: string,
): Promise<boolean> {
  const use = await queries.findUse(trx, orderId);
  if (!use) throw new Error(`order ${orderId} has no gift card`);
  const { giftCardId } = use;
  await queries.insertEntry(trx, { giftCardId, kind: 'refunded', amountPaise, orderId, byLabel: by });
  await queries.extendExpired(trx, giftCardId, daysAfterRefund);
  return use.disabledAt !== null;
}
