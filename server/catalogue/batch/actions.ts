import type { BatchAction } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { toGstTenths } from '../../../shared/products/gst-rates.ts';
import type { Trx } from '../../db/database.ts';
import { gstColumns } from '../../db/gst-columns.ts';
import { findRefusal } from '../../db/value-limits.ts';
import { forbidden } from '../../errors.ts';
import {
  deleteProducts,
  findGstGaps,
  findGstProblems,
  lockProducts,
  placementOf,
  pricesOf,
  updateProducts,
} from '../products/products.ts';
import { editProducts, restoreEdited } from './edit-products.ts';
import * as undo from './undo-queries.ts';

/** A batch, and the admin who started it. */
type Batch = { batchId: string; userId: string };

/**
 * Makes the change of a batch in these products. Returns the ids of those that it changed; adds those that it refuses to
 * `refused`, with the reasons.
 */
export async function applyAction(
  trx: Trx,
  by: Batch,
  change: BatchAction,
  ids: string[],
  refused: Map<string, string>,
): Promise<string[]> {
  switch (change.action) {
    case 'category':
      return updateProducts(trx, ids, await placementFor(trx, change));
    case 'discount':
      return setDiscount(trx, by, ids, change.discount, refused);
    case 'status':
      return setStatus(trx, by.batchId, ids, change.status, refused);
    case 'gst':
      return setGst(trx, by.batchId, ids, change, refused);
    case 'edit':
      return editProducts(trx, by, change, ids, refused);
    case 'delete':
      return deleteProducts(trx, ids);
  }
}

/** The placement that a batch sets. 400 if the category or subcategory does not exist. */
export const placementFor = (
  trx: Trx,
  { category, subcategory = null }: Extract<BatchAction, { action: 'category' }>,
) => placementOf(trx, { category, subcategory });

async function setDiscount(
  trx: Trx,
  { batchId, userId }: Batch,
  ids: string[],
  discount: number,
  refused: Map<string, string>,
): Promise<string[]> {
  const existing = await lockProducts(trx, ids);
  const now = (await undo.lockPrices(trx, existing)).map((before) => ({
    before,
    productId: before.productId,
    sellingPaise: discounted(before, discount).sellingPaise,
  }));
  for (const [id, reason] of await findGstGaps(trx, now)) refused.set(id, reason);
  const lowered = now.filter(({ before, sellingPaise }) => sellingPaise < before.sellingPaise);
  const reason = lowered.length > 0 && (await findRefusal(trx, userId, 'price'));
  if (reason) for (const { productId } of lowered) refused.set(productId, reason);
  const changed = now.filter(({ productId }) => !refused.has(productId));
  const byProduct = Map.groupBy(changed, ({ productId }) => productId);
  await undo.insertPrevious(
    trx,
    batchId,
    [...byProduct].map(([id, group]) => ({ id, before: group.map(({ before }) => before) })),
  );
  await undo.updateSellingPrices(
    trx,
    changed.map(({ before: { id }, sellingPaise }) => ({ id, sellingPaise })),
  );
  return updateProducts(
    trx,
    existing.filter((id) => !refused.has(id)),
    {},
  );
}

async function setStatus(
  trx: Trx,
  batchId: string,
  ids: string[],
  status: undo.Status,
  refused: Map<string, string>,
): Promise<string[]> {
  const rows = await undo.lockTaxed(trx, ids);
  const changes = rows.map(({ id, ...before }) => ({ id, before, after: { ...before, status } }));
  for (const [id, reason] of await findGstProblems(trx, changes)) refused.set(id, reason);
  const changed = rows.filter(({ id }) => !refused.has(id));
  await undo.insertPrevious(
    trx,
    batchId,
    changed.map(({ id, status: before }) => ({ id, before })),
  );
  return updateProducts(
    trx,
    changed.map(({ id }) => id),
    // Only a draft is published later.
    status === 'draft' ? { status } : { status, publishAt: null },
  );
}

type GstChange = Extract<BatchAction, { action: 'gst' }>;

/** The columns of HSN code and rate that a batch sets. */
const gstOf = ({ hsn, gstRate }: GstChange) => ({
  ...(hsn !== null && { hsn }),
  ...(gstRate !== null && gstColumns(toGstTenths(gstRate))),
});

async function setGst(
  trx: Trx,
  batchId: string,
  ids: string[],
  change: GstChange,
  refused: Map<string, string>,
): Promise<string[]> {
  const { hsn, gstRate } = change;
  const rows = await undo.lockTaxed(trx, ids);
  for (const { id, isGiftCard } of rows)
    if (isGiftCard) refused.set(id, 'A gift card has no HSN code and no GST rate.');
  const changes = rows.map(({ id, ...before }) => ({
    id,
    before,
    after: { ...before, hsn: hsn ?? before.hsn, gstRate: gstRate ?? before.gstRate },
  }));
  for (const [id, reason] of await findGstProblems(trx, changes)) refused.set(id, reason);
  if (hsn !== null) {
    const moved = rows.filter((row) => row.hsn !== hsn && !row.isGiftCard).map(({ id }) => id);
    for (const [id, reason] of await findGstGaps(trx, await undo.lockPrices(trx, moved), hsn))
      refused.set(id, reason);
  }
  const changed = rows.filter(({ id }) => !refused.has(id));
  await undo.insertPrevious(
    trx,
    batchId,
    changed.map(({ id, hsn: code, gstRate: percent }) => ({
      id,
      before: { hsn: code, ...gstColumns(percent === null ? null : toGstTenths(percent)) },
    })),
  );
  return updateProducts(
    trx,
    changed.map(({ id }) => id),
    gstOf(change),
  );
}

/**
 * Restores what a batch replaced in these products, except values that changed after it. Returns the ids of the
 * products that were restored completely; adds those that it refuses to `refused`. 403 for lower prices by a role with
 * limits.
 */
export async function undoAction(
  trx: Trx,
  { batchId, userId }: Batch,
  change: BatchAction,
  ids: string[],
  refused: Map<string, string>,
): Promise<string[]> {
  if (change.action === 'status') return undo.restoreStatuses(trx, batchId, ids, change.status);
  if (change.action === 'gst') return undo.restoreGst(trx, batchId, ids, gstOf(change));
  if (change.action === 'edit') return restoreEdited(trx, { batchId, userId }, ids, refused);
  if (change.action === 'discount') return restorePrices(trx, { batchId, userId }, ids, change.discount);
  return [];
}

async function restorePrices(
  trx: Trx,
  { batchId, userId }: Batch,
  ids: string[],
  discount: number,
): Promise<string[]> {
  const previous = await undo.listPreviousPrices(trx, batchId, ids);
  const existing = new Set(await lockProducts(trx, ids));
  const current = new Map((await undo.lockPrices(trx, [...existing])).map((prices) => [prices.id, prices]));
  const isUnchanged = (before: undo.VariantPrices) => {
    const { pricePaise, sellingPaise } = current.get(before.id) ?? {};
    const set = discounted(before, discount);
    return pricePaise === set.pricePaise && sellingPaise === set.sellingPaise;
  };
  const products = previous.filter(({ id }) => existing.has(id));
  const restored = products.flatMap(({ before }) => before.filter(isUnchanged));
  const lowers = restored.some(({ id, sellingPaise }) => sellingPaise < (current.get(id)?.sellingPaise ?? 0));
  const reason = lowers && (await findRefusal(trx, userId, 'price'));
  if (reason) throw forbidden(reason);
  await undo.updateSellingPrices(trx, restored);
  const changed = products.filter(({ before }) => before.some(isUnchanged)).map(({ id }) => id);
  await updateProducts(trx, changed, {});
  return products.filter(({ before }) => before.every(isUnchanged)).map(({ id }) => id);
}

const noSale = { regularPaise: null, salePaise: null, saleFrom: null, saleUntil: null };
const discounted = (before: undo.VariantPrices, discount: number) =>
  pricesOf({ discount }, { ...before, ...noSale }, (field) => field);
