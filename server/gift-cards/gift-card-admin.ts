import type {
  CreatedGiftCard,
  GiftCard,
  GiftCardChange,
  GiftCardDetails,
  GiftCardInput,
  GiftCardQuery,
  GiftCardTotals,
} from '../../shared/contract/catalogue/gift-cards.ts';
import { isId } from '../../shared/id.ts';
import { toPaise, toRupees } from '../../shared/money.ts';
import { groupedCode } from '../../shared/orders/gift-card-code.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { changesBetween, recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import { requireWithinLimits } from '../db/value-limits.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, conflict, forbidden, notFound } from '../errors.ts';
import { endOfDay, isoDayInIndia, presentCard } from './present.ts';
import * as queries from './queries.ts';
import { renewCode } from './send.ts';

/** The gift cards in the back office (decision 202). */
export function giftCardAdmin(deps: Deps, admin: Admin) {
  const { db } = deps;
  return {
    /** One page of the cards, newest first. */
    async listGiftCards(query: GiftCardQuery): Promise<{ items: GiftCard[]; total: number }> {
      const { rows, total } = await queries.listCards(db, query);
      return { items: rows.map(presentCard), total };
    },

    /** What is left on gift cards. */
    async getGiftCardTotals(): Promise<GiftCardTotals> {
      const { open, free, blocked } = await queries.sumBalances(db);
      const shown = ({ cards, paise }: typeof open) => ({ cards, balance: toRupees(paise) });
      return { outstanding: shown(open), free: shown(free), blocked: shown(blocked) };
    },

    /** 404. */
    getCard: async (id: string): Promise<GiftCard> => presentCard(await find(db, id)),

    /** The same with its entries. */
    async getGiftCard(id: string): Promise<GiftCardDetails> {
      const card = presentCard(await find(db, id));
      const entries = await queries.listEntries(db, id);
      return {
        ...card,
        entries: entries.map(({ at, kind, amountPaise, orderId, byLabel: by }) => ({
          at: at.toISOString(),
          kind,
          amount: toRupees(amountPaise),
          by,
          order: orderId === null ? null : { _id: orderId, number: orderNumber(orderId) },
        })),
      };
    },

    /**
     * Creates a card. Without a recipient the reply has its code; otherwise it is mailed on its day. It begins disabled
     * if a second admin has to enable it. 400 for a past day, 403 beyond the limits of the role.
     */
    createGiftCard: (input: GiftCardInput): Promise<CreatedGiftCard> => createCard(deps, admin, input),

    /**
     * Changes whether a card is disabled, and its last day. 404, 409 to enable one that was refunded, 403 to make one
     * usable again beyond the limits of the role, or an own one that needs a second admin.
     */
    updateGiftCard: (id: string, change: GiftCardChange): Promise<GiftCard> =>
      updateCard(deps, admin, id, change),
  };
}

const missing = () => notFound('Gift card not found.');

async function find(db: Database | Trx, id: string) {
  const card = isId(id) ? await queries.findCard(db, id) : undefined;
  if (!card) throw missing();
  return card;
}

const createCard = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  admin: Admin,
  input: GiftCardInput,
): Promise<CreatedGiftCard> =>
  transaction(db, async (trx) => {
    const { recipient, expiresOn, reason, isFree } = input;
    const today = isoDayInIndia(clock.now());
    if (recipient && recipient.sendOn < today) throw badField('recipient.sendOn', 'This day is past');
    if (expiresOn !== null && expiresOn < (recipient?.sendOn ?? today))
      throw badField('expiresOn', 'The card must be valid when its owner gets it');
    const amountPaise = toPaise(input.amount);
    await requireWithinLimits(trx, admin, 'giftCard', { amountPaise, now: clock.now() });
    const id = await queries.insertCard(trx, {
      reason,
      isFree,
      createdBy: admin.userId,
      expiresAt: expiresOn && endOfDay(expiresOn),
      recipientName: recipient?.name ?? '',
      recipientEmail: recipient?.email ?? '',
      message: recipient?.message ?? '',
      sendOn: recipient?.sendOn ?? null,
    });
    const entry = { giftCardId: id, kind: 'issued' as const, amountPaise, byLabel: 'Shop' };
    await queries.insertEntry(trx, entry);
    const waits = await needsSecondAdmin(trx, id);
    if (waits) await queries.updateCard(trx, id, { disabledAt: clock.now() });
    const detail = { amountPaise, givenPaise: amountPaise, reason, isFree, waits };
    await recordAudit(trx, admin, { action: 'giftCard.create', subject: id, detail });
    const code = recipient ? null : groupedCode(await renewCode(trx, id));
    return { card: presentCard(await find(trx, id)), code };
  });

const updateCard = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  admin: Admin,
  id: string,
  { disabled, expiresOn }: GiftCardChange,
): Promise<GiftCard> =>
  transaction(db, async (trx) => {
    const locked = isId(id) ? await queries.lockCard(trx, id) : undefined;
    if (!locked) throw missing();
    const { disabledAt, createdBy } = locked;
    if (!disabled && (await queries.isCancelled(trx, id)))
      throw conflict('conflict', 'The order of this gift card was refunded.');
    const before = presentCard(await find(trx, id));
    await queries.updateCard(trx, id, {
      disabledAt: disabled ? (disabledAt ?? clock.now()) : null,
      expiresAt: expiresOn === null ? null : endOfDay(expiresOn),
    });
    const card = presentCard(await find(trx, id));
    const opens = card.state === 'active' && (before.state === 'disabled' || before.state === 'expired');
    const givenPaise = opens ? toPaise(card.balance) : 0;
    if (opens)
      await requireWithinLimits(trx, admin, 'giftCard', { amountPaise: givenPaise, now: clock.now() });
    if (opens && createdBy === admin.userId && (await needsSecondAdmin(trx, id)))
      throw forbidden('Another admin than the one who created this gift card has to enable it.');
    const changes = changesBetween(before, card);
    const detail = { name: before.ending, changes, ...(opens && { givenPaise }) };
    await recordAudit(trx, admin, { action: 'giftCard.update', subject: id, detail });
    return card;
  });

/**
 * Whether another admin than its creator has to enable a card, because its creator has created cards on its day, with
 * this one, for more than a refund may have without approval.
 */
async function needsSecondAdmin(trx: Trx, id: string): Promise<boolean> {
  const { refundApprovalRupees } = await readSiteInfo(trx);
  if (refundApprovalRupees === null) return false;
  return (await queries.sumCreatedThatDay(trx, id)) > toPaise(refundApprovalRupees);
}
