import type { MailKind } from '../../shared/contract/mails.ts';
import { crashPoint } from '../crash-point.ts';
import type { Trx } from '../db/database.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import * as queries from './queries.ts';
import { isRefusedForGood, sendMail } from './send.ts';
import { type MailContent, renderHtml, renderText, type Sender } from './template.ts';

export { outbox } from './outbox.ts';
export { redactMailsTo } from './queries.ts';
export type { MailContent, MailPart } from './template.ts';

export type Mail = {
  kind: MailKind;
  /** What is reported once, such as `order-confirmation:<order id>`. */
  dedupeKey?: string;
  to: string;
  /** Whom an answer goes to; the shop unless said otherwise. */
  replyTo?: string;
  subject: string | ((shop: Sender) => string);
  content: MailContent;
  /** The order whose invoice is attached when the mail is sent. */
  invoiceOf?: string;
  /** Whether it is about a test order; the subject and the first line then say so. */
  isTest?: boolean;
};

/**
 * Puts a mail in the queue in the transaction of what it reports: both are there or neither, and it goes once.
 * Gives its id; null where this one is there already.
 */
export async function queueMail(
  deps: Pick<Deps, 'jobs' | 'config' | 'clock'>,
  trx: Trx,
  mail: Mail,
): Promise<string | null> {
  const { isTest = false, content: words, subject: named, ...rest } = mail;
  const content = isTest ? { ...words, parts: [testNotice, ...words.parts] } : words;
  const sender = await queries.getSender(trx, deps.config.publicUrl);
  const subject = typeof named === 'string' ? named : named(sender);
  const mailId = await queries.insertMail(trx, {
    ...rest,
    replyTo: mail.replyTo ?? (mail.to === sender.email ? '' : sender.email),
    subject: isTest ? `Test: ${subject}` : subject,
    html: renderHtml(content, sender),
    plain: renderText(content, sender),
    createdAt: deps.clock.now(),
    nextTryAt: later(deps, 1),
  });
  if (mailId) await deps.jobs.enqueue(trx, 'mail', { mailId });
  return mailId ?? null;
}

const testNotice = 'This is a test order: no real payment was taken.';

type InvoiceReader = (orderId: string) => Promise<{ filename: string; pdf: Buffer }>;

/** Minutes until the next try; after the last one, a day and a half later, the owner sees the mail as failed. */
const timeouts = [1, 2, 4, 8, 15, 30, 60, 60, 120, 240, 480, 720];
/** A worker that died in the middle of a try keeps the mail from others for so long. */
const claimMinutes = 5;

/**
 * Sends one mail. A mail belongs to one worker at a time, and a sent one is never taken up again; a try that fails
 * is written down, and the round of the minute makes the next one, each time later.
 */
export function mailTasks(deps: Deps, readInvoice: InvoiceReader) {
  const { db, config, clock, log } = deps;
  return {
    async mail({ mailId }: { mailId: string }): Promise<void> {
      const mail = await queries.claimMail(db, mailId, clock.now(), later(deps, claimMinutes));
      if (!mail) return;
      try {
        const invoice = mail.invoiceOf ? await readInvoice(mail.invoiceOf) : undefined;
        const attachments = invoice ? [{ filename: invoice.filename, content: invoice.pdf }] : [];
        const { shopName } = await queries.getSender(db, config.publicUrl);
        await sendMail(config, { ...mail, shopName, to: mail.toAddress, attachments });
        crashPoint(deps, 'mail-sent');
      } catch (error) {
        const wait = timeouts[mail.attempts];
        const next = wait === undefined || isRefusedForGood(error) ? null : later(deps, wait);
        const reason = error instanceof Error ? error.message : String(error);
        await queries.noteFailure(db, mailId, reason, next);
        // Servers like to repeat whom they refuse; the log names nobody.
        const masked = reason.replace(/[^\s<>:]+@[^\s<>:]+/g, '…');
        log.warn({ mailId, kind: mail.kind, reason: masked, next }, 'a mail could not be sent');
        return;
      }
      await queries.markSent(db, mailId, clock.now());
      // What has reached its mailbox opens nothing from here.
      if (config.smtpUrl) await queries.forgetLinks(db, mailId);
    },
  };
}

/** Hands every mail whose time has come to the queue again: after failures, and where a job was lost. */
export async function retryMails(deps: Deps): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const due = await queries.takeDueMails(trx, deps.clock.now(), later(deps, claimMinutes), 100);
    for (const mailId of due) await deps.jobs.enqueue(trx, 'mail', { mailId });
  });
}

const later = ({ clock }: Pick<Deps, 'clock'>, minutes: number) =>
  new Date(clock.now().getTime() + minutes * 60_000);
