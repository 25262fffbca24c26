import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

export type Envelope = {
  id: string;
  /** The name of the shop. */
  shopName: string;
  to: string;
  replyTo: string;
  subject: string;
  html: string;
  plain: string;
  createdAt: Date;
  attachments: { filename: string; content: Buffer }[];
};

/**
 * Sends one mail over SMTP, or writes it as an `.eml` file under DATA_DIR/mail where no server is configured
 * (contract §5). The Message-ID is the mail's own, so that a repeated try is seen as one.
 */
export async function sendMail(config: Config, content: Envelope): Promise<void> {
  const message = {
    from: config.mailFrom ?? { name: content.shopName, address: noReply(config) },
    // An object, not a text: nothing in an address is read as a second one.
    to: { name: '', address: content.to },
    ...(content.replyTo && { replyTo: { name: '', address: content.replyTo } }),
    subject: content.subject,
    html: content.html,
    text: content.plain,
    date: content.createdAt,
    attachments: content.attachments,
    messageId: `<${content.id}@${hostOf(config)}>`,
    // So that nobody's holiday note answers a shop.
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Bodies are ours: nothing is read from files or addresses they might name.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  if (config.smtpUrl) {
    const smtp = createTransport({
      url: config.smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    });
    try {
      await smtp.sendMail(message);
    } finally {
      smtp.close();
    }
    return;
  }
  const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  const folder = mailFolder(config);
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.${randomUUID()}`);
  await writeFile(draft, bytes as Buffer, { mode: 0o600 });
  await rename(draft, fileOf(config, content.id));
}

const hostOf = ({ publicUrl }: Config): string => new URL(publicUrl).hostname;
const noReply = (config: Config) => `no-reply@${hostOf(config)}`;

/** The From header of mails: MAIL_FROM, else the name of the shop. */
export const senderLine = (config: Config, shopName: string): string =>
  config.mailFrom ?? `${shopName} <${noReply(config)}>`;

/** Where mails are written while there is no mail server. */
export const mailFolder = ({ dataDir }: Config): string => join(dataDir, 'mail');

/** The file that a mail becomes there. */
export const fileOf = (config: Config, id: string): string => join(mailFolder(config), `${id}.eml`);

/** Whether the mail server has said that this mailbox does not exist, or not to it: trying again won't help. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 550 && responseCode < 560 && command === 'RCPT TO';
}
