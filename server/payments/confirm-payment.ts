import type { Recipient } from '../../shared/orders/cart.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { getSettings } from '../content/content.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { issueSoldCard } from '../gift-cards/gift-cards.ts';
import { issueInvoice } from '../invoices/invoices.ts';
import { mailOrderPaid } from '../order-mails/order-mails.ts';
import { getOrderForMail } from '../orders/orders.ts';
import { clearRecipients, type LockedOrder } from '../orders/queries/order-queries.ts';

/**
 * Creates the gift cards of a paid order, queues the mails about it and issues its invoice. One that is paid on
 * delivery was mailed when it was placed, and its invoice follows its shipments. The order is locked.
 */
export async function confirmPayment(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  { paymentId, now }: { paymentId: string | null; now: Date },
): Promise<void> {
  if (order.codState) return;
  const { settings, seller } = await getSettings(trx);
  const paid = await getOrderForMail(deps, trx, order.id);
  await issueGiftCards(deps, trx, order, paid.items, now);
  await mailOrderPaid(deps, trx, paid, settings);
  // Last, because other payments wait for the next invoice number until this transaction commits.
  await issueInvoice(trx, order, { seller, items: paid.items, paymentId, now });
}

/** Creates the gift cards of an order that became paid, each of them once (decision 202). */
async function issueGiftCards(
  deps: Deps,
  trx: Trx,
  { id, name, email }: LockedOrder,
  items: { id: string; linePaise: number; recipient: Partial<Recipient> | null }[],
  now: Date,
): Promise<void> {
  const bought = items.flatMap(({ id: orderItemId, linePaise: amountPaise, recipient }) =>
    recipient ? { orderItemId, amountPaise, recipient } : [],
  );
  if (bought.length === 0) return;
  for (const unit of bought)
    await issueSoldCard(trx, { ...unit, orderNumber: orderNumber(id), buyer: { name, email } }, now);
  await clearRecipients(trx, id);
  await deps.jobs.enqueue(trx, 'gift-cards', {});
}
