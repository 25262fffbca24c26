import { z } from 'zod';
import { searchField } from './text-fields.ts';
import { paging } from './wire.ts';

/** The kinds of mail and their names in the back office. */
export const mailKinds = {
  'order-confirmation': 'Order confirmation',
  'payment-link': 'Payment link',
  'new-order': 'New order',
  'order-changed': 'Order changed',
  'order-pickup-ready': 'Ready for pickup',
  'order-shipped': 'Order shipped',
  'order-tracking': 'Tracking number',
  'order-delivered': 'Order delivered',
  'order-cancelled': 'Order cancelled',
  'order-refunded': 'Refund',
  'order-note': 'Note on an order',
  'order-link': 'Link to an order',
  activation: 'Account activation',
  'password-reset': 'Password reset',
  'email-change': 'Email confirmation',
  'sign-in-link': 'Sign-in link',
  'sign-in-code': 'Sign-in code',
  'security-notice': 'Security notice',
  'shopper-invitation': 'Invitation of a customer',
  invitation: 'Invitation of an admin',
  'review-request': 'Request for reviews',
  'question-answer': 'Answer to a question',
  'back-in-stock': 'Back in stock',
  opening: 'Opening of the shop',
  'cart-reminder': 'Reminder of a cart',
  'gift-card': 'Gift card',
  'gift-card-sent': 'Gift card sent',
  'contact-query': 'Contact query',
  'contact-reply': 'Contact reply',
  alert: 'Alert',
  test: 'Test mail',
} as const;
export type MailKind = keyof typeof mailKinds;

/** Mails whose purpose is a one-time link or code. */
export const linkKinds: readonly string[] = [
  'activation',
  'password-reset',
  'email-change',
  'sign-in-link',
  'sign-in-code',
  'gift-card',
  'invitation',
  'shopper-invitation',
];

const mailStatus = z.enum(['waiting', 'sent', 'failed'], 'Must be waiting, sent or failed');

/** A mail in the list. */
export const mailRow = z.object({
  _id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  status: mailStatus,
  attempts: z.number(),
  /** The error of the last attempt; empty if it succeeded. */
  error: z.string(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  /** Time of the next attempt; null unless the mail is waiting. */
  nextTryAt: z.string().nullable(),
});
export type MailRow = z.infer<typeof mailRow>;

/** One mail. The tokens of delivered one-time links are replaced by `…`. */
export const mailDetail = mailRow.extend({
  replyTo: z.string(),
  html: z.string(),
  plain: z.string(),
  /** The order whose invoice is attached. */
  invoice_of: z.string().nullable(),
});
export type MailDetail = z.infer<typeof mailDetail>;

/** Query of `GET /mails`: newest first; `search` matches address and subject. */
export const mailQuery = z.object({
  ...paging,
  status: mailStatus.optional(),
  kind: z.string().max(50).optional(),
  search: searchField,
});
export type MailQuery = z.infer<typeof mailQuery>;

/** How mails are delivered, and the numbers of waiting and failed ones. */
export const mailSummary = z.object({
  /** `files`: without a mail server, each mail is written to a file in the folder `where`. */
  delivery: z.enum(['smtp', 'files']),
  where: z.string(),
  from: z.string(),
  waiting: z.number(),
  failed: z.number(),
});
export type MailSummary = z.infer<typeof mailSummary>;

/** Reply of `POST /mails/resend-failed`: numbers of resent mails and of mails that are still failed. */
export const resendReply = z.object({ queued: z.number(), left: z.number() });
