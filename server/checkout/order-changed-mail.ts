import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { addressOf, linesOf } from './mail-parts.ts';
import { mailShopper, readOrder } from './order-mails.ts';

/**
 * Mails an order that was changed to its buyer: `what` was changed, what becomes of the `money`, and the invoice if there is
 * a new one.
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
