import { shortRupees, toRupees } from '../../shared/money.ts';
import { orderDate } from '../../shared/orders/order-date.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { addressOf, linesOf } from './mail-parts.ts';
import { mailShopper, readOrder } from './status-mails.ts';

/**
 * Mails an order that was changed to its buyer: `what` was changed, what becomes of the `money`, and the invoice if
 * there is a new one.
 */
export async function mailOrderChanged(
  deps: Deps,
  trx: Trx,
  orderId: string,
  { what, money = '', hasNewInvoice }: { what: string; money?: string; hasNewInvoice: boolean },
): Promise<void> {
  const about = await readOrder(deps, trx, orderId);
  const { order } = about;
  const attaches = hasNewInvoice && order.invoice_number !== null;
  await mailShopper(deps, trx, about, {
    kind: 'order-changed',
    subject: `Your order ${order.order_number} was changed`,
    content: {
      preview: what.slice(0, 120),
      heading: 'Your order was changed',
      parts: [
        `We have changed your order ${order.order_number}. This is the order now.`,
        { quote: what },
        ...linesOf(order),
        ...(money ? [money] : []),
        ...addressOf(order),
        ...(attaches ? ['The invoice is attached.'] : []),
        about.button,
        ...about.question,
      ],
    },
    ...(attaches && { invoiceOf: orderId }),
  });
}

/** Mails the link with which what is left to pay of a changed order is paid. Amount in paise. */
export async function mailPaymentRequest(
  deps: Deps,
  trx: Trx,
  orderId: string,
  { amountPaise, url, expiresAt }: { amountPaise: number; url: string; expiresAt: Date },
): Promise<void> {
  const about = await readOrder(deps, trx, orderId);
  const { order } = about;
  const amount = shortRupees(toRupees(amountPaise));
  await mailShopper(deps, trx, about, {
    kind: 'payment-link',
    dedupeKey: `payment-link:${url}`,
    subject: ({ shopName }) => `Pay the difference for your order ${order.order_number} at ${shopName}`,
    content: {
      preview: `${amount} is left to pay.`,
      heading: `${amount} is left to pay`,
      parts: [
        `We have changed your order ${order.order_number}. Please pay the difference until ${orderDate(expiresAt.toISOString())}. We send your order when it is paid.`,
        ...linesOf(order),
        { button: `Pay ${amount}`, url },
        ...about.question,
      ],
    },
  });
}

/** Mails that the difference of a changed order was received. Amount in paise. */
export async function mailDifferencePaid(
  deps: Deps,
  trx: Trx,
  orderId: string,
  { requestId, amountPaise }: { requestId: string; amountPaise: number },
): Promise<void> {
  const about = await readOrder(deps, trx, orderId);
  const amount = shortRupees(toRupees(amountPaise));
  const text = `We have received the difference of ${amount} for your order ${about.order.order_number}. Thank you.`;
  await mailShopper(deps, trx, about, {
    kind: 'order-changed',
    dedupeKey: `difference-paid:${requestId}`,
    subject: `We have received ${amount} for your order ${about.order.order_number}`,
    content: { preview: text, heading: 'Payment received', parts: [text, about.button, ...about.question] },
  });
}
