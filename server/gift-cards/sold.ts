import type { Recipient } from '../../shared/orders/cart.ts';
import type { Trx } from '../db/database.ts';
import { isoDayInIndia } from './present.ts';
import * as queries from './queries.ts';

/** One bought unit: its line, price, order number and recipient, without whom the buyer gets it. */
export type SoldUnit = {
  orderItemId: string;
  amountPaise: number;
  orderNumber: string;
  recipient: Partial<Recipient>;
  buyer: { name: string; email: string };
};

/**
 * Creates the card of a unit that has been paid, once (decision 202). It is mailed on its day, or at once if that has
 * come. The order is locked.
 */
export async function issueSoldCard(trx: Trx, unit: SoldUnit, now: Date): Promise<void> {
  const { orderItemId, amountPaise, orderNumber, recipient, buyer } = unit;
  const today = isoDayInIndia(now);
  const { email = '', message = '', sendOn = '' } = recipient;
  const { name } = email ? { name: recipient.name ?? '' } : buyer;
  const to = email || buyer.email;
  const day = sendOn > today ? sendOn : today;
  const id = await queries.insertSoldCard(trx, {
    orderItemId,
    reason: `Order ${orderNumber}`,
    message,
    recipientName: name,
    recipientEmail: to,
    // Nobody can be mailed if the order was anonymised before it was paid.
    sendOn: to ? day : null,
  });
  if (!id) return;
  await queries.insertEntry(trx, { giftCardId: id, kind: 'issued', amountPaise, byLabel: 'Shopper' });
}

/**
 * Ends the cards of these lines, which are refunded: they are disabled, and nothing is left on them. Returns the cards
 * that had not ended before, with what was left on them. Repeated calls change nothing.
 */
export async function cancelSoldCards(
  trx: Trx,
  orderItemIds: string[],
  by: string,
  now: Date,
): Promise<{ orderItemId: string | null; balancePaise: number }[]> {
  const open = (await queries.lockSold(trx, orderItemIds)).filter(
    ({ balancePaise, disabledAt }) => !disabledAt || balancePaise > 0,
  );
  for (const { id, balancePaise, disabledAt } of open) {
    if (!disabledAt) await queries.updateCard(trx, id, { disabledAt: now });
    if (balancePaise === 0) continue;
    const entry = { giftCardId: id, kind: 'cancelled' as const, amountPaise: -balancePaise, byLabel: by };
    await queries.insertEntry(trx, entry);
  }
  return open;
}
