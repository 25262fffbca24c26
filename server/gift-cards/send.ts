import { isId } from '../../shared/id.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { groupedCode } from '../../shared/orders/gift-card-code.ts';
import { dayInIndia } from '../../shared/orders/order-date.ts';
import { recordAudit } from '../db/audit-log.ts';
import type { Trx } from '../db/database.ts';
import { requireWithinLimits } from '../db/value-limits.ts';
import type { Admin, Deps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import { queueMail } from '../mail/mail.ts';
import { hashOfCode, newCode } from './code.ts';
import type { GiftCardRow } from './queries.ts';
import * as queries from './queries.ts';

/**
 * Gives a card another code, of 100 bits, and returns it. Its former code does not exist any more. The card is locked.
 */
export async function renewCode(trx: Trx, id: string): Promise<string> {
  const code = newCode();
  await queries.updateCard(trx, id, { codeHash: hashOfCode(code), codeEnding: code.slice(-4) });
  return code;
}

/**
 * Mails a card to its recipient with another code, because the shop does not know the former one, and to its buyer that
 * it was mailed. Returns the ending of the code. The card is locked.
 */
async function sendCard(deps: Deps, trx: Trx, card: GiftCardRow): Promise<string> {
  const code = await renewCode(trx, card.id);
  const now = deps.clock.now();
  await queries.updateCard(trx, card.id, { sentAt: now });
  const { recipientName: name, message, expiresAt } = card;
  const amount = shortRupees(toRupees(card.balancePaise));
  const buyer = card.orderItemId === null ? undefined : await queries.findBuyer(trx, card.orderItemId);
  const isForOther = buyer !== undefined && buyer.email !== card.recipientEmail;
  const isTest = buyer?.isTest === true;
  await queueMail(deps, trx, {
    kind: 'gift-card',
    isTest,
    to: card.recipientEmail,
    subject: ({ shopName }) => `Your gift card for ${shopName}`,
    content: {
      preview: `A gift card of ${amount} for you.`,
      heading: `A gift card of ${amount}`,
      parts: [
        `Dear ${name}, this is a gift card for you${isForOther ? ` from ${buyer.name}` : ''}.`,
        ...(message ? [{ quote: message }] : []),
        `Gift card code: ${groupedCode(code)}`,
        'Enter the code at checkout. You can use the card in parts. Anyone who has the code can use the card, so keep it as you would keep cash.',
        ...(expiresAt ? [`Valid until ${dayInIndia(new Date(expiresAt.getTime() - 1).toISOString())}.`] : []),
        { button: 'Open the shop', url: deps.config.publicUrl },
      ],
    },
  });
  const ending = code.slice(-4);
  if (isForOther && buyer.email) await confirmToBuyer(deps, trx, { card, buyer, amount, ending, isTest });
  return ending;
}

/** Tells who bought a card that it was mailed, without its code. */
async function confirmToBuyer(
  deps: Deps,
  trx: Trx,
  about: { card: GiftCardRow; buyer: { email: string }; amount: string; ending: string; isTest: boolean },
): Promise<void> {
  const { card, buyer, amount, ending, isTest } = about;
  const { recipientName: name, recipientEmail: email, message } = card;
  await queueMail(deps, trx, {
    kind: 'gift-card-sent',
    isTest,
    to: buyer.email,
    subject: ({ shopName }) => `Your gift card of ${shopName} for ${name} was sent`,
    content: {
      preview: `${name} has the gift card of ${amount}.`,
      heading: 'Your gift card was sent',
      parts: [
        `We have mailed your gift card of ${amount} to ${name} (${email}). Only that mail has its code, which ends in ${ending}.`,
        ...(message ? [{ quote: message }] : []),
      ],
    },
  });
}

/**
 * Mails a card whose day has come, once. Returns the ending of its code; undefined if it was mailed or disabled
 * meanwhile.
 */
export async function sendIfDue(deps: Deps, trx: Trx, id: string): Promise<string | undefined> {
  const card = await queries.lockCard(trx, id);
  if (!card || card.sentAt || card.disabledAt) return undefined;
  return sendCard(deps, trx, card);
}

/** The cards that are to be mailed now, with the order line of those that were bought. */
export const listToSend = ({ db, clock }: Deps) => queries.listToSend(db, clock.now(), 100);

/**
 * Mails a card again for an admin, with another code: the former one does not exist any more. `email` replaces the
 * address of the recipient. Returns the ending of the code. 404, 409 without a recipient, 403 beyond the limits of the
 * role: who gets the mail can spend what is left.
 */
export async function sendAgain(
  deps: Deps,
  trx: Trx,
  admin: Admin,
  { id, email }: { id: string; email?: string | undefined },
): Promise<string> {
  const card = isId(id) ? await queries.lockCard(trx, id) : undefined;
  if (!card) throw notFound('Gift card not found.');
  const { recipientEmail: before, codeEnding } = card;
  if (!before) throw conflict('conflict', 'This gift card has no recipient.');
  if (card.disabledAt) throw conflict('conflict', 'This gift card is disabled.');
  const givenPaise = card.balancePaise;
  await requireWithinLimits(trx, admin, 'giftCard', { amountPaise: givenPaise, now: deps.clock.now() });
  const to = email ?? before;
  if (to !== before) await queries.updateCard(trx, id, { recipientEmail: to });
  const ending = await sendCard(deps, trx, { ...card, recipientEmail: to });
  const detail = { name: codeEnding, givenPaise, isOtherAddress: to !== before };
  await recordAudit(trx, admin, { action: 'giftCard.send', subject: id, detail });
  return ending;
}

/** The id of the order with which a card was bought. */
export const findOrderOfCard = async (trx: Trx, id: string): Promise<string | undefined> => {
  const card = isId(id) ? await queries.findCard(trx, id) : undefined;
  const buyer = card?.orderItemId ? await queries.findBuyer(trx, card.orderItemId) : undefined;
  return buyer?.orderId;
};
