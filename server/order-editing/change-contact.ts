import { mailboxOf } from '../../shared/contact/mailbox.ts';
import type { ContactChange } from '../../shared/contract/orders/order-edits.ts';
import { mailCodAgain } from '../cash-on-delivery/cash-on-delivery.ts';
import { reductionByContact } from '../checkout/checkout.ts';
import { getSettings } from '../content/content.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import { requireWithinLimits } from '../db/value-limits.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { isInvoiceOutdated, replaceInvoice } from '../invoices/invoices.ts';
import { mailOrderChanged } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import { type LockedOrder, listItems } from '../orders/queries/order-queries.ts';
import { crashPoint } from '../runtime/crash-point.ts';

/**
 * Changes contact details and delivery address of an order that has not shipped, and mails the buyer the order as it is
 * now (decision 102); of an order on delivery that is not confirmed, another email address gets the link to confirm it.
 * The invoice is replaced if the law asks for it, such as for another place of supply. Without a change nothing
 * happens. Errors: 404, 409 `order_changed`, `not_editable`, 403 beyond the limits of the role (contract §15).
 */
export async function changeContact(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  { updatedAt, shipping_details: shipping, ...contact }: ContactChange,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const before = await orders.lockExisting(trx, orderId);
    await orders.requireUnshipped(trx, before, updatedAt);
    await orders.updateContact(trx, orderId, {
      ...contact,
      mailbox: contact.email && mailboxOf(contact.email),
      shipping: shipping && JSON.stringify(shipping),
      // An order that is sent is not picked up any more.
      ...(shipping && { pickup: null, pickupReadyAt: null }),
    });
    const order = await orders.lockExisting(trx, orderId);
    const changed = labels.flatMap(([name, label]) =>
      JSON.stringify(before[name]) === JSON.stringify(order[name]) ? [] : label,
    );
    if (changed.length === 0) return;

    const { seller } = await getSettings(trx);
    const names = before.name !== order.name || changed.includes('delivery address');
    const isOutdated = names && (await isInvoiceOutdated(trx, order, seller));
    if (isOutdated) await orders.requireWithoutRefunds(trx, order);
    const note = `Changed: ${changed.join(', ')}`;
    await orders.addEvent(trx, order, { by: admin.name, byUser: admin.userId, note });
    const givenPaise = await requireSameBuyer(deps, trx, admin, { before, order });
    // Without the values, which are personal data.
    const detail = { changed, ...(givenPaise > 0 && { givenPaise }) };
    await recordAudit(trx, admin, { action: 'order.contact', subject: order.id, detail });
    const asksAgain = order.codState === 'unconfirmed' && before.email !== order.email;
    if (asksAgain) await mailCodAgain(deps, trx, order.id);
    else
      await mailOrderChanged(deps, trx, order.id, {
        what: note,
        hasNewInvoice: isOutdated || before.email !== order.email,
      });
    crashPoint(deps, 'order-editing');
    if (isOutdated) {
      const items = await listItems(trx, order.id);
      await replaceInvoice(trx, order, { seller, items, now: deps.clock.now() });
    }
  });
}

/**
 * An unpaid order at the prices of a customer that now goes to somebody else counts as a price reduction. Returns it in
 * paise; 403 beyond the limits of the role.
 */
async function requireSameBuyer(
  { clock }: Deps,
  trx: Trx,
  admin: NamedAdmin,
  { before, order }: Record<'before' | 'order', LockedOrder>,
): Promise<number> {
  if (order.status !== 'pending' && !order.codState) return 0;
  const items = await listItems(trx, order.id);
  const amountPaise = await reductionByContact(trx, before, order, items);
  if (amountPaise > 0) await requireWithinLimits(trx, admin, 'reduction', { amountPaise, now: clock.now() });
  return amountPaise;
}

const labels = [
  ['name', 'name'],
  ['email', 'email address'],
  ['mobile', 'mobile number'],
  ['altMobile', 'alternate mobile number'],
  ['shipping', 'delivery address'],
] as const;
