import { randomUUID } from 'node:crypto';
import type { MailKind } from '../../shared/contract/mails.ts';
import type { SiteInfoAdmin } from '../../shared/contract/site-info.ts';
import type { Trx } from '../db/database.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import * as queries from './queries.ts';
import { enqueueMails, isPermanentFailure, sendMail } from './send.ts';
import { type MailContent, renderHtml, renderText, type Sender } from './template.ts';

export { deleteUnusedMailFiles, removeMailFiles } from './mail-files.ts';
export { outbox } from './outbox.ts';
export { countUnsent } from './outbox-queries.ts';
export { clearMailsOf, clearOrderMails, deleteOrderMails } from './queries.ts';
export { explainMailError, senderLine, verifyMailServer } from './send.ts';
export type { MailContent, MailPart } from './template.ts';

export type Mail = {
  kind: MailKind;
  /** Prevents a second mail about the same event, such as `order-confirmation:<order id>`. */
  dedupeKey?: string;
  to: string;
  /** The address of replies; by default the shop's. */
  replyTo?: string;
  subject: string | ((shop: Sender) => string);
  content: MailContent;
  /** The order whose invoice is attached when the mail is sent. */
  invoiceOf?: string;
  /** The refund whose credit note is attached when the mail is sent. */
  creditNoteOf?: string;
  /** The address that ends such mails by one POST (RFC 8058); absent for mails about an order or account. */
  unsubscribeUrl?: string;
  /** Whether the mail concerns a test order; the subject and the first line then say so. */
  isTest?: boolean;
};

type QueueDeps = Pick<Deps, 'jobs' | 'config' | 'clock'>;

/**
 * Queues a mail in the transaction of the event that it reports. Returns its id, or null if a mail with this
 * `dedupeKey` exists.
 */
export async function queueMail(deps: QueueDeps, trx: Trx, mail: Mail): Promise<string | null> {
  const [mailId] = await queueMails(deps, trx, [mail]);
  return mailId ?? null;
}

/**
 * The same for several mails about one event; `site` is the information about the shop, if the caller has read it.
 * Returns the ids of those that are new.
 */
export async function queueMails(
  deps: QueueDeps,
  trx: Trx,
  mails: Mail[],
  site?: SiteInfoAdmin,
): Promise<string[]> {
  if (mails.length === 0) return [];
  const sender = await queries.getSender(trx, deps.config.publicUrl, site);
  const queued = await queries.insertMails(
    trx,
    mails.map(({ isTest = false, content: original, subject, ...rest }) => {
      const content = isTest ? { ...original, parts: [testNotice, ...original.parts] } : original;
      const text = typeof subject === 'string' ? subject : subject(sender);
      return {
        ...rest,
        replyTo: rest.replyTo ?? (rest.to === sender.email ? '' : sender.email),
        subject: isTest ? `Test: ${text}` : text,
        html: renderHtml(content, sender),
        plain: renderText(content, sender),
        createdAt: deps.clock.now(),
        nextTryAt: minutesFromNow(deps, 1),
      };
    }),
  );
  await enqueueMails(deps.jobs, trx, queued);
  return queued.map(({ id }) => id);
}

const testNotice = 'This is a test order: no real payment was taken.';

type DocumentReader = (id: string) => Promise<{ filename: string; pdf: Buffer }>;

/** Minutes until each next attempt: 29 hours in total, after which the mail is failed. */
const retryMinutes = [1, 2, 4, 8, 15, 30, 60, 60, 120, 240, 480, 720];
/** Minutes after which another worker may send a mail whose worker has crashed. */
const claimMinutes = 5;

/**
 * Sends one mail. Only one worker at a time sends it, and a sent mail is not sent again. A failed attempt is recorded,
 * and `retryMails` starts the next one.
 */
export function mailTasks(
  deps: Deps,
  read: {
    /** The invoice of an order, and the credit note of a refund. */
    invoice: DocumentReader;
    creditNote: DocumentReader;
  },
) {
  const { db, config, clock, log } = deps;
  async function send({ mailId }: { mailId: string }): Promise<void> {
    const mail = await queries.claimMail(db, mailId, clock.now(), minutesFromNow(deps, claimMinutes));
    if (!mail) return;
    try {
      const documents = [
        mail.invoiceOf ? await read.invoice(mail.invoiceOf) : [],
        mail.creditNoteOf ? await read.creditNote(mail.creditNoteOf) : [],
      ].flat();
      const attachments = documents.map(({ filename, pdf: content }) => ({ filename, content }));
      const { shopName } = await queries.getSender(db, config.publicUrl);
      await sendMail(config, { ...mail, shopName, attachments });
      crashPoint(deps, 'mail-sent');
    } catch (error) {
      const wait = retryMinutes[mail.attempts];
      const next = wait === undefined || isPermanentFailure(error) ? null : minutesFromNow(deps, wait);
      const reason = error instanceof Error ? error.message : String(error);
      await queries.recordFailure(db, mailId, reason, next);
      // The server's reply may contain the recipient's address, which must not be logged.
      const masked = reason.replace(/[^\s<>:]+@[^\s<>:]+/g, '…');
      log.warn({ mailId, kind: mail.kind, reason: masked, next }, 'a mail could not be sent');
      return;
    }
    await queries.markSent(db, mailId, clock.now());
    // A delivered link is for the recipient only.
    if (config.smtpUrl) await queries.redactStoredLinks(db, mailId);
  }
  return { mail: send, 'account-mail': send, 'contact-mail': send };
}

/** What a test mail says. */
export const testContent: MailContent = {
  preview: 'Mail from your shop arrives.',
  heading: 'Mail from your shop arrives',
  parts: ['This is the test mail that you asked for in Settings. There is nothing to do.'],
};

/**
 * Sends a test mail at once, without the queue. Returns the reply of the mail server, or null if the mail was written to
 * a file. Throws the error of the server (`explainMailError`).
 */
export async function sendTestMail({ db, config, clock }: Deps, to: string): Promise<string | null> {
  const sender = await queries.getSender(db, config.publicUrl);
  return sendMail(config, {
    id: randomUUID(),
    toAddress: to,
    replyTo: '',
    subject: `Test mail from ${sender.shopName}`,
    html: renderHtml(testContent, sender),
    plain: renderText(testContent, sender),
    createdAt: clock.now(),
    unsubscribeUrl: '',
    shopName: sender.shopName,
    attachments: [],
  });
}

/** Queues every mail that is due: after a failed attempt, or if its job was lost. */
export async function retryMails(deps: Deps): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const due = await queries.claimDueMails(trx, deps.clock.now(), minutesFromNow(deps, claimMinutes), 100);
    await enqueueMails(deps.jobs, trx, due);
  });
}

const minutesFromNow = ({ clock }: Pick<Deps, 'clock'>, minutes: number) =>
  new Date(clock.now().getTime() + minutes * 60_000);
