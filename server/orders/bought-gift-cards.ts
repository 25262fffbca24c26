import type { Recipient } from '../../shared/orders/cart.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction, transactionForEach } from '../db/database.ts';
import { requireWithinLimits } from '../db/value-limits.ts';
import type { Admin, Deps } from '../deps.ts';
import { conflict } from '../errors.ts';
import * as giftCards from '../gift-cards/gift-cards.ts';
import { clearRecipients, listItems, lockOrder } from './queries/order-queries.ts';
import { updateStatus } from './status.ts';

type BoughtItem = { id: string; linePaise: number; recipient: Partial<Recipient> | null };

/**
 * An admin who records the payment of an order gives away the gift cards in it. 403 beyond the limits of the role. The
 * order is locked.
 */
export async function giveGiftCards(
  { clock }: Pick<Deps, 'clock'>,
  trx: Trx,
  admin: Admin,
  orderId: string,
): Promise<void> {
  const cards = (await listItems(trx, orderId)).filter(({ recipient }) => recipient);
  const givenPaise = cards.reduce((sum, { linePaise }) => sum + linePaise, 0);
  if (givenPaise === 0) return;
  await requireWithinLimits(trx, admin, 'giftCard', { amountPaise: givenPaise, now: clock.now() });
  await recordAudit(trx, admin, { action: 'order.gift-cards', subject: orderId, detail: { givenPaise } });
}

/** Creates the gift cards of an order that became paid, each of them once (decision 202). The order is locked. */
export async function issueGiftCards(
  deps: Deps,
  trx: Trx,
  { id, name, email }: { id: string; name: string; email: string },
  items: BoughtItem[],
  now: Date,
): Promise<void> {
  const bought = items.filter(({ recipient }) => recipient);
  for (const item of bought) {
    if (!item.recipient) continue;
    const unit = { orderItemId: item.id, amountPaise: item.linePaise, orderNumber: orderNumber(id) };
    const whose = { recipient: item.recipient, buyer: { name, email } };
    await giftCards.issueSoldCard(trx, { ...unit, ...whose }, now);
  }
  if (bought.length === 0) return;
  await clearRecipients(trx, id);
  await deps.jobs.enqueue(trx, 'gift-cards', {});
}

/**
 * Job, each minute and when a card was bought: mails the gift cards whose day has come. One that fails is mailed in the
 * next run. Throws at the end if some failed.
 */
export const mailGiftCards = async (deps: Deps): Promise<void> =>
  transactionForEach(deps.db, await giftCards.listToSend(deps), (trx, { id }) =>
    withOrderOf(trx, id, 'System', () => giftCards.sendIfDue(deps, trx, id)),
  );

/** Mails a gift card again, to another address if one is given. Errors: those of `sendAgain`. */
export const sendGiftCardAgain = (
  deps: Deps,
  admin: Admin & { name: string },
  id: string,
  email: string | undefined,
): Promise<void> =>
  transaction(deps.db, (trx) =>
    withOrderOf(trx, id, admin.name, () => giftCards.sendAgain(deps, trx, admin, { id, email })),
  );

/** Mails a card, and records that in the order with which it was bought, which may be delivered with it. */
async function withOrderOf(
  trx: Trx,
  id: string,
  by: string,
  send: () => Promise<string | undefined>,
): Promise<void> {
  const orderId = await giftCards.findOrderOfCard(trx, id);
  const order = orderId && (await lockOrder(trx, orderId));
  const ending = await send();
  if (order && ending) await updateStatus(trx, order, { by, note: `Gift card ending ${ending} sent` });
}

/** What was spent of the gift cards that were bought with these lines, in paise by line. */
export const spentOfLines = (trx: Trx, lines: { orderItemId: string }[]): Promise<Map<string, number>> =>
  giftCards.sumSpentOfSoldCards(
    trx,
    lines.map(({ orderItemId }) => orderItemId),
  );

/**
 * Ends the gift cards of refunded lines. Returns how much of the refund was spent of them before, in paise. The order is
 * locked.
 */
export async function cancelGiftCards(
  trx: Trx,
  lines: { orderItemId: string; amountPaise: number }[],
  by: string,
  now: Date,
): Promise<number> {
  const ids = lines.map(({ orderItemId }) => orderItemId);
  const ended = await giftCards.cancelSoldCards(trx, ids, by, now);
  const spent = lines.map(({ orderItemId, amountPaise }) => {
    const card = ended.find((each) => each.orderItemId === orderItemId);
    return card ? Math.max(0, amountPaise - card.balancePaise) : 0;
  });
  return spent.reduce((sum, paise) => sum + paise, 0);
}

/** 409 of a refund of which a part was spent while it was planned, or waited for approval. */
export const spentMeanwhile = () =>
  conflict(
    'refund_too_large',
    'A part of this gift card was spent. Only what is left on it can be refunded.',
  );
