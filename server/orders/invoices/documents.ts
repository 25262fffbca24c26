import { createHash } from 'node:crypto';
import { orderNumber } from '../../../shared/order-number.ts';
import { crashPoint } from '../../crash-point.ts';
import type { Database } from '../../db/database.ts';
import { readSiteInfo } from '../../db/site-info.ts';
import type { Deps } from '../../deps.ts';
import { notFound, ShopError, unavailable } from '../../errors.ts';
import type { WorkerModule } from '../../worker-pool.ts';
import type { InvoiceContent } from './invoice.ts';
import type { Sender } from './label.ts';
import { listOrdersToPrint } from './parcel-queries.ts';
import { parcelsOf, parcelsWithLabel } from './parcels.ts';
import { findInvoice, findNoteOfRefund, recordPdf } from './queries.ts';
import { whyNoLabel } from './skip-reasons.ts';

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

/** The packing slips of an order as a PDF without prices. It is not stored, because it shows the current order. */
export async function readPackingSlip({ db, workers }: Pick<Deps, 'db' | 'workers'>, orderId: string) {
  const [order] = await listOrdersToPrint(db, [orderId]);
  if (!order) throw notFound('Order not found.');
  const { shopName } = await getSender(db);
  const pdf = Buffer.from(
    await workers.run(packingSlipPdf, 'renderPackingSlips', parcelsOf(order), shopName),
  );
  return { filename: `packing-slip-${orderNumber(orderId)}.pdf`, pdf };
}

/** The shipping labels of an order as a PDF of 4 × 6 inches. 404 without a tracking number or delivery address. */
export async function readLabel({ db, workers }: Pick<Deps, 'db' | 'workers'>, orderId: string) {
  const [order] = await listOrdersToPrint(db, [orderId]);
  if (!order) throw notFound('Order not found.');
  const missing = whyNoLabel(order);
  if (missing) throw notFound(`There is no label for this order: ${missing}.`);
  const pdf = Buffer.from(
    await workers.run(labelPdf, 'renderLabels', parcelsWithLabel(order), await getSender(db)),
  );
  return { filename: `label-${orderNumber(orderId)}.pdf`, pdf };
}

/** The shop as labels and packing slips name it. */
export async function getSender(db: Database): Promise<Sender> {
  const { clientName, address, state, mobile } = await readSiteInfo(db);
  return { shopName: clientName || 'Shop', address, state, mobile };
}

const limits = {
  maxMs: 20_000,
  tooSlow: () => unavailable('The document could not be rendered in time. Please try again.'),
};
export const invoicePdf: WorkerModule<typeof import('./pdf.ts')> = {
  url: new URL('./pdf.ts', import.meta.url),
  ...limits,
  // Shoppers and mails wait for invoices; packing slips and files of products must not delay them.
  isUrgent: true,
};
export const packingSlipPdf: WorkerModule<typeof import('./packing-slip.ts')> = {
  url: new URL('./packing-slip.ts', import.meta.url),
  ...limits,
};
export const labelPdf: WorkerModule<typeof import('./label.ts')> = {
  url: new URL('./label.ts', import.meta.url),
  ...limits,
};
export const pickListPdf: WorkerModule<typeof import('./pick-list.ts')> = {
  url: new URL('./pick-list.ts', import.meta.url),
  ...limits,
};
