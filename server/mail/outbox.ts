import { readFile } from 'node:fs/promises';
import { linkKinds, type MailDetail, type MailQuery, type MailRow } from '../../shared/contract/mails.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { findTokens, hasLinks, isRedacted, redactLinks, withoutTokens } from './links.ts';
import * as queries from './outbox-queries.ts';
import { getSender } from './queries.ts';
import { enqueueMails, fileOf, mailFolder, senderLine } from './send.ts';

/** Failed mails that one call resends at most, so that the mail server is not overloaded. */
const maxResends = 100;

/** Whether a one-time token of a mail is still valid. */
export type IsLinkValid = (token: string) => Promise<boolean>;

/** The mails of the shop in the back office (contract §5). */
export function outbox(deps: Deps, admin: Admin, isLinkValid: IsLinkValid) {
  const { db, config, clock } = deps;
  /** Otherwise an admin could ask for a new password of an owner and read the link. */
  const hidesLinks = config.smtpUrl !== undefined || admin.roleId !== 'owner';

  async function requeue(trx: Trx, mail: queries.FullMail): Promise<string> {
    const content = await contentToSend(mail, isLinkValid);
    const createdAt = clock.now();
    const nextTryAt = new Date(createdAt.getTime() + 60_000);
    const isSent = mail.status === 'sent';
    const mailId = isSent ? await queries.copyMail(trx, mail, content, { createdAt, nextTryAt }) : mail.id;
    if (!isSent) await queries.restartMail(trx, mail.id, content, nextTryAt);
    await enqueueMails(deps.jobs, trx, [{ id: mailId, kind: mail.kind }]);
    return mailId;
  }

  return {
    /** Returns one page of the matching mails, newest first, and their total number. */
    async listMails(query: MailQuery): Promise<{ items: MailRow[]; total: number }> {
      const { rows, total } = await queries.listMails(db, query);
      return { items: rows.map(present), total };
    },

    /** Returns how mails are delivered, and the numbers of waiting and failed ones. */
    async mailSummary() {
      const { smtpUrl } = config;
      const { shopName } = await getSender(db, config.publicUrl);
      const delivery = smtpUrl
        ? { delivery: 'smtp' as const, where: new URL(smtpUrl).hostname }
        : { delivery: 'files' as const, where: mailFolder(config) };
      return { ...delivery, from: senderLine(config, shopName), ...(await queries.countUnsent(db)) };
    },

    /**
     * Returns one mail. Its links with a token or key are for the recipient: they are redacted, except for an owner of
     * a shop without a mail server, who passes the mails on. 404.
     */
    async getMail(id: string): Promise<MailDetail> {
      const mail = isId(id) ? await queries.findMail(db, id) : undefined;
      if (!mail) throw mailNotFound();
      const content = hidesLinks ? redactLinks(mail) : { html: mail.html, plain: mail.plain };
      return { ...present(mail), replyTo: mail.replyTo, invoice_of: mail.invoiceOf, ...content };
    },

    /**
     * The file that a mail became where there is no mail server. 404 while there is no file or if the mail was erased,
     * 403 for a link of others.
     */
    async readMailFile(id: string): Promise<Buffer> {
      const mail = isId(id) && !config.smtpUrl ? await queries.findMail(db, id) : undefined;
      if (mail && hidesLinks && hasLinks(mail))
        throw forbidden('Only an owner can open a mail with a link or code that is for its recipient.');
      // The file of an erased mail may still have to be deleted.
      const file = mail?.toAddress && (await readFile(fileOf(config, mail.id)).catch(ifMissing));
      if (!file) throw mailNotFound();
      return file;
    },

    /**
     * Resends a mail: a sent one as a copy, any other itself. Returns the queued mail. 404; 409 `link_spent` if it
     * would contain a link that is no longer valid.
     */
    async resendMail(id: string): Promise<MailDetail> {
      const queued = await transaction(db, async (trx) => {
        const mail = isId(id) ? await queries.lockMail(trx, id) : undefined;
        if (!mail) throw mailNotFound();
        const detail = { subject: mail.subject };
        await recordAudit(trx, admin, { action: 'mail.resend', subject: mail.id, detail });
        return requeue(trx, mail);
      });
      return this.getMail(queued);
    },

    /** Resends the newest failed mails, except those whose purpose is a one-time link. */
    async resendFailed(): Promise<{ queued: number; left: number }> {
      const queued = await transaction(db, async (trx) => {
        const mails = await queries.lockFailed(trx, linkKinds, maxResends);
        for (const mail of mails) await requeue(trx, mail);
        const detail = { mails: mails.length };
        if (mails.length > 0)
          await recordAudit(trx, admin, { action: 'mail.resend-all', subject: '', detail });
        return mails.length;
      });
      return { queued, left: (await queries.countUnsent(db)).failed };
    },
  };
}

/** The content without invalid links. 409 `link_spent` if the link is the purpose of the mail. */
async function contentToSend(mail: queries.FullMail, isLinkValid: IsLinkValid) {
  const content = { html: mail.html, plain: mail.plain };
  const hasValidLink = await Promise.all(findTokens(content).map(isLinkValid));
  if (!isRedacted(content) && hasValidLink.every(Boolean)) return content;
  if (linkKinds.includes(mail.kind)) throw conflict('link_spent', linkHints[mail.kind] ?? usedLink);
  return withoutTokens(content);
}

const usedLink = 'The link in this mail works only once and can’t be used any more, so it is not sent again.';
const linkHints: Record<string, string> = {
  activation: `${usedLink} Ask the person to use “Forgot password” with this email: that sends a fresh link.`,
  'password-reset': `${usedLink} Ask the person to use “Forgot password”: that sends a fresh link.`,
  'sign-in-code': 'The code in this mail works for ten minutes only, so it is not sent again.',
  'gift-card': 'The code in this mail is shown to its recipient only. Send the card again from its own page.',
  invitation: `${usedLink} Send the invitation again from the list of staff.`,
  'email-change': `${usedLink} Ask the person to press “Send the link again” in the profile.`,
};

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const mailNotFound = () => notFound('There is no such mail.');

function present(row: queries.MailRow): MailRow {
  const { id, kind, toAddress, subject, status, attempts, error, createdAt, sentAt, nextTryAt } = row;
  return {
    _id: id,
    kind,
    to: toAddress,
    subject,
    status,
    attempts,
    error,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    nextTryAt: status === 'waiting' ? nextTryAt.toISOString() : null,
  };
}
