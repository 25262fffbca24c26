import { groupedCode } from '../../shared/gift-card-code.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { dayInIndia } from '../../shared/order-date.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/mail.ts';
import { hashOfCode, newCode } from './code.ts';
import { isoDayInIndia } from './present.ts';
import { type GiftCardRow, listToSend, lockCard, updateCard } from './queries.ts';

/** Gives a card another code, of 100 bits, and returns it. Its former code does not exist any more. The card is locked. */
export async function renewCode(trx: Trx, id: string): Promise<string> {
  const code = newCode();
  await updateCard(trx, id, { codeHash: hashOfCode(code), codeEnding: code.slice(-4) });
  return code;
}

/** Mails a card to its recipient with another code, because the shop does not know the former one. The card is locked. */
export async function sendCard(deps: Deps, trx: Trx, card: GiftCardRow): Promise<void> {
  const code = await renewCode(trx, card.id);
  const now = deps.clock.now();
  await updateCard(trx, card.id, { sentAt: now });
  const { recipientName: name, message, expiresAt } = card;
  const amount = shortRupees(toRupees(card.balancePaise));
  await queueMail(deps, trx, {
    kind: 'gift-card',
    to: card.recipientEmail,
    subject: ({ shopName }) => `Your gift card for ${shopName}`,
    content: {
      preview: `A gift card of ${amount} for you.`,
      heading: `A gift card of ${amount}`,
      parts: [
        `Dear ${name}, this is a gift card for you.`,
        ...(message ? [{ quote: message }] : []),
        `Gift card code: ${groupedCode(code)}`,
        'Enter the code at checkout. You can use the card in parts. Anyone who has the code can use the card, so keep it as you would keep cash.',
        ...(expiresAt ? [`Valid until ${dayInIndia(new Date(expiresAt.getTime() - 1).toISOString())}.`] : []),
        { button: 'Open the shop', url: deps.config.publicUrl },
      ],
    },
  });
}

/** Job of the minute: mails the cards whose day has come. One that fails is mailed in the next run. */
export async function mailGiftCards(deps: Deps): Promise<void> {
  const today = isoDayInIndia(deps.clock.now());
  for (const id of await listToSend(deps.db, today, 100))
    await transaction(deps.db, async (trx) => {
      const card = await lockCard(trx, id);
      if (card && !card.sentAt && !card.disabledAt) await sendCard(deps, trx, card);
    }).catch((err: unknown) => deps.log.warn({ err, giftCardId: id }, 'a gift card could not be mailed'));
}
