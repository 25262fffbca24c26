import type { AttentionPage, Remedy } from '../../shared/contract/attention.ts';

/** The facts stored with each kind of alert. Amounts in paise; `payment` and `refund` are ids of the provider. */
type Details = {
  'amount-mismatch': { expectedPaise: number; paidPaise: number; currency: string; payment: string | null };
  'order-mismatch': { amountPaise: number; currency: string; receipt: string | null };
  'payment-of-other-order': { amountPaise: number; providerOrderId: string | null };
  'payment-status-unknown': { amountPaise: number };
  'auto-refund': { amountPaise: number; payment: string | null; reason: string };
  'paid-after-cancel': { amountPaise: number; payment: string | null };
  'paid-after-delete': { amountPaise: number; payment: string | null };
  'refund-failed': { amountPaise: number; error: string };
  'refund-reversed': { amountPaise: number; refund: string };
  'refund-to-disabled-card': { amountPaise: number };
  'refund-of-spent-card': { amountPaise: number };
  'webhook-unknown-order': { amountPaise?: number; event: string; providerOrderId?: string | null };
  'payment-without-order': { amountPaise: number; currency: string; payment: string; receipt: string | null };
  'webhook-failed': { error: string; event?: string };
  'keys-refused': { error: string };
  'never-asked': { error: string };
  restored: { found: string };
  'backup-failed': { error: string };
  'booking-not-cancelled': { error: string };
  'pickup-not-requested': { error: string };
  dispute: { amountPaise?: number; event: string; payment?: string };
};

/** Conditions of the shop as a whole: their alerts are raised when they begin and resolved when they end. */
export const conditionKinds = [
  'disk-low',
  'disk-full',
  'backup-old',
  'wal-archive-failed',
  'webhooks-silent',
  'job-failed',
  'clock-wrong',
  'clock-jumped',
  'server-restarts',
  'reviews-waiting',
  'gst-missing',
  'policy-outdated',
] as const;
export type ConditionKind = (typeof conditionKinds)[number];
export type AlertKind = keyof Details | ConditionKind;

/**
 * An alert to raise. `subject` identifies what it is about: the id of a payment, refund, order, webhook event or
 * restore, or `backup`.
 */
export type Alert = {
  [Kind in keyof Details]: { kind: Kind; orderId?: string; subject: string; detail: Details[Kind] };
}[keyof Details];

/** `page`: where an admin can end the condition. */
export type Presentation = { title: string; explanation: string; remedies: Remedy[]; page?: AttentionPage };

/** How the back office shows each kind of alert, and what an admin can do about it. */
export const presentations: Record<AlertKind, Presentation> = {
  'amount-mismatch': {
    title: 'Payment with a different amount',
    explanation: 'The amount paid differs from that of the order, so the order is not marked as paid.',
    remedies: ['refund', 'settle', 'dismiss'],
  },
  'order-mismatch': {
    title: 'The order differs at the payment provider',
    explanation: 'The provider has a different amount, currency or receipt. No payment was recorded.',
    remedies: ['settle', 'dismiss'],
  },
  'payment-of-other-order': {
    title: 'Payment of another order',
    explanation: 'The provider listed the payment with this order, but the payment names another one.',
    remedies: ['settle', 'dismiss'],
  },
  'payment-status-unknown': {
    title: 'Payment with an unknown status',
    explanation: 'It does not count as paid. Check it on the provider’s dashboard, then ask again.',
    remedies: ['settle', 'dismiss'],
  },
  'auto-refund': {
    title: 'Payment refunded automatically',
    explanation:
      'It was a second payment, or it arrived after the items were sold out. The shopper is notified by email.',
    remedies: ['dismiss'],
  },
  'paid-after-cancel': {
    title: 'A cancelled order was paid',
    explanation:
      'The payment arrived after the order was cancelled. The items were in stock, so the order is now paid.',
    remedies: ['refund', 'dismiss'],
  },
  'paid-after-delete': {
    title: 'A deleted order was paid',
    explanation: 'The payment arrived after the order was deleted. The order is listed again, as paid.',
    remedies: ['refund', 'dismiss'],
  },
  'refund-failed': {
    title: 'A refund failed',
    explanation: 'The provider did not refund the money. The shopper is still waiting for it.',
    remedies: ['refund', 'dismiss'],
  },
  'refund-reversed': {
    title: 'A refund was reversed',
    explanation:
      'The provider first reported it as paid out, then as failed. Check it on the provider’s dashboard.',
    remedies: ['dismiss'],
  },
  'refund-to-disabled-card': {
    title: 'A refund went to a disabled gift card',
    explanation:
      'The order was paid with it, but nobody can use it now. Enable the card, or give the customer another one.',
    remedies: ['dismiss'],
  },
  'refund-of-spent-card': {
    title: 'A gift card was refunded after a part of it was spent',
    explanation:
      'The refund was made on the provider’s dashboard, and gave back more than was left on the card, which is disabled now.',
    remedies: ['dismiss'],
  },
  'webhook-unknown-order': {
    title: 'Payment without an order',
    explanation: 'The provider reports a payment for an order that this shop does not have.',
    remedies: ['retry', 'dismiss'],
  },
  'payment-without-order': {
    title: 'Payment without an order',
    explanation:
      'The provider captured it for an order that this shop no longer has, for example after an older backup was ' +
      'restored. The provider’s dashboard shows who paid. Refund the payment there, or send the items.',
    remedies: ['dismiss'],
  },
  'webhook-failed': {
    title: 'A webhook could not be processed',
    explanation: 'Its signature is valid, but processing it failed repeatedly.',
    remedies: ['retry', 'dismiss'],
  },
  'keys-refused': {
    title: 'The payment provider refuses the keys of this shop',
    explanation: 'Nobody can pay, and payments can’t be checked. Set the correct keys and restart the shop.',
    remedies: ['dismiss'],
  },
  'never-asked': {
    title: 'The payment of an order could not be checked for days',
    explanation:
      'The shop no longer checks it automatically. Check it on the provider’s dashboard, then ask again.',
    remedies: ['settle', 'dismiss'],
  },
  restored: {
    title: 'A backup was restored',
    explanation:
      'Everything that happened in the shop after the backup is lost, except for what the payment provider knows. ' +
      'Everybody has to sign in again, with the password of that time. Check stock, orders and mails of the time ' +
      'since, and keep the record of the skipped numbers for your accountant.',
    remedies: ['dismiss'],
  },
  'booking-not-cancelled': {
    title: 'A courier still comes for an unpacked shipment',
    explanation: 'The courier refused to cancel the booking. Cancel it on the courier’s dashboard.',
    remedies: ['dismiss'],
  },
  'pickup-not-requested': {
    title: 'A courier was not asked to pick up a shipment',
    explanation: 'The shipment is booked. Open the order and request the pickup again.',
    remedies: ['dismiss'],
  },
  dispute: {
    title: 'A shopper disputes a payment',
    explanation: 'Respond on the provider’s dashboard before its deadline.',
    remedies: ['dismiss'],
  },
  'disk-low': {
    title: 'The disk is getting full',
    explanation:
      'Less than 15% of the disk with the data folder is free. Delete what is not needed, or enlarge it.',
    remedies: ['dismiss'],
  },
  'disk-full': {
    title: 'The disk is almost full',
    explanation:
      'Less than 5% of the disk with the data folder is free. Below 1 GB, uploads and imports are refused so that ' +
      'orders can go on. Without any space, nobody can order.',
    remedies: ['dismiss'],
  },
  'backup-old': {
    title: 'There is no recent backup',
    explanation:
      'No backup of the last two days could be restored and audited. The log of the shop says why one failed.',
    remedies: ['dismiss'],
  },
  'backup-failed': {
    title: 'The backup failed',
    explanation:
      'The last good backup is unchanged. Remove the cause, then back up now in Settings; otherwise the shop tries again ' +
      'at the next scheduled hour.',
    remedies: ['dismiss'],
  },
  'wal-archive-failed': {
    title: 'The changes of the database can’t be archived',
    explanation:
      'PostgreSQL can’t store its log in WAL_ARCHIVE. Until it can, nothing later can be restored from there, and the ' +
      'log fills the disk of the shop. Check whether the folder exists, has space and can be written; ' +
      'postgres/server.log in the data folder says more.',
    remedies: ['dismiss'],
  },
  'webhooks-silent': {
    title: 'The webhooks of the payment provider do not arrive',
    explanation:
      'Several payments were confirmed without a webhook. Orders are still paid, but some of them later. Check the ' +
      'webhook’s address and whether it is active on the provider’s dashboard.',
    remedies: ['dismiss'],
  },
  'job-failed': {
    title: 'A background job failed',
    explanation: 'It is not tried again before its next scheduled run. The log of the shop says why.',
    remedies: ['dismiss'],
  },
  'reviews-waiting': {
    title: 'Reviews or questions are waiting',
    explanation: 'Some have waited for more than three days. Publish, answer or reject them under Reviews.',
    remedies: ['dismiss'],
  },
  'gst-missing': {
    title: 'Products for sale lack an HSN code or a GST rate',
    explanation:
      'An invoice with GST needs an HSN code and a rate that is in force; without a rate, products are sold with 18%. ' +
      'Set both for many products at once. The list has drafts too.',
    remedies: ['dismiss'],
    page: { label: 'Show the products', path: '/admin/products/batch?flag=lacksGst' },
  },
  'policy-outdated': {
    title: 'A published policy says something else than the settings',
    explanation:
      'A setting has changed that the policy states. The page shows the sentence, and what is true now.',
    remedies: ['dismiss'],
    page: { label: 'Show the policies', path: '/admin/policy-dashboard' },
  },
  'clock-wrong': {
    title: 'The clock of the server is wrong',
    explanation:
      'The clocks of the server and of its database differ by more than a minute. Turn on time synchronisation (NTP).',
    remedies: ['dismiss'],
  },
  'clock-jumped': {
    title: 'The clock of the server jumped',
    explanation:
      'It was changed by more than a minute while the shop was running, or the machine was suspended. Turn on time ' +
      'synchronisation (NTP).',
    remedies: ['dismiss'],
  },
  'server-restarts': {
    title: 'The shop ended unexpectedly several times',
    explanation:
      'It was started again automatically at least three times within an hour, and nothing that was confirmed is lost. ' +
      'The log of the shop says why it ended.',
    remedies: ['dismiss'],
  },
};
