import {
  type Batch,
  type BatchAction,
  type BatchPreview,
  type BatchRequest,
  batchAction,
} from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { isId } from '../../../shared/id.ts';
import { gstRateProblem } from '../../../shared/products/gst-rates.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, conflict, notFound, ShopError } from '../../errors.ts';
import { requireMayJoin } from '../categories/categories.ts';
import { listMatchingIds } from '../products/products.ts';
import { findProductNames } from '../stock/stock.ts';
import { listTableProducts } from '../table/table.ts';
import { applyAction, placementFor, undoAction } from './actions.ts';
import { describeEdit } from './edit-products.ts';
import * as queries from './queries.ts';
import { deletePrevious, listUndoable, lockBatch } from './undo-queries.ts';

/** The number of products in one transaction: small enough not to delay a sale. */
const sliceSize = 50;
const maxProducts = 100_000;

/** One change to many products, as a job that continues when the page is closed (spec §2 Batch products). */
export function batches(deps: Deps, admin: Admin) {
  async function start(trx: Trx, batch: queries.NewBatch, detail: object): Promise<string> {
    const id = await queries.insertBatch(trx, batch);
    await recordAudit(trx, admin, {
      action: `batch.${batch.action}`,
      subject: id,
      detail: { ...detail, products: batch.productIds.length },
    });
    await deps.jobs.enqueue(trx, 'batch', { batchId: id });
    return id;
  }
  const { userId } = admin;

  return {
    /**
     * Starts a batch. 400 if no product is selected, the category does not exist or the GST rate is not in force; 403 as
     * requireMayJoin.
     */
    async startBatch({ ids, matching, ...change }: BatchRequest): Promise<Batch> {
      const productIds = ids ? [...new Set(ids.filter(isId))] : await listMatching(deps, matching);
      if (productIds.length === 0) throw badField('ids', 'Please select at least one product');
      const wrongRate =
        change.action === 'gst' && change.gstRate !== null && gstRateProblem(change.gstRate, new Date());
      if (wrongRate) throw badField('gstRate', wrongRate);
      const id = await transaction(deps.db, async (trx) => {
        if (change.action === 'category') {
          const { categoryId } = await placementFor(trx, change);
          if (categoryId) await requireMayJoin(trx, admin, categoryId);
        }
        const { action, ...detail } = change;
        await deletePrevious(trx, queries.undoDays + 1);
        return start(trx, { userId, action, detail, productIds }, detail);
      });
      return this.getBatch(id);
    },

    /** What an edit would do to the first products. 400 as startBatch. */
    async previewBatch({ ids, matching, ...edit }: BatchRequest): Promise<BatchPreview> {
      const all = ids ? [...new Set(ids.filter(isId))] : await listMatching(deps, matching);
      const rows = edit.action === 'edit' ? await listTableProducts(deps.db, all.slice(0, 10)) : [];
      const changes = rows.flatMap((row) => (edit.action === 'edit' ? describeEdit(row, edit) : []));
      return { total: all.length, changes };
    },

    /**
     * Starts a batch that restores what another one replaced. 404; 409 `not_undoable` if that one is undone already,
     * older than a day, or of a kind that can't be undone.
     */
    async undoBatch(batchId: string): Promise<Batch> {
      const id = await transaction(deps.db, async (trx) => {
        await lockBatch(trx, batchId);
        const batch = await queries.findBatch(trx, batchId);
        if (!batch) throw notFound('Batch not found.');
        if (!batch.undoable) throw conflict('not_undoable', 'This change can no longer be undone.');
        const productIds = await listUndoable(trx, batchId);
        return start(trx, { userId, action: 'undo', detail: {}, productIds, undoes: batchId }, {});
      });
      return this.getBatch(id);
    },

    /** The progress of a batch and its failures. 404. */
    async getBatch(id: string): Promise<Batch> {
      const row = await queries.findBatch(deps.db, id);
      if (!row) throw notFound('Batch not found.');
      return present(row);
    },

    /** The latest batches of this admin, so that a reopened page shows the running ones. */
    async listBatches(): Promise<Batch[]> {
      return (await queries.listBatches(deps.db, userId)).map(present);
    },
  };
}

const listMatching = ({ db }: Deps, { except = [], ...query }: NonNullable<BatchRequest['matching']> = {}) =>
  listMatchingIds(db, query, { except, limit: maxProducts });

/** The job `batch`: continues where it stopped, one slice at a time. */
export async function runBatch(deps: Pick<Deps, 'db'>, batchId: string): Promise<void> {
  while (await transaction(deps.db, (trx) => runSlice(trx, batchId)));
}

async function runSlice(trx: Trx, batchId: string): Promise<boolean> {
  const batch = await queries.lockNextSlice(trx, batchId, sliceSize);
  if (!batch) return false;
  const { next: ids, undoes, userId } = batch;
  let changed: string[] = [];
  const refused = new Map<string, string>();
  let message = undoes ? 'It was changed after the batch.' : 'Product not found.';
  try {
    const change = await getChange(trx, undoes ?? batchId);
    changed = undoes
      ? await undoAction(trx, { batchId: undoes, userId }, change, ids, refused)
      : await applyAction(trx, { batchId, userId }, change, ids, refused);
  } catch (error) {
    // An error that concerns every product: the category was deleted.
    if (!(error instanceof ShopError)) throw error;
    message = error.message;
  }
  const done = new Set(changed);
  const failed = ids.filter((id) => !done.has(id));
  const names = failed.length > 0 ? await findProductNames(trx, failed) : new Map<string, string>();
  const failures = failed.map((id) => ({
    id,
    name: names.get(id) ?? id,
    message: refused.get(id) ?? message,
  }));
  await queries.advanceBatch(trx, batchId, { done: ids.length, failures });
  return true;
}

const getChange = async (trx: Trx, batchId: string): Promise<BatchAction> =>
  batchAction.parse(await queries.getChange(trx, batchId));

const present = (row: queries.BatchRow): Batch => ({
  _id: row.id,
  action: row.action,
  total: row.total,
  done: row.done,
  failed: row.failures.length,
  finished: row.finishedAt !== null,
  undoable: row.undoable,
  failures: row.failures.slice(0, 1000).map(({ id, name, message }) => ({ _id: id, name, message })),
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
