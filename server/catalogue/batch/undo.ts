import type { BatchAction } from '../../../shared/contract/catalogue-jobs.ts';
import type { Trx } from '../../db/database.ts';
import { conflict, notFound } from '../../errors.ts';
import { pricesOf } from '../products/variant-price.ts';
import * as queries from './queries.ts';
import * as undo from './undo-queries.ts';

/** Sets the discount of every variant and stores the prices that it replaces. Returns the ids of the products found. */
export async function setDiscount(
  trx: Trx,
  batchId: string,
  ids: string[],
  discount: number,
): Promise<string[]> {
  const changed = await queries.updateProducts(trx, ids, {});
  const prices = await undo.lockPrices(trx, changed);
  await undo.keepBefore(
    trx,
    batchId,
    [...Map.groupBy(prices, ({ productId }) => productId)].map(([id, before]) => ({ id, before })),
  );
  await undo.updateSellingPrices(
    trx,
    prices.map((now) => ({ id: now.id, ...afterDiscount(now, discount) })),
  );
  return changed;
}

/** Sets the status and stores the previous ones. Returns the ids of the products found. */
export async function setStatus(
  trx: Trx,
  batchId: string,
  ids: string[],
  status: undo.Status,
): Promise<string[]> {
  const before = await undo.lockStatuses(trx, ids);
  await undo.keepBefore(
    trx,
    batchId,
    before.map(({ id, status: was }) => ({ id, before: was })),
  );
  return queries.updateProducts(trx, ids, { status });
}

/** Creates the job that undoes a batch, once. 404; 409 if it can't be undone. */
export async function insertUndo(
  trx: Trx,
  batchId: string,
  userId: string,
): Promise<{ id: string; products: number }> {
  await undo.lockBatch(trx, batchId);
  const batch = await queries.findBatch(trx, batchId);
  if (!batch) throw notFound('Batch not found.');
  if (!batch.undoable) throw conflict('not_undoable', 'This change can no longer be undone.');
  const productIds = await undo.listKept(trx, batchId);
  const values = { userId, action: 'undo', detail: {}, productIds, undoes: batchId };
  return { id: await queries.insertBatch(trx, values), products: productIds.length };
}

/**
 * Restores what the batch replaced in these products, except what was changed after it. Returns the ids of the
 * products that were restored completely.
 */
export async function restore(trx: Trx, batchId: string, ids: string[]): Promise<string[]> {
  const batch = await undo.getChange(trx, batchId);
  return batch.action === 'status'
    ? undo.restoreStatuses(trx, batchId, ids, batch.status)
    : restorePrices(trx, batchId, ids, batch);
}

async function restorePrices(
  trx: Trx,
  batchId: string,
  ids: string[],
  change: Extract<BatchAction, { action: 'discount' }>,
): Promise<string[]> {
  const kept = await undo.listBefore<undo.VariantPrices[]>(trx, batchId, ids);
  const products = await queries.updateProducts(trx, ids, {});
  const now = new Map((await undo.lockPrices(trx, products)).map((prices) => [prices.id, prices]));
  const unchanged = (before: undo.VariantPrices) => {
    const { pricePaise, sellingPaise } = now.get(before.id) ?? {};
    const set = afterDiscount(before, change.discount);
    return pricePaise === set.pricePaise && sellingPaise === set.sellingPaise;
  };
  const living = kept.filter(({ id }) => products.includes(id));
  await undo.updateSellingPrices(
    trx,
    living.flatMap(({ before }) => before.filter(unchanged)),
  );
  return living.filter(({ before }) => before.every(unchanged)).map(({ id }) => id);
}

const afterDiscount = (before: undo.VariantPrices, discount: number) =>
  pricesOf({ discount }, before, (field) => field);
