import type { ShippingDetails } from '../../shared/contract/checkout.ts';
import type { Order, OrderStatus } from '../../shared/contract/orders.ts';
import { isId } from '../../shared/id.ts';
import type { Trx } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { financialYear, invoiceCode, invoiceContent } from './invoice.ts';
import { findInvoice, insertInvoice, takeNumber } from './invoice-queries.ts';
import { presentOrder } from './present.ts';
import * as queries from './queries.ts';
import { mayMove } from './status.ts';

export {
  countHolding,
  findByIdempotencyKey,
  findByProviderOrder,
  findForSettling,
  insertEvent,
  insertOrder,
  keepProviderOrder,
  type LockedOrder,
  listExpired,
  listItems,
  listUnsettled,
  lockOrder,
  updateOrder,
} from './queries.ts';

/** Orders once placed, as one caller may see them: their owner, an admin, or whoever shows the key. */
export function orders({ db, files }: Deps, actor: Actor) {
  async function getRow(id: string, key: string | undefined) {
    const row = isId(id) ? await queries.findOrder(db, id, { actor, key }) : undefined;
    if (!row) throw notFound('Order not found.');
    return row;
  }

  return {
    /** The order, or 404 for whoever may not read it: an id can't be probed (contract §3). */
    async getOrder(id: string, key?: string): Promise<Order> {
      return presentOrder(await getRow(id, key));
    },

    /** The invoice as a PDF: drawn once, then the same bytes at every reading. 404 while the order is unpaid. */
    async getInvoice(id: string, key?: string): Promise<{ filename: string; pdf: Buffer }> {
      await getRow(id, key);
      return readInvoice({ db, files }, id);
    },
  };
}

/** The invoice of an order for the shop itself: attached to mails, shown to whoever may read the order. */
export async function readInvoice({ db, files }: Pick<Deps, 'db' | 'files'>, orderId: string) {
  const invoice = await findInvoice(db, orderId);
  if (!invoice) throw notFound('There is no invoice for this order yet.');
  const path = `invoices/${invoice.id}.pdf`;
  const filename = `${invoice.code.replaceAll('/', '-')}.pdf`;
  if (await files.exists(path)) return { filename, pdf: await files.get(path) };
  // The PDF library is loaded at the first invoice, not at every start.
  const { renderInvoice } = await import('./invoice-pdf.ts');
  const pdf = await renderInvoice(invoice.content);
  await files.put(path, pdf);
  return { filename, pdf };
}

/** An order for the shop's own use: mails, jobs. */
export async function findOrder(db: Deps['db'] | Trx, id: string): Promise<Order | undefined> {
  const row = await queries.findOrder(db, id, 'shop');
  return row && presentOrder(row);
}

/** The page of an order for whoever reads the mail: the link carries the order's key. */
export async function orderLink({ config }: Pick<Deps, 'config'>, trx: Trx, id: string): Promise<string> {
  const order = await queries.lockOrder(trx, id);
  return `${config.publicUrl}/order-success/${id}?key=${order?.accessKey ?? ''}`;
}

/** Moves an order by the table of moves and writes the event, or leaves it and says false. */
export async function moveOrder(
  trx: Trx,
  order: queries.LockedOrder,
  to: OrderStatus,
  cause: { by: string; note?: string },
): Promise<boolean> {
  if (!mayMove(order.status, to)) return false;
  await queries.updateOrder(trx, order.id, { status: to });
  await queries.insertEvent(trx, { orderId: order.id, status: to, byLabel: cause.by, note: cause.note });
  return true;
}

type Seller = Parameters<typeof invoiceContent>[0]['seller'] & { invoicePrefix: string };

/** Gives a paid order its invoice: the next number of the financial year (IST) and all that the paper says. */
export async function issueInvoice(
  trx: Trx,
  order: queries.LockedOrder,
  { seller, paymentId, now }: { seller: Seller; paymentId: string | null; now: Date },
): Promise<string> {
  const year = financialYear(now);
  const series = seller.invoicePrefix;
  const number = await takeNumber(trx, series, year);
  const code = invoiceCode(series, year, number);
  const items = await queries.listItems(trx, order.id);
  const content = invoiceContent({
    code,
    issuedAt: now,
    order: { ...order, shipping: order.shipping as ShippingDetails | null },
    items,
    paymentId,
    seller,
  });
  await insertInvoice(trx, {
    kind: 'invoice',
    orderId: order.id,
    series,
    year,
    number,
    code,
    issuedAt: now,
    content,
  });
  return code;
}
