import { readFile } from 'node:fs/promises';
import { linkKinds, type MailDetail, type MailQuery, type MailRow } from '../../shared/contract/mails.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import { isRedacted, redacted, tokensOf, withoutTokens } from './links.ts';
import * as queries from './outbox-queries.ts';
import { getSender } from './queries.ts';
import { fileOf, mailFolder, senderLine } from './send.ts';

/** So many mails that failed are taken up again at once; the mail server is not to be run over. */
const atOnce = 100;

/** Whether a one-time token of a mail would still open something. */
export type IsLinkValid = (token: string) => Promise<boolean>;

/** The mails of the shop as the back office sees them, for admins alone (contract §5). */
export function outbox(deps: Deps, actor: Actor, isLinkValid: IsLinkValid) {
  const { db, config, clock } = deps;

  async function requeue(trx: Trx, mail: queries.FullMail): Promise<string> {
    const content = await sendable(mail, isLinkValid);
    const createdAt = clock.now();
    const nextTryAt = new Date(createdAt.getTime() + 60_000);
    const isSent = mail.status === 'sent';
    const mailId = isSent ? await queries.copyMail(trx, mail, content, { createdAt, nextTryAt }) : mail.id;
    if (!isSent) await queries.restartMail(trx, mail.id, content, nextTryAt);
    await deps.jobs.enqueue(trx, 'mail', { mailId });
    return mailId;
  }

  return {
    /** One page of mails, newest first, with the true total. */
    async listMails(query: MailQuery): Promise<{ mails: MailRow[]; total: number }> {
      const { rows, total } = await queries.listMails(db, query);
      return { mails: rows.map(present), total };
    },

    /** How mails leave the shop, and how many have not. */
    async mailSummary() {
      const { smtpUrl } = config;
      const { shopName } = await getSender(db, config.publicUrl);
      const way = smtpUrl
        ? { delivery: 'smtp' as const, where: new URL(smtpUrl).hostname }
        : { delivery: 'files' as const, where: mailFolder(config) };
      return { ...way, from: senderLine(config, shopName), ...(await queries.countUnsent(db)) };
    },

    /** One mail to read. With a mail server its one-time links are the reader's alone. 404. */
    async getMail(id: string): Promise<MailDetail> {
      const mail = isId(id) ? await queries.findMail(db, id) : undefined;
      if (!mail) throw missing();
      const content = config.smtpUrl ? redacted(mail) : { html: mail.html, plain: mail.plain };
      return { ...present(mail), replyTo: mail.replyTo, invoice_of: mail.invoiceOf, ...content };
    },

    /** The file that a mail became where there is no mail server. 404 while there is none. */
    async readMailFile(id: string): Promise<Buffer> {
      const mail = isId(id) && !config.smtpUrl ? await queries.findMail(db, id) : undefined;
      const file = mail && (await readFile(fileOf(config, mail.id)).catch(() => undefined));
      if (!file) throw missing();
      return file;
    },

    /**
     * Sends a mail again: one that was sent as a new mail, any other from where it stands. Gives the mail that is
     * in the queue now. 404; 409 `link_spent` where it would carry a link that opens nothing any more.
     */
    async resendMail(id: string): Promise<MailDetail> {
      const queued = await transaction(db, async (trx) => {
        const mail = isId(id) ? await queries.lockMail(trx, id) : undefined;
        if (!mail) throw missing();
        const detail = { subject: mail.subject };
        await recordAudit(trx, actor, { action: 'mail.resend', subject: mail.id, detail });
        return requeue(trx, mail);
      });
      return this.getMail(queued);
    },

    /** The newest that failed, 100 at most, go out again; those that live by a one-time link stay where they are. */
    async resendFailed(): Promise<{ queued: number; left: number }> {
      const queued = await transaction(db, async (trx) => {
        const mails = await queries.lockFailed(trx, linkKinds, atOnce);
        for (const mail of mails) await requeue(trx, mail);
        const detail = { mails: mails.length };
        if (mails.length > 0)
          await recordAudit(trx, actor, { action: 'mail.resend-all', subject: '', detail });
        return mails.length;
      });
      return { queued, left: (await queries.countUnsent(db)).failed };
    },
  };
}

/** The letter as it may go out now: a dead link is never sent. */
async function sendable(mail: queries.FullMail, linkHolds: IsLinkValid) {
  const content = { html: mail.html, plain: mail.plain };
  const hasValidLink = await Promise.all(tokensOf(content).map(linkHolds));
  if (!isRedacted(content) && hasValidLink.every(Boolean)) return content;
  if (linkKinds.includes(mail.kind)) throw conflict('link_spent', instead[mail.kind] ?? spent);
  return withoutTokens(content);
}

const spent = 'The link in this mail works only once and can’t be used any more, so it is not sent again.';
const instead: Record<string, string> = {
  activation: `${spent} Ask the person to use “Forgot password” with this email: that sends a fresh link.`,
  'password-reset': `${spent} Ask the person to use “Forgot password”: that sends a fresh link.`,
  'email-change': `${spent} Ask the person to press “Send the link again” in the profile.`,
};

const missing = () => notFound('There is no such mail.');

const present = (row: queries.MailRow): MailRow => ({
  _id: row.id,
  kind: row.kind,
  to: row.toAddress,
  subject: row.subject,
  status: row.status,
  attempts: row.attempts,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  nextTryAt: row.status === 'waiting' ? row.nextTryAt.toISOString() : null,
});
