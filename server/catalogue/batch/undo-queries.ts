import { sql } from 'kysely';
import type { BatchAction } from '../../../shared/contract/catalogue-jobs.ts';
import { isId } from '../../../shared/id.ts';
import type { Trx } from '../../db/database.ts';

export type Status = Extract<BatchAction, { action: 'status' }>['status'];
export type VariantPrices = { id: string; pricePaise: number; sellingPaise: number };

/** The prices of the variants of these products, locked in id order as checkout locks them. */
export async function lockPrices(trx: Trx, productIds: string[]) {
  if (productIds.length === 0) return [];
  return trx
    .selectFrom('variants')
    .select(['id', 'productId', 'pricePaise', 'sellingPaise'])
    .where('productId', 'in', productIds)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Sets the selling prices of these variants; unchanged ones are not written. */
export async function updateSellingPrices(
  trx: Trx,
  prices: { id: string; sellingPaise: number }[],
): Promise<void> {
  await sql`update variants set selling_paise = wanted.paise
    from unnest(${prices.map(({ id }) => id)}::uuid[], ${prices.map(({ sellingPaise }) => sellingPaise)}::bigint[])
      as wanted (id, paise)
    where variants.id = wanted.id and variants.selling_paise <> wanted.paise`.execute(trx);
}

export async function lockStatuses(trx: Trx, ids: string[]) {
  return trx
    .selectFrom('products')
    .select(['id', 'status'])
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
    .from('productBatchUndo as kept')
    .set({ status: sql<Status>`(kept.before #>> '{}')::product_status`, updatedAt: new Date() })
    .whereRef('kept.productId', '=', 'products.id')
    .where('kept.batchId', '=', batchId)
    .where('products.id', 'in', ids)
    .where('products.deletedAt', 'is', null)
    .where('products.status', '=', set)
    .returning('products.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps what a batch replaces in these products. */
export async function keepBefore(
  trx: Trx,
  batchId: string,
  products: { id: string; before: unknown }[],
): Promise<void> {
  if (products.length === 0) return;
  await trx
    .insertInto('productBatchUndo')
    .values(products.map(({ id, before }) => ({ batchId, productId: id, before: JSON.stringify(before) })))
    .execute();
}

/** What a batch replaced in these products. */
export async function listBefore<Before>(trx: Trx, batchId: string, ids: string[]) {
  return trx
    .selectFrom('productBatchUndo')
    .select(['productId as id', sql<Before>`before`.as('before')])
    .where('batchId', '=', batchId)
    .where('productId', 'in', ids)
    .execute();
}

/** The ids of the products in which a batch replaced something. */
export async function listKept(trx: Trx, batchId: string): Promise<string[]> {
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

/** The change that a batch made, for its undo. */
export async function getChange(trx: Trx, batchId: string) {
  const { change } = await trx
    .selectFrom('productBatches')
    .select(
      sql<
        Extract<BatchAction, { action: 'status' | 'discount' }>
      >`detail || jsonb_build_object('action', action)`.as('change'),
    )
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  return change;
}

/** Deletes the replaced values of batches that can no longer be undone. */
export async function forgetOld(trx: Trx, days: number): Promise<void> {
  await sql`delete from product_batch_undo u using product_batches b
    where b.id = u.batch_id and b.finished_at < now() - ${days} * interval '1 day'`.execute(trx);
}
