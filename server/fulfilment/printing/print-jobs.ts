import type { Readable } from 'node:stream';
import type { MatchingOrders } from '../../../shared/contract/orders/orders.ts';
import {
  maxPrintedOrders,
  type PrintJob,
  type PrintKind,
  type PrintRequest,
} from '../../../shared/contract/orders/print-jobs.ts';
import { isId } from '../../../shared/id.ts';
import { orderNumber } from '../../../shared/orders/order-number.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, notFound } from '../../errors.ts';
import { requirePermission } from '../../permissions.ts';
import * as queries from './print-queries.ts';
import { pathOfPrint } from './run-print-job.ts';

const dayMs = 86_400_000;

/** Invoices have amounts, which an admin who only packs orders does not see. */
const permissionFor = (kind: PrintKind): Permission =>
  kind === 'invoices' ? 'orders.viewAll' : 'orders.fulfil';

/**
 * Finds orders, oldest first, of those that an admin may see: by id, by filters, or those that their batch has
 * changed. `inBooks`: filters also find archived orders.
 */
type SelectOrders = (
  by: { ids: string[] } | { matching: MatchingOrders } | { batch: string },
  inBooks: boolean,
) => Promise<string[]>;

/** The print jobs of an admin: one PDF with documents of many orders, kept for a day (contract §7). */
export function printJobs(deps: Deps, admin: Admin, selectOrders: SelectOrders) {
  const { db, files, jobs } = deps;
  const { userId } = admin;

  async function getPrintJob(id: string): Promise<PrintJob> {
    const row = await queries.findPrintJob(db, id, userId);
    if (!row) throw notFound('Document not found.');
    return present(row);
  }

  return {
    getPrintJob,

    /**
     * Starts a print job; its pages are in the order in which the orders were placed. 403 without the permission for its
     * documents, 400 without an order or with too many.
     */
    async startPrintJob(request: PrintRequest): Promise<PrintJob> {
      const { kind } = request;
      requirePermission(admin, permissionFor(kind));
      const orderIds = await readSelection(request);
      if (orderIds.length > maxPrintedOrders)
        throw badField('ids', `At most ${maxPrintedOrders} orders can be printed at once`);
      const found = new Set(orderIds);
      if (orderIds.length === 0) throw badField('ids', 'Please select at least one order');
      const skipped = [...new Set('ids' in request ? request.ids?.filter(isId) : [])]
        .filter((id) => !found.has(id))
        .map((id) => ({ id, reason: 'it does not exist or is not yours to see' }));
      const id = await transaction(db, async (trx) => {
        const jobId = await queries.insertPrintJob(trx, { userId, kind, orderIds, skipped });
        const detail = { kind, orders: orderIds.length };
        await recordAudit(trx, admin, { action: 'order.print', subject: jobId, detail });
        await jobs.enqueue(trx, 'print', { printJobId: jobId });
        return jobId;
      });
      return getPrintJob(id);
    },

    /** The print jobs of this admin that are not deleted yet, newest first. */
    listPrintJobs: async (): Promise<PrintJob[]> => (await queries.listPrintJobs(db, userId)).map(present),

    /** The PDF of a finished job of this admin. 404 if it has none, 403 if they may not see such documents any more. */
    async readPrint(id: string): Promise<{ filename: string; pdf: Readable }> {
      const row = await queries.findPrintJob(db, id, userId);
      const file = pathOfPrint(id);
      // Backups leave the files out.
      if (!row || row.pages === 0 || !(await files.exists(file))) throw notFound('Document not found.');
      requirePermission(admin, permissionFor(row.kind));
      const day = row.createdAt.toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
      return {
        filename: `${row.kind.replaceAll('_', '-')}-${day}.pdf`,
        pdf: await files.stream(file),
      };
    },
  };

  async function readSelection(request: PrintRequest): Promise<string[]> {
    // A deleted order is not packed, but its invoice is in the books.
    const inBooks = request.kind === 'invoices';
    if ('batch' in request) return selectOrders({ batch: request.batch }, inBooks);
    const { ids, matching, except } = request;
    if (ids) return selectOrders({ ids: ids.filter(isId) }, inBooks);
    const all = matching ? await selectOrders({ matching }, inBooks) : [];
    return all.filter((id) => !except.includes(id));
  }
}

const present = (row: queries.PrintJobRow): PrintJob => ({
  _id: row.id,
  kind: row.kind,
  total: row.total,
  done: row.done,
  pages: row.pages,
  skipped: row.skipped.map(({ id, reason }) => ({ _id: id, order_number: orderNumber(id), reason })),
  finished: row.finishedAt !== null,
  failed: row.failed,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  expiresAt: new Date(row.createdAt.getTime() + dayMs).toISOString(),
});
