import type { LookUpRequest } from '../../shared/contract/order-look-up.ts';
import type {
  AdminOrder,
  AdminOrderQuery,
  MatchingOrders,
  Order,
  OrderStats,
  OrderStatus,
} from '../../shared/contract/orders.ts';
import { isId } from '../../shared/id.ts';
import { toRupees } from '../../shared/money.ts';
import { crashPoint } from '../crash-point.ts';
import type { Trx } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Actor, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import * as admin from './admin-queries.ts';
import { exportOrders } from './export.ts';
import type { InvoiceContent } from './invoices/invoice.ts';
import { findCreditNote, findInvoice } from './invoices/queries.ts';
import { askForOrderLink } from './link.ts';
import { listOrders, orderStats } from './list-queries.ts';
import { presentAdminOrder, presentOrder } from './present.ts';
import * as queries from './queries.ts';
import { mayMove } from './status.ts';

export {
  anonymiseOrders,
  assignGuestOrders,
  findNewestGuestOrder,
  findPaidGuestOrder,
  listPersonalOrders,
} from './account-queries.ts';
export { issueCreditNote, issueInvoice } from './invoices/issue.ts';
export { mailOrderLink, orderLink } from './link.ts';
export {
  countReservations,
  findByIdempotencyKey,
  findByProviderOrder,
  findForSettling,
  findUnpaidByKey,
  insertEvent,
  insertOrder,
  type LockedOrder,
  lockOrder,
  saveProviderOrder,
  updateOrder,
} from './queries.ts';
export {
  insertRefundLines,
  listRefundLines,
  listReservedUnits,
  type RefundLine,
} from './refund-line-queries.ts';
export { listRefundable, type RefundableLine } from './refund-lines.ts';
export {
  claimUnsettled,
  listExpired,
  recordCheck,
} from './unsettled-queries.ts';

/** Orders once placed, as one caller may see them: their owner, an admin, or whoever shows the key. */
export function orders(deps: Deps, actor: Actor) {
  const { db, files, clock, config } = deps;
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

    /** Mails the order's link to its own mailbox, if there is such an order: nobody is told whether there is. */
    lookUp: (asked: LookUpRequest): Promise<void> => askForOrderLink(deps, asked),

    /** The orders of one person, newest first: her own, or anyone's for an admin; 404 for others. */
    async listOrdersOf(userId: string, page: { page: number; limit: number }) {
      const allowed = actor.kind === 'admin' || (actor.kind === 'user' && actor.userId === userId);
      if (!allowed || !isId(userId)) throw notFound('Orders not found.');
      const { rows, total } = await queries.listOrdersOf(db, userId, page);
      return { orders: rows.map(presentOrder), total };
    },

    /** The invoice as a PDF: drawn once, then the same bytes at every reading. 404 while the order is unpaid. */
    async getInvoice(id: string, key?: string): Promise<{ filename: string; pdf: Buffer }> {
      await getRow(id, key);
      return readInvoice({ db, files, config }, id);
    },

    /** A credit note as a PDF, by its own id: for whoever may read its order, else 404. */
    async getCreditNote(id: string, key?: string): Promise<{ filename: string; pdf: Buffer }> {
      const note = isId(id) ? await findCreditNote(db, id) : undefined;
      if (!note) throw notFound('Credit note not found.');
      await getRow(note.orderId, key);
      return readDocument({ files, config }, note);
    },

    /** For the back office: one page of the orders that match, with the true total. */
    async listAllOrders(query: AdminOrderQuery): Promise<{ orders: AdminOrder[]; total: number }> {
      const { rows, total } = await listOrders(db, query);
      return { orders: rows.map(presentAdminOrder), total };
    },

    /** For the back office: all orders that match as CSV, a piece at a time. */
    exportOrders: (query: MatchingOrders): AsyncGenerator<string> => exportOrders({ db }, actor, query),

    /** For the back office: an order with its payments and refunds, hidden ones too. */
    async getAnyOrder(id: string): Promise<AdminOrder> {
      const row = isId(id) ? await admin.findOrder(db, id) : undefined;
      if (!row) throw notFound('Order not found.');
      return presentAdminOrder(row);
    },

    /** What the back office shows above its list; without test orders once the shop is live. */
    async getStats(): Promise<OrderStats> {
      const { revenuePaise, ...counts } = await orderStats(db, { withTests: await countsTestOrders(deps) });
      return { ...counts, totalRevenue: toRupees(revenuePaise) };
    },

    /** Hides an order from lists and figures, or shows it again. Its record, money and papers stay (contract §3). */
    async setHidden(id: string, hidden: boolean): Promise<void> {
      const at = hidden ? clock.now() : null;
      if (!isId(id) || !(await admin.hideOrder(db, id, at, actor))) throw notFound('Order not found.');
    },
  };
}

/** The invoice of an order for the shop itself: attached to mails, shown to whoever may read the order. */
export async function readInvoice(
  { db, files, config }: Pick<Deps, 'db' | 'files' | 'config'>,
  orderId: string,
) {
  const invoice = await findInvoice(db, orderId);
  if (!invoice) throw notFound('There is no invoice for this order yet.');
  return readDocument({ files, config }, invoice);
}

type StoredDocument = { id: string; code: string; content: InvoiceContent };

async function readDocument({ files, config }: Pick<Deps, 'files' | 'config'>, paper: StoredDocument) {
  const path = `invoices/${paper.id}.pdf`;
  const filename = `${paper.code.replaceAll('/', '-')}.pdf`;
  if (await files.exists(path)) return { filename, pdf: await files.get(path) };
  // The PDF library is loaded at the first invoice, not at every start.
  const { renderInvoice } = await import('./invoices/pdf.ts');
  const pdf = await renderInvoice(paper.content);
  await files.put(path, pdf);
  crashPoint({ config }, 'invoice-written');
  return { filename, pdf };
}

/** What to put into the parcel and where it goes, as a PDF without prices, drawn as the order is now. */
export async function renderPackingSlipOf(order: AdminOrder, shopName: string) {
  const { renderPackingSlip } = await import('./invoices/packing-slip.ts');
  const pdf = await renderPackingSlip(order, shopName);
  return { filename: `packing-slip-${order.order_number}.pdf`, pdf };
}

/** An order for the shop's own use: mails, jobs. */
export async function findOrder(db: Deps['db'] | Trx, id: string): Promise<Order | undefined> {
  const row = await queries.findOrder(db, id, 'shop');
  return row && presentOrder(row);
}

/** Moves an order by the table of moves and writes the event, or leaves it and says false. */
export async function moveOrder(
  trx: Trx,
  order: queries.LockedOrder,
  to: OrderStatus,
  cause: { by: string; note?: string },
): Promise<boolean> {
  if (!mayMove(order.status, to)) return false;
  await setStatus(trx, order.id, to, cause);
  return true;
}

/**
 * Sets any status and writes the event: the owner's right, and where the rules have been looked at already. An
 * internal note is for the back office alone.
 */
export async function setStatus(
  trx: Trx,
  orderId: string,
  status: OrderStatus,
  cause: { by: string; byUser?: string; note?: string; internal?: boolean },
): Promise<void> {
  await queries.updateOrder(trx, orderId, { status });
  const { by, byUser, note, internal } = cause;
  await queries.insertEvent(trx, { orderId, status, byUser, byLabel: by, note, internal });
}
