import { type Insertable, sql, type Updateable } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Variants } from '../../db/schema.ts';

/** The variants of a product in display order, locked in id order as checkout does. */
export async function lockVariantsOf(trx: Trx, productId: string) {
  const rows = await trx
    .selectFrom('variants')
    .select(['id', 'sku', 'optionValues', 'stock', 'image', 'position', 'barcode', 'costPaise', 'lowStockAt'])
    .select(['netQuantity', 'weightGrams', 'shelfCode'])
    .select(['pricePaise', 'sellingPaise', 'regularPaise', 'salePaise', 'saleFrom', 'saleUntil'])
    .where('productId', '=', productId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.toSorted((a, b) => a.position - b.position);
}
export type VariantRow = Awaited<ReturnType<typeof lockVariantsOf>>[number];

/** The time by the clock of the database, by which the prices of an order are chosen too. */
export async function readNow(trx: Trx): Promise<Date> {
  return (await trx.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()).now;
}

/** The deleted variants of a product, those that were deleted last at the end. */
export async function lockDeletedVariantsOf(trx: Trx, productId: string) {
  return trx
    .selectFrom('variants')
    .select(['id', 'optionValues', 'stock'])
    .where('productId', '=', productId)
    .where('deletedAt', 'is not', null)
    .orderBy('deletedAt')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Inserts variants in one statement, so that the trigger on their product's row runs once. */
export async function insertVariants(trx: Trx, values: Insertable<Variants>[]) {
  if (values.length === 0) return [];
  return trx.insertInto('variants').values(values).returning(['id', 'stock']).execute();
}

/** Updates the columns of these rows that can be edited in one statement, so that their product is refreshed once. */
export async function updateVariants(trx: Trx, rows: VariantRow[]): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map((row) =>
    Object.fromEntries([
      ['id', row.id],
      ...editedColumns.map((name) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        row[name],
      ]),
    ]),
  );
  const changes = editedColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`new.${name}`)}`);
  await sql`update variants set ${sql.join(changes)}
    from jsonb_populate_recordset(null::variants, ${JSON.stringify(given)}::jsonb) as new
    where variants.id = new.id`.execute(trx);
}

const editedColumns = [
  ...(['sku', 'optionValues', 'position', 'image', 'barcode', 'costPaise'] as const),
  ...(['lowStockAt', 'netQuantity', 'weightGrams', 'shelfCode'] as const),
  ...(['pricePaise', 'sellingPaise', 'regularPaise', 'salePaise', 'saleFrom', 'saleUntil'] as const),
];

export async function updateVariant(trx: Trx, id: string, values: Updateable<Variants>): Promise<void> {
  await trx.updateTable('variants').set(values).where('id', '=', id).execute();
}

export async function deleteVariants(trx: Trx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('variants').set({ deletedAt: new Date() }).where('id', 'in', ids).execute();
}

/** Clears SKUs and values that are about to change, so that two variants can swap theirs. */
export async function releaseNames(trx: Trx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('variants')
    .set({ sku: sql`'~' || id`, optionValues: sql`array['~' || id]` })
    .where('id', 'in', ids)
    .execute();
}

/** Variants of other products with one of these SKUs, ignoring case, with the product's name. */
export async function findSkus(trx: Trx, skus: string[], exceptProductId: string) {
  if (skus.length === 0) return [];
  return trx
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select(['variants.sku', 'products.name'])
    .where(
      sql<string>`lower(variants.sku)`,
      'in',
      skus.map((sku) => sku.toLowerCase()),
    )
    .where('variants.deletedAt', 'is', null)
    .where('variants.productId', '!=', exceptProductId)
    .execute();
}
