import { createHash } from 'node:crypto';
import type { AdminOrder } from '../../../shared/contract/orders.ts';
import { crashPoint } from '../../crash-point.ts';
import type { Deps } from '../../deps.ts';
import { notFound, ShopError, unavailable } from '../../errors.ts';
import type { WorkerModule } from '../../worker-pool.ts';
import type { InvoiceContent } from './invoice.ts';
import { findInvoice, recordPdf } from './queries.ts';

type Parts = Pick<Deps, 'db' | 'files' | 'config' | 'workers' | 'log'>;

/** The invoice of an order as a PDF, without an access check. */
export async function readInvoice(deps: Parts, orderId: string) {
  const invoice = await findInvoice(deps.db, orderId);
  if (!invoice) throw notFound('There is no invoice for this order yet.');
  return readDocument(deps, invoice);
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

/** The packing slip of an order as a PDF without prices. It is not stored, because it shows the current order. */
export async function renderPackingSlipOf(
  { workers }: Pick<Deps, 'workers'>,
  order: AdminOrder,
  shopName: string,
) {
  const pdf = Buffer.from(await workers.run(packingSlipPdf, 'renderPackingSlip', order, shopName));
  return { filename: `packing-slip-${order.order_number}.pdf`, pdf };
}

const limits = {
  maxMs: 20_000,
  tooSlow: () => unavailable('The document could not be rendered in time. Please try again.'),
};
const invoicePdf: WorkerModule<typeof import('./pdf.ts')> = {
  url: new URL('./pdf.ts', import.meta.url),
  ...limits,
  // Shoppers and mails wait for invoices; packing slips and files of products must not delay them.
  isUrgent: true,
};
const packingSlipPdf: WorkerModule<typeof import('./packing-slip.ts')> = {
  url: new URL('./packing-slip.ts', import.meta.url),
  ...limits,
};
