import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';

/** The ids of products by slug, and by SKU, both in lower case. */
export async function findProducts(db: Database, handles: string[], skus: string[]) {
  const { rows } = await sql<{ slug: string; sku: string | null; id: string }>`
    select slug, null as sku, id from products where slug = any(${handles}::text[]) and deleted_at is null
    union all
    select '', lower(v.sku), v.product_id from variants v join products p on p.id = v.product_id
      where lower(v.sku) = any(${skus}::text[]) and v.deleted_at is null and p.deleted_at is null`.execute(
    db,
  );
  return {
    bySlug: new Map(rows.filter(({ sku }) => sku === null).map(({ slug, id }) => [slug, id])),
    bySku: new Map(rows.flatMap(({ sku, id }) => (sku === null ? [] : [[sku, id] as const]))),
  };
}

/** Those of these keys that a review of the shop has. */
export async function findImported(db: Database, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select product_id || ' ' || import_key as key from reviews
    where import_key = any(${keys}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

export type ImportedReview = {
  productId: string;
  importKey: string;
  status: 'pending' | 'published';
  stars: number;
  title: string;
  body: string;
  name: string;
  answer: string;
  createdAt: string;
};

/** Inserts imported reviews; one that exists is left as it is. Returns how many are new. */
export async function insertImported(trx: Trx, reviews: ImportedReview[]): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('reviews')
    .values(
      reviews.map((review) => ({
        ...{ ...review, source: 'import' as const },
        publishedAt: review.status === 'published' ? review.createdAt : null,
      })),
    )
    .onConflict((oc) => oc.columns(['productId', 'importKey']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}
