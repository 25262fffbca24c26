import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import * as queries from './queries.ts';
import { sendLetter } from './send.ts';

export type Mail = {
  kind: string;
  /** What is reported once, such as `order-paid:<order id>`. */
  dedupeKey?: string;
  to: string;
  subject: string;
  html: string;
  plain: string;
  /** The order whose invoice is attached when the mail is sent. */
  invoiceOf?: string;
};

/** Puts a mail in the queue in the transaction of what it reports: both are there or neither, and it goes once. */
export async function queueMail({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, mail: Mail): Promise<void> {
  const mailId = await queries.insertMail(trx, mail);
  if (mailId) await jobs.enqueue(trx, 'mail', { mailId });
}

type InvoiceReader = (orderId: string) => Promise<{ filename: string; pdf: Buffer }>;

/** Sends what waits. A try that fails is written down and made again by the queue, each time later. */
export function mailTasks({ db, config, clock }: Deps, readInvoice: InvoiceReader) {
  return {
    async mail({ mailId }: { mailId: string }): Promise<void> {
      const mail = await queries.findWaitingMail(db, mailId);
      if (!mail) return;
      try {
        const invoice = mail.invoiceOf ? await readInvoice(mail.invoiceOf) : undefined;
        const attachments = invoice ? [{ filename: invoice.filename, content: invoice.pdf }] : [];
        await sendLetter(config, { ...mail, to: mail.toAddress, attachments });
        await queries.markSent(db, mailId, clock.now());
      } catch (error) {
        await queries.noteFailure(db, mailId, error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
  };
}
