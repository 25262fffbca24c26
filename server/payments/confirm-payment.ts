import { getSettings } from '../content/content.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { issueInvoice } from '../invoices/invoices.ts';
import { mailOrderPaid } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';

/**
 * Creates the gift cards of a paid order, queues the mails about it and issues its invoice. One that is paid on
 * delivery was mailed when it was placed, and its invoice follows its shipments. The order is locked.
 */
export async function confirmPayment(
  deps: Deps,
  trx: Trx,
  order: orders.LockedOrder,
  { paymentId, now }: { paymentId: string | null; now: Date },
): Promise<void> {
  if (order.codState) return;
  const { settings, seller } = await getSettings(trx);
  const paid = await orders.getOrderForMail(deps, trx, order.id);
  await orders.issueGiftCards(deps, trx, order, paid.items, now);
  await mailOrderPaid(deps, trx, paid, settings);
  // Last, because other payments wait for the next invoice number until this transaction commits.
  await issueInvoice(trx, order, { seller, items: paid.items, paymentId, now });
}
