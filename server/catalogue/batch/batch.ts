import type { Batch, BatchAction, BatchRequest } from '../../../shared/contract/catalogue-jobs.ts';
import { isId } from '../../../shared/id.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, notFound, ShopError } from '../../errors.ts';
import { placeOf } from '../products/edit.ts';
import { deleteProducts } from '../products/edit-queries.ts';
import { namesOf } from '../stock/queries.ts';
import * as queries from './queries.ts';
import { insertUndo, restore, setDiscount, setStatus } from './undo.ts';
import { forgetOld } from './undo-queries.ts';

/** So many products change in one transaction: short enough not to hold up a sale. */
const atOnce = 200;
const maxProducts = 100_000;

/** One change to many products, as a job that goes on when the page is closed (spec §2 Batch products). */
export function batches(deps: Deps, admin: Admin) {
  async function begin(trx: Trx, id: string, action: string, detail: object): Promise<string> {
    await recordAudit(trx, admin, { action: `batch.${action}`, subject: id, detail });
    await deps.jobs.enqueue(trx, 'batch', { batchId: id });
    return id;
  }

  return {
    /** Notes the job and starts it. 400 where nothing is selected or the change can't be made. */
    async startBatch(request: BatchRequest): Promise<Batch> {
      const { userId } = admin;
      const productIds = await selected(deps, request);
      if (productIds.length === 0) throw badField('ids', 'Please select at least one product');
      const id = await transaction(deps.db, async (trx) => {
        const change = changeOf(request);
        if (change.action === 'category') await placeFor(trx, change);
        const { action, ...detail } = change;
        const id = await queries.insertBatch(trx, { userId, action, detail, productIds });
        await forgetOld(trx, queries.undoDays + 1);
        return begin(trx, id, action, { ...detail, products: productIds.length });
      });
      return this.getBatch(id);
    },

    /**
     * Starts the job that gives each product back what a batch replaced. 404; 409 `not_undoable` for one that is
     * undone already, older than a day, or of a kind that can't be undone.
     */
    async undoBatch(batchId: string): Promise<Batch> {
      const { userId } = admin;
      const id = await transaction(deps.db, async (trx) => {
        const undoing = await insertUndo(trx, batchId, userId);
        return begin(trx, undoing.id, 'undo', { products: undoing.products });
      });
      return this.getBatch(id);
    },

    /** The progress of a job and what failed in it. */
    async getBatch(id: string): Promise<Batch> {
      const row = await queries.findBatch(deps.db, id);
      if (!row) throw notFound('Batch not found.');
      return present(row);
    },

    /** The latest jobs of this admin, so that a page opened again finds what runs. */
    async listBatches(): Promise<Batch[]> {
      return (await queries.listBatches(deps.db, admin.userId)).map(present);
    },
  };
}

/** The job `batch`: goes on where it was left, a slice at a time. */
export async function runBatch(deps: Pick<Deps, 'db'>, batchId: string): Promise<void> {
  while (await transaction(deps.db, (trx) => runSlice(trx, batchId)));
}

async function runSlice(trx: Trx, batchId: string): Promise<boolean> {
  const batch = await queries.lockNext(trx, batchId, atOnce);
  if (!batch) return false;
  const ids = batch.next;
  let changed: string[] = [];
  let reason = batch.undoes ? 'It was changed after the batch.' : 'Product not found.';
  try {
    changed = batch.undoes
      ? await restore(trx, batch.undoes, ids)
      : await apply(trx, batch.id, { action: batch.action, ...(batch.detail as object) } as BatchAction, ids);
  } catch (error) {
    // What can't be done to one product can't be done to any: the category is gone.
    if (!(error instanceof ShopError)) throw error;
    reason = error.message;
  }
  const done = new Set(changed);
  const failed = ids.filter((id) => !done.has(id));
  const names = failed.length > 0 ? await namesOf(trx, failed) : new Map<string, string>();
  const failures = failed.map((id) => ({ id, name: names.get(id) ?? id, message: reason }));
  await queries.advanceBatch(trx, batchId, { done: ids.length, failures });
  return true;
}

async function apply(trx: Trx, batchId: string, change: BatchAction, ids: string[]): Promise<string[]> {
  switch (change.action) {
    case 'category':
      return queries.updateProducts(trx, ids, await placeFor(trx, change));
    case 'discount':
      return setDiscount(trx, batchId, ids, change.discount);
    case 'status':
      return setStatus(trx, batchId, ids, change.status);
    case 'delete':
      return deleteProducts(trx, ids);
  }
}

async function placeFor(
  trx: Trx,
  { category, subcategory = null }: Extract<BatchAction, { action: 'category' }>,
) {
  return placeOf(trx, { category, subcategory }, { categoryId: null, subcategoryId: null });
}

/** The part of a request that says what to do, without what it is done to. */
function changeOf({ ids: _, matching: __, ...change }: BatchRequest): BatchAction {
  return change;
}

async function selected({ db }: Deps, { ids, matching }: BatchRequest): Promise<string[]> {
  if (ids) return [...new Set(ids.filter(isId))];
  const { except = [], ...query } = matching ?? {};
  return queries.listMatchingIds(db, query, except, maxProducts);
}

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
