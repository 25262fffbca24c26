import type { AdminOrder } from '../../../shared/contract/orders.ts';
import { crashPoint } from '../../crash-point.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { InvoiceContent } from './invoice.ts';
import { findInvoice } from './queries.ts';

/** The invoice of an order as a PDF, without an access check. */
export async function readInvoice(
  { db, files, config }: Pick<Deps, 'db' | 'files' | 'config'>,
  orderId: string,
) {
  const invoice = await findInvoice(db, orderId);
  if (!invoice) throw notFound('There is no invoice for this order yet.');
  return readDocument({ files, config }, invoice);
}

type StoredDocument = { id: string; code: string; content: InvoiceContent };

export async function readDocument(
  { files, config }: Pick<Deps, 'files' | 'config'>,
  document: StoredDocument,
) {
  const path = `invoices/${document.id}.pdf`;
  const filename = `${document.code.replaceAll('/', '-')}.pdf`;
  if (await files.exists(path)) return { filename, pdf: await files.get(path) };
  // The PDF library is loaded at the first invoice, not at every start.
  const { renderInvoice } = await import('./pdf.ts');
  const pdf = await renderInvoice(document.content);
  await files.put(path, pdf);
  crashPoint({ config }, 'invoice-written');
  return { filename, pdf };
}

/** The packing slip of an order as a PDF without prices. */
export async function renderPackingSlipOf(order: AdminOrder, shopName: string) {
  const { renderPackingSlip } = await import('./packing-slip.ts');
  const pdf = await renderPackingSlip(order, shopName);
  return { filename: `packing-slip-${order.order_number}.pdf`, pdf };
}
