import type { Order, OrderStatus } from '../../shared/contract/orders/orders.ts';
import type { Shipment } from '../../shared/contract/orders/shipments.ts';
import type { SiteInfoAdmin } from '../../shared/contract/site-info.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { giftCardName } from '../../shared/orders/gift-card-code.ts';
import { orderDate } from '../../shared/orders/order-date.ts';
import { moneyOf } from '../../shared/orders/order-sums.ts';
import { invitationLink, listAdminEmails } from '../accounts/accounts.ts';
import { getSettings } from '../content/content.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { type Mail, type MailPart, queueMail, queueMails } from '../mail/mail.ts';
import { tellFollowers } from '../notifications/notifications.ts';
import { getOrderForMail } from '../orders/orders.ts';
import { listRefundLines } from '../orders/queries/refund-line-queries.ts';
import { addressOf, extrasOf, itemsOf, linesOf, noteOf, partOf, shipmentOf } from './mail-parts.ts';
import { partHeadings, pickedUp, statusTexts } from './status-texts.ts';

/** Mails the confirmation with the invoice to the shopper, and a notification to the shop. */
export async function mailOrderPaid(
  deps: Deps,
  trx: Trx,
  paid: OrderForMail,
  settings: SiteInfoAdmin,
): Promise<void> {
  const { order, to, button } = addressed(paid);
  const orderId = order._id;
  const isGuest = order.is_guest && !order.user_id;
  // A free gift card may have paid for all of it.
  const money = moneyOf(order);
  const confirmation: Mail = {
    isTest: order.is_test,
    kind: 'order-confirmation',
    dedupeKey: `order-confirmation:${orderId}`,
    to,
    subject: ({ shopName }) => `Your order ${order.order_number} at ${shopName}`,
    content: {
      preview: `We have your ${money > 0 ? `payment of ${shortRupees(money)}` : 'order'}. Thank you.`,
      heading: 'Thank you for your order',
      parts: [
        `${money > 0 ? 'We have received your payment' : 'Your gift card pays for all'}, and your order ${order.order_number} is being prepared. The invoice is attached.`,
        ...linesOf(order),
        button,
        ...addressOf(order),
        ...extrasOf(order),
        ...(isGuest && to ? await invitation(deps, trx, to) : []),
      ],
    },
    invoiceOf: orderId,
  };
  // A shop without an email address sends it to its admins.
  const shop = settings.email ? [settings.email] : await listAdminEmails(trx, 'orders.viewAll');
  const notifications = shop.map((address) => notificationOf(deps, order, address));
  await queueMails(deps, trx, [...(to ? [confirmation] : []), ...notifications], settings);
}

/** Mails the payment link of an order that an admin created. */
export async function mailPaymentLink(deps: Deps, trx: Trx, orderId: string, url: string): Promise<void> {
  const about = await readOrder(deps, trx, orderId);
  const { order } = about;
  const amount = shortRupees(order.amount);
  const until = order.reservedUntil && ` until ${orderDate(order.reservedUntil)}`;
  await mailShopper(deps, trx, about, {
    kind: 'payment-link',
    // Another one for the next link of the order.
    dedupeKey: `payment-link:${url}`,
    subject: ({ shopName }) => `Pay for your order ${order.order_number} at ${shopName}`,
    content: {
      preview: `Your order of ${amount} is reserved for you${until || ''}.`,
      heading: 'Your order is ready to be paid',
      parts: [
        `We have prepared your order ${order.order_number}. Its items are reserved for you${until || ''}.`,
        ...linesOf(order),
        { button: `Pay ${amount}`, url },
        ...addressOf(order),
        ...about.question,
      ],
    },
  });
}

/**
 * Mails a new status to the shopper and tells the browsers that follow the order, with a note if the admin wrote one,
 * and with the shipments of these numbers if they were shipped or delivered. `keepsMoney`: nothing is refunded. Once
 * for each status and shipment: false if it was mailed before or there is no address.
 */
export async function mailOrderStatus(
  deps: Deps,
  trx: Trx,
  orderId: string,
  status: keyof typeof statusTexts,
  {
    note = '',
    numbers = [],
    keepsMoney = false,
  }: { note?: string; numbers?: number[]; keepsMoney?: boolean } = {},
): Promise<boolean> {
  const about = await readOrder(deps, trx, orderId);
  const { order } = about;
  const { subject, heading, text } = status === 'delivered' && order.pickup ? pickedUp : statusTexts[status];
  const shipments = order.shipments.filter(({ number }) => numbers.includes(number));
  const items = status === 'cancelled' ? [] : partOf(order, shipments);
  const isPart = items.length > 0;
  // The first shipment has the key of the time before orders had several.
  const which = numbers.some((number) => number > 1) ? `:${numbers.join()}` : '';
  const title = `${isPart ? 'A part of your' : 'Your'} order ${order.order_number} ${subject}`;
  if (status === 'shipped' || status === 'delivered')
    await tellFollowers(deps, trx, orderId, {
      title,
      body: text,
      path: `/order-success/${orderId}`,
      tag: `order-${orderId}`,
      what: status + which,
      isLast: order.status === 'delivered',
    });
  const mail = await mailShopper(deps, trx, about, {
    kind: `order-${status}`,
    dedupeKey: `order-${status}:${orderId}${which}`,
    subject: title,
    content: {
      preview: text,
      heading: isPart ? partHeadings[status === 'delivered' ? 'delivered' : 'shipped'] : heading,
      parts: [
        text,
        ...(status === 'cancelled' && order.paidAmount > 0 && !keepsMoney ? [refundFollows] : []),
        ...(status === 'shipped' ? dueOf(order) : []),
        ...noteOf(note),
        ...(status === 'shipped' ? shipments.flatMap(shipmentOf) : []),
        ...(isPart ? items : linesOf(order)),
        about.button,
        ...(status === 'shipped' ? addressOf(order) : []),
        ...(status === 'delivered' ? about.question : []),
      ],
    },
    ...(status === 'shipped' && dueOf(order).length > 0 && { invoiceOf: orderId }),
  });
  return mail !== null;
}

/** Whether a status is mailed without a note. */
export const notifiesShopper = (status: OrderStatus): status is keyof typeof statusTexts =>
  status in statusTexts;

/** Mails the shopper how to track a shipment whose courier or number was added or changed after it was shipped. */
export async function mailOrderTracking(
  deps: Deps,
  trx: Trx,
  orderId: string,
  { number, courier, trackingNumber }: Pick<Shipment, 'number' | 'courier' | 'trackingNumber'>,
): Promise<void> {
  if (!courier && !trackingNumber) return;
  const about = await readOrder(deps, trx, orderId);
  const { order } = about;
  const shipments = order.shipments.filter((shipment) => shipment.number === number);
  await mailShopper(deps, trx, about, {
    kind: 'order-tracking',
    dedupeKey: `order-tracking:${orderId}:${courier}:${trackingNumber}`,
    subject: `Track your order ${order.order_number}`,
    content: {
      preview: [courier, trackingNumber].filter(Boolean).join(', '),
      heading: 'Track your shipment',
      parts: [
        `Your order ${order.order_number} is on its way.`,
        ...shipments.flatMap(shipmentOf),
        ...partOf(order, shipments),
        about.button,
        ...addressOf(order),
        ...about.question,
      ],
    },
  });
}

/** Mails a note of an admin to the shopper. */
export async function mailOrderNote(deps: Deps, trx: Trx, orderId: string, note: string): Promise<void> {
  const about = await readOrder(deps, trx, orderId);
  const { order } = about;
  await mailShopper(deps, trx, about, {
    kind: 'order-note',
    subject: `About your order ${order.order_number}`,
    content: {
      preview: note.slice(0, 120),
      heading: 'About your order',
      parts: [
        ...noteOf(note),
        ...order.shipments.filter(({ state }) => state === 'shipped').flatMap(shipmentOf),
        ...linesOf(order),
        about.button,
        ...about.question,
      ],
    },
  });
}

/** Mails a refund and its reason to the shopper, with its credit note if it has one. Amount in paise. */
export async function mailOrderRefunded(
  deps: Deps,
  trx: Trx,
  orderId: string,
  refund: { refundId: string; amountPaise: number; reason: string; hasNote: boolean; toGiftCard?: boolean },
): Promise<void> {
  const about = await readOrder(deps, trx, orderId);
  const { order } = about;
  const amount = shortRupees(toRupees(refund.amountPaise));
  const facts: [string, string][] = [
    ['Order', order.order_number],
    ['Refund', amount],
    ...itemsOf(order, await listRefundLines(trx, orderId), refund.refundId),
    ['Reason', refund.reason],
  ];
  const ending = refund.toGiftCard && order.giftCard?.ending;
  const where = ending
    ? `${giftCardName(ending)} has this amount again, and you can use it now.`
    : 'The time until it reaches your account depends on your bank.';
  await mailShopper(deps, trx, about, {
    kind: 'order-refunded',
    dedupeKey: `order-refunded:${refund.refundId}`,
    subject: `Refund of ${amount} for order ${order.order_number}`,
    content: {
      preview: `${amount} is on its way back to you.`,
      heading: 'Your refund is on its way',
      parts: [
        `We have refunded ${amount} for your order ${order.order_number}. ${where}`,
        { facts },
        ...(refund.hasNote ? ['The credit note is attached.'] : []),
        about.button,
      ],
    },
    ...(refund.hasNote && { creditNoteOf: refund.refundId }),
  });
}

/** What the courier collects for an order. */
const dueOf = ({ cashOnDelivery: cod }: Order): string[] =>
  cod && cod.due > 0
    ? [`Please pay ${shortRupees(cod.due)} to the courier when it is delivered. The invoice is attached.`]
    : [];

const refundFollows = 'We will refund what you paid, and email you when the refund is made.';

export type MailedOrder = Awaited<ReturnType<typeof readOrder>>;

/** The order, the address for its mails, and a button that opens it without an account. */
export async function readOrder(deps: Deps, trx: Trx, orderId: string) {
  const { seller } = await getSettings(trx);
  return {
    ...addressed(await getOrderForMail(deps, trx, orderId)),
    // Without an email address of the shop, nobody would receive an answer.
    question: seller.email ? ['If you have a question, just answer this email.'] : [],
  };
}

type OrderForMail = Awaited<ReturnType<typeof getOrderForMail>>;

const addressed = ({ order, email, link }: OrderForMail) => ({
  order,
  to: email || order.user_id?.email || '',
  button: { button: 'View your order', url: link },
});

/** Queues a mail to the shopper. Null if there is no address, or if a mail with this `dedupeKey` exists. */
export const mailShopper = async (
  deps: Deps,
  trx: Trx,
  { order, to }: { order: Order; to: string },
  mail: Omit<Mail, 'to' | 'isTest'>,
): Promise<string | null> => (to ? queueMail(deps, trx, { ...mail, isTest: order.is_test, to }) : null);

/** Invites a guest to set a password. The link proves that the mailbox is theirs (contract §4). */
async function invitation(deps: Deps, trx: Trx, email: string): Promise<MailPart[]> {
  const url = await invitationLink(deps, trx, email);
  if (!url) return [];
  return [
    'You bought as a guest. Set a password within seven days, and this order and the next ones are kept in one place.',
    { button: 'Set password', url },
  ];
}

/** The mail about a new order to the shop. */
export const notificationOf = (deps: Deps, order: Order, to: string): Mail => ({
  isTest: order.is_test,
  kind: 'new-order',
  dedupeKey: `new-order:${order._id}:${to}`,
  to,
  subject: `New order ${order.order_number}: ${shortRupees(order.amount)}`,
  content: {
    preview: `${order.cart_items.length} lines, ${shortRupees(order.amount)}, ${order.cashOnDelivery ? 'cash on delivery' : 'paid'}.`,
    heading: `New order ${order.order_number}`,
    parts: [
      order.cashOnDelivery
        ? `A new order is to be paid on delivery.${order.cashOnDelivery.confirmed ? '' : ' It waits for its confirmation.'}`
        : 'A new order has been paid.',
      ...linesOf(order),
      ...addressOf(order),
      ...extrasOf(order),
      { button: 'Open in the back office', url: `${deps.config.publicUrl}/admin/orders/${order._id}` },
    ],
  },
});
