import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction, transactionForEach } from '../db/database.ts';
import { requireWithinLimits } from '../db/value-limits.ts';
import type { Admin, Deps } from '../deps.ts';
import * as giftCards from '../gift-cards/gift-cards.ts';
import { updateStatus } from '../orders/orders.ts';
import { listItems, lockOrder } from '../orders/queries/order-queries.ts';

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
