import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { notFound, ShopError, unavailable } from '../errors.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import type { WorkerModule } from '../runtime/worker-pool.ts';
import type { InvoiceContent } from './invoice-content.ts';
import { findInvoice, findNoteOfRefund, recordPdf } from './queries.ts';

type Parts = Pick<Deps, 'db' | 'files' | 'config' | 'workers' | 'log'>;

/** The invoice of an order as a PDF, without an access check. */
export async function readInvoice(deps: Parts, orderId: string) {
  const invoice = await findInvoice(deps.db, orderId);
  if (!invoice) throw notFound('There is no invoice for this order yet.');
  return readDocument(deps, invoice);
}

/** The credit note of a refund as a PDF, without an access check. */
export async function readCreditNote(deps: Parts, refundId: string) {
  const note = await findNoteOfRefund(deps.db, refundId);
  if (!note) throw notFound('There is no credit note for this refund.');
  return readDocument(deps, note);
}

type StoredDocument = { id: string; code: string; content: InvoiceContent; pdfSha256: string | null };

/** The documents that this process renders now, by id, so that simultaneous requests render it once. */
const rendering = new Map<string, Promise<Buffer>>();

/**
 * An invoice or credit note as a PDF. It is rendered once and stored with its hash; a file that is missing or does not
 * have this hash is rendered again.
 */
export async function readDocument(deps: Parts, document: StoredDocument) {
  const filename = `${document.code.replaceAll('/', '-')}.pdf`;
  const stored = await readStored(deps, document);
  if (stored) return { filename, pdf: stored };
  const running = rendering.get(document.id) ?? renderDocument(deps, document);
  rendering.set(document.id, running);
  try {
    return { filename, pdf: await running };
  } finally {
    rendering.delete(document.id);
  }
}

const pathOf = ({ id }: StoredDocument) => `invoices/${id}.pdf`;
const hashOf = (pdf: Uint8Array) => createHash('sha256').update(pdf).digest('hex');

async function readStored({ db, files, log }: Parts, document: StoredDocument): Promise<Buffer | undefined> {
  const pdf = await files.get(pathOf(document)).catch((error: unknown) => {
    if (!(error instanceof ShopError && error.status === 404)) throw error;
  });
  if (!pdf) return undefined;
  const hash = hashOf(pdf);
  if (hash === document.pdfSha256) return pdf;
  // Rendered by a version of the shop that recorded no hash; a power failure can have left an empty file.
  if (document.pdfSha256 === null && pdf.length > 0) {
    await recordPdf(db, document.id, hash);
    return pdf;
  }
  log.error({ document: document.code }, 'a stored document is damaged and is rendered again');
  return undefined;
}

async function renderDocument(
  { db, files, config, workers }: Parts,
  document: StoredDocument,
): Promise<Buffer> {
  const pdf = Buffer.from(await workers.run(invoicePdf, 'renderInvoice', document.content));
  await files.put(pathOf(document), pdf);
  crashPoint({ config }, 'invoice-written');
  await recordPdf(db, document.id, hashOf(pdf));
  return pdf;
}

/** The limits of a worker thread that draws documents. */
export const drawingLimits = {
  maxMs: 20_000,
  tooSlow: () => unavailable('The document could not be rendered in time. Please try again.'),
};
export const invoicePdf: WorkerModule<typeof import('./draw-invoice.ts')> = {
  url: new URL('./draw-invoice.ts', import.meta.url),
  ...drawingLimits,
  // Shoppers and mails wait for invoices; packing slips and files of products must not delay them.
  isUrgent: true,
};
