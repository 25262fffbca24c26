import { z } from 'zod';
import { paging } from './wire.ts';

/** What the shop writes mails about, as a list of them names it. */
export const mailKinds = {
  'order-confirmation': 'Order confirmation',
  'new-order': 'New order',
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
  'contact-query': 'Contact query',
  'contact-reply': 'Contact reply',
  test: 'Test mail',
} as const;
export type MailKind = keyof typeof mailKinds;

/** Mails that are nothing without their one-time link. */
export const linkKinds: readonly string[] = ['activation', 'password-reset', 'email-change'];

const mailStatus = z.enum(['waiting', 'sent', 'failed'], 'Must be waiting, sent or failed');

/** A mail as it stands in the list. */
export const mailRow = z.object({
  _id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  status: mailStatus,
  attempts: z.number(),
  /** Why the last try failed; empty where none did. */
  error: z.string(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  /** When the next try is made, while it waits. */
  nextTryAt: z.string().nullable(),
});
export type MailRow = z.infer<typeof mailRow>;

/** One mail to read. One-time links show as `…` once they have reached a mailbox. */
export const mailDetail = mailRow.extend({
  replyTo: z.string(),
  html: z.string(),
  plain: z.string(),
  /** The order whose invoice goes with it. */
  invoice_of: z.string().nullable(),
});
export type MailDetail = z.infer<typeof mailDetail>;

/** Query of `GET /mails`: newest first; `search` looks into address and subject. */
export const mailQuery = z.object({
  ...paging,
  status: mailStatus.optional(),
  kind: z.string().max(50).optional(),
  search: z.string().trim().max(200).optional(),
});
export type MailQuery = z.infer<typeof mailQuery>;

/** How mails leave the shop, and how many have not. */
export const mailSummary = z.object({
  /** `files`: there is no mail server, and each mail becomes a file in the folder `where`. */
  delivery: z.enum(['smtp', 'files']),
  where: z.string(),
  from: z.string(),
  waiting: z.number(),
  failed: z.number(),
});
export type MailSummary = z.infer<typeof mailSummary>;

/** Answer of `POST /mails/resend-failed`. `left` have failed still. */
export const resendReply = z.object({ queued: z.number(), left: z.number() });
