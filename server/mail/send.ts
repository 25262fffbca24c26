import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import type { Transporter } from 'nodemailer';
import { linkKinds } from '../../shared/contract/mails.ts';
import type { Config } from '../config.ts';
import type { Trx } from '../db/database.ts';
import type { Mails } from '../db/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';

export type Envelope = Pick<
  Selectable<Mails>,
  'id' | 'toAddress' | 'replyTo' | 'subject' | 'html' | 'plain' | 'createdAt' | 'unsubscribeUrl'
> & {
  /** The name of the shop. */
  shopName: string;
  attachments: { filename: string; content: Buffer }[];
};

/**
 * Enqueues the sending of stored mails. Mails with a one-time link and contact mails have their own queues, so that they
 * don't wait for others.
 */
export async function enqueueMails(
  jobs: Jobs,
  trx: Trx,
  mails: { id: string; kind: string }[],
): Promise<void> {
  const byQueue = Map.groupBy(mails, ({ kind }) => {
    if (linkKinds.includes(kind)) return 'account-mail';
    return kind.startsWith('contact-') ? 'contact-mail' : 'mail';
  });
  for (const [queue, group] of byQueue)
    await jobs.enqueue(trx, queue, ...group.map(({ id }) => ({ mailId: id })));
}

/**
 * Sends one mail over SMTP, or writes it as an `.eml` file to DATA_DIR/mail if no server is configured (contract §5).
 * The Message-ID is the same for each attempt, so that mail programs recognise duplicates. Returns the last reply of the
 * mail server, null for a file.
 */
export async function sendMail(config: Config, mail: Envelope): Promise<string | null> {
  const message = {
    from: config.mailFrom ?? { name: mail.shopName, address: noReply(config) },
    // An object, because a string could be parsed as several addresses.
    to: { name: '', address: mail.toAddress },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    html: mail.html,
    text: mail.plain,
    date: mail.createdAt,
    attachments: mail.attachments,
    messageId: `<${mail.id}@${hostOf(config)}>`,
    // Suppresses automatic replies (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl && {
        'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // No content is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // Loaded when it is first needed (decision 56).
  const { createTransport } = await import('nodemailer');
  if (config.smtpUrl)
    return withMailServer(config.smtpUrl, async (smtp) => String((await smtp.sendMail(message)).response));
  const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  const folder = mailFolder(config);
  const draft = join(folder, `.${randomUUID()}`);
  const write = () => writeFile(draft, bytes as Buffer, { mode: 0o600 });
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true });
    await write();
  });
  await rename(draft, fileOf(config, mail.id));
  return null;
}

/** Connects to the mail server and signs in there. Throws if that fails. */
export const verifyMailServer = (smtpUrl: string): Promise<void> =>
  withMailServer(smtpUrl, async (smtp) => void (await smtp.verify()));

async function withMailServer<T>(url: string, work: (smtp: Transporter) => Promise<T>): Promise<T> {
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const smtp = createTransport({ url, ...limits });
  return work(smtp).finally(() => smtp.close());
}

const hostOf = ({ publicUrl }: Config): string => new URL(publicUrl).hostname;
const noReply = (config: Config) => `no-reply@${hostOf(config)}`;

/** The From header of mails: MAIL_FROM, else the name of the shop. */
export const senderLine = (config: Config, shopName: string): string =>
  config.mailFrom ?? `${shopName} <${noReply(config)}>`;

/** The folder of mails if there is no mail server. */
export const mailFolder = ({ dataDir }: Config): string => join(dataDir, 'mail');

/** The file of a mail in that folder. */
export const fileOf = (config: Config, id: string): string => join(mailFolder(config), `${id}.eml`);

/** Whether the mail server has rejected the recipient permanently, so that further attempts are useless. */
export function isPermanentFailure(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 550 && responseCode < 560 && command === 'RCPT TO';
}

const usualPorts = 'TLS usually has port 465, STARTTLS port 587';

/** Why a mail server can't be used and what to do, and the setting that is most likely wrong. */
export function explainMailError(
  error: Error & { code?: string; response?: string },
  host: string,
): { field: 'host' | 'port' | 'password' | 'security' | 'senderAddress'; text: string } {
  const { code, message } = error;
  const reply = error.response ?? message;
  if (code === 'EAUTH')
    return { field: 'password', text: `${host} does not accept this user name with this password: ${reply}` };
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message))
    return { field: 'host', text: `There is no server with the name ${host}. Check the spelling` };
  if (/certificate|altnames|self.signed/i.test(message))
    return { field: 'host', text: `The certificate of ${host} is not valid. Check the name of the server` };
  if (code === 'ETLS' || /wrong version number|STARTTLS|tls|ssl/i.test(message))
    return { field: 'security', text: `${host} does not use this encryption at this port. ${usualPorts}` };
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { field: 'senderAddress', text: `${host} refused the mail: ${reply}` };
  const problem = error.response ? `refuses the connection: ${reply}` : 'can’t be reached at this port';
  return { field: 'port', text: `${host} ${problem}. ${usualPorts}` };
}
