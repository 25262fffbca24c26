import { sql } from 'kysely';
import { z } from 'zod';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { RowChange } from '../../../shared/contract/catalogue/product-table.ts';
import { isId } from '../../../shared/id.ts';
import type { Trx } from '../../db/database.ts';
import { gstTenthsOf } from '../../db/gst-columns.ts';

const variantPrices = z.array(z.object({ id: z.string(), pricePaise: z.number(), sellingPaise: z.number() }));
export type VariantPrices = z.infer<typeof variantPrices>[number];
export type Status = Product['status'];

/**
 * The prices of the variants of these products outside their scheduled sales, locked in id order as checkout does.
 */
export async function lockPrices(trx: Trx, productIds: string[]) {
  if (productIds.length === 0) return [];
  return trx
    .selectFrom('variants')
    .select(['id', 'productId', 'pricePaise'])
    .select(sql<number>`coalesce(regular_paise, selling_paise)`.as('sellingPaise'))
    .where('productId', 'in', productIds)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Sets the selling prices of these variants, outside their sales; unchanged ones are not written. */
export async function updateSellingPrices(
  trx: Trx,
  prices: { id: string; sellingPaise: number }[],
): Promise<void> {
  const [ids, paise] = [prices.map(({ id }) => id), prices.map(({ sellingPaise }) => sellingPaise)];
  await sql`update variants set
      selling_paise = case when regular_paise is null then new.paise else least(sale_paise, new.paise) end,
      regular_paise = case when regular_paise is not null then new.paise end
    from unnest(${ids}::uuid[], ${paise}::bigint[]) as new (id, paise)
    where variants.id = new.id and coalesce(regular_paise, selling_paise) <> new.paise`.execute(trx);
}

/** Status, HSN code and GST rate in percent of these products, locked. */
export async function lockTaxed(trx: Trx, ids: string[]) {
  return trx
    .selectFrom('products')
    .select(['id', 'status', 'hsn', 'isGiftCard'])
    .select(sql<number | null>`${gstTenthsOf('products')} / 10`.as('gstRate'))
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Restores the previous status of products that still have the one that the batch set. */
export async function restoreStatuses(
  trx: Trx,
  batchId: string,
  ids: string[],
  set: Status,
): Promise<string[]> {
  const rows = await trx
    .updateTable('products')
    .from('productBatchUndo as previous')
    .set({ status: sql<Status>`(previous.before #>> '{}')::product_status`, updatedAt: new Date() })
    .whereRef('previous.productId', '=', 'products.id')
    .where('previous.batchId', '=', batchId)
    .where('products.id', 'in', ids)
    .where('products.deletedAt', 'is', null)
    .where('products.status', '=', set)
    .returning('products.id')
    .execute();
  return rows.map(({ id }) => id);
}

type GstColumns = { hsn: string | null; gstTenths: number | null; gstHundredths: number };

/**
 * Restores the previous HSN code and GST rate, those of them that the batch set, of products that still have what it
 * set.
 */
export async function restoreGst(
  trx: Trx,
  batchId: string,
  ids: string[],
  set: Partial<GstColumns>,
): Promise<string[]> {
  const { hsn, gstTenths, gstHundredths } = set;
  let restoring = trx
    .updateTable('products')
    .from('productBatchUndo as previous')
    .set({
      ...(hsn !== undefined && { hsn: sql<string | null>`previous.before->>'hsn'` }),
      ...(gstTenths !== undefined && {
        gstTenths: sql<number | null>`(previous.before->>'gstTenths')::int`,
        gstHundredths: sql<number>`(previous.before->>'gstHundredths')::smallint`,
      }),
      updatedAt: new Date(),
    })
    .whereRef('previous.productId', '=', 'products.id')
    .where('previous.batchId', '=', batchId)
    .where('products.id', 'in', ids)
    .where('products.deletedAt', 'is', null);
  if (hsn) restoring = restoring.where('products.hsn', '=', hsn);
  if (typeof gstTenths === 'number' && gstHundredths !== undefined)
    restoring = restoring
      .where('products.gstTenths', '=', gstTenths)
      .where('products.gstHundredths', '=', gstHundredths);
  return (await restoring.returning('products.id').execute()).map(({ id }) => id);
}

/** Stores what a batch replaces in these products. */
export async function insertPrevious(
  trx: Trx,
  batchId: string,
  products: { id: string; before: Status | VariantPrices[] | GstColumns | RowChange }[],
): Promise<void> {
  if (products.length === 0) return;
  await trx
    .insertInto('productBatchUndo')
    .values(products.map(({ id, before }) => ({ batchId, productId: id, before: JSON.stringify(before) })))
    .execute();
}

/** The prices that a batch replaced in these products. */
export async function listPreviousPrices(trx: Trx, batchId: string, ids: string[]) {
  const rows = await listPrevious(trx, batchId, ids);
  return rows.map(({ id, before }) => ({ id, before: variantPrices.parse(before) }));
}

/** What a batch replaced in these products, as it was stored. */
export async function listPrevious(trx: Trx, batchId: string, ids: string[]) {
  return trx
    .selectFrom('productBatchUndo')
    .select(['productId as id', 'before'])
    .where('batchId', '=', batchId)
    .where('productId', 'in', ids)
    .execute();
}

/** The ids of the products in which a batch replaced something. */
export async function listUndoable(trx: Trx, batchId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('productBatchUndo')
    .select('productId')
    .where('batchId', '=', batchId)
    .orderBy('productId')
    .execute();
  return rows.map(({ productId }) => productId);
}

/** Locks a batch, so that it is undone only once. */
export async function lockBatch(trx: Trx, id: string): Promise<void> {
  if (isId(id))
    await trx.selectFrom('productBatches').select('id').where('id', '=', id).forUpdate().execute();
}

/** Deletes the previous values of batches that finished more than `days` ago. */
export async function deletePrevious(trx: Trx, days: number): Promise<void> {
  await sql`delete from product_batch_undo u using product_batches b
    where b.id = u.batch_id and b.finished_at < now() - ${days} * interval '1 day'`.execute(trx);
}
