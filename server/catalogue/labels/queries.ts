import { sql } from 'kysely';
import { isId } from '../../../shared/id.ts';
import type { Database } from '../../db/database.ts';

/** What the labels of these variants show, by id. Prices in paise. */
export async function findLabelled(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select([
      'variants.id',
      'variants.sku',
      'variants.barcode',
      'variants.optionValues',
      'variants.pricePaise',
      'variants.sellingPaise',
      'products.name',
    ])
    .where(sql<boolean>`variants.id = any(${ids.filter(isId)}::uuid[])`)
    .where('variants.deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
