import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

export type Letter = {
  id: string;
  to: string;
  subject: string;
  html: string;
  plain: string;
  attachments: { filename: string; content: Buffer }[];
};

/**
 * Sends one mail over SMTP, or writes it as an `.eml` file under DATA_DIR/mail where no server is configured
 * (contract §5). The Message-ID is the mail's own, so that a repeated try is seen as one.
 */
export async function sendLetter(config: Config, letter: Letter): Promise<void> {
  const message = {
    from: config.mailFrom,
    to: letter.to,
    subject: letter.subject,
    html: letter.html,
    text: letter.plain,
    attachments: letter.attachments,
    messageId: `<${letter.id}@${new URL(config.publicUrl).hostname}>`,
    // Bodies are ours: nothing is read from files or addresses they might name.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  if (config.smtpUrl) {
    const smtp = createTransport({ url: config.smtpUrl, connectionTimeout: 10_000, socketTimeout: 30_000 });
    await smtp.sendMail(message);
    return;
  }
  const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  const folder = join(config.dataDir, 'mail');
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.${randomUUID()}`);
  await writeFile(draft, bytes as Buffer);
  await rename(draft, join(folder, `${letter.id}.eml`));
}
