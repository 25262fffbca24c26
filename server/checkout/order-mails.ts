import { escapeHtml } from '../../shared/html.ts';
import { rupees, toRupees } from '../../shared/money.ts';
import { getSettings } from '../content/content.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/mail.ts';
import { findOrder, orderLink } from '../orders/orders.ts';

/** Tells the shopper that her order is paid, with the invoice, and the shop that there is one. */
export async function mailOrderPaid(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  const order = await findOrder(trx, orderId);
  if (!order) return;
  const { seller } = await getSettings(trx);
  const to = order.guest_details?.email ?? order.user_id?.email ?? '';
  const link = await orderLink(deps, trx, orderId);
  const lines = order.cart_items.map(
    (item) =>
      `${item.quantity} × ${item.product_id.name}${item.variant ? ` (${item.variant})` : ''}: ${rupees(item.total)}`,
  );
  const text = [
    `Thank you for your order ${order.order_number} at ${seller.shopName}.`,
    '',
    ...lines,
    `Total: ${rupees(order.amount)}`,
    '',
    `Follow your order: ${link}`,
  ];
  if (to) {
    await queueMail(deps, trx, {
      kind: 'order-confirmation',
      dedupeKey: `order-confirmation:${orderId}`,
      to,
      subject: `Your order ${order.order_number} at ${seller.shopName}`,
      ...bothForms(text),
      invoiceOf: orderId,
    });
  }
  if (seller.email) {
    await queueMail(deps, trx, {
      kind: 'new-order',
      dedupeKey: `new-order:${orderId}`,
      to: seller.email,
      subject: `New order ${order.order_number}: ${rupees(order.amount)}`,
      ...bothForms([`New order ${order.order_number}`, '', ...lines, `Total: ${rupees(order.amount)}`]),
    });
  }
}

/** Tells the shopper that money comes back, and why. Amount in paise. */
export async function mailOrderRefunded(
  deps: Deps,
  trx: Trx,
  orderId: string,
  refund: { refundId: string; amountPaise: number; reason: string },
): Promise<void> {
  const order = await findOrder(trx, orderId);
  const to = order?.guest_details?.email ?? order?.user_id?.email;
  if (!order || !to) return;
  const amount = rupees(toRupees(refund.amountPaise));
  await queueMail(deps, trx, {
    kind: 'order-refunded',
    dedupeKey: `order-refunded:${refund.refundId}`,
    to,
    subject: `Refund of ${amount} for order ${order.order_number}`,
    ...bothForms([
      `We are refunding ${amount} for your order ${order.order_number}.`,
      `Reason: ${refund.reason}.`,
      'The money reaches you within 5 to 7 working days.',
    ]),
  });
}

function bothForms(lines: string[]) {
  return { plain: lines.join('\n'), html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n') };
}
