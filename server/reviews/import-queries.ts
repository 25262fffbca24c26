import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';

/**
 * The ids of products by the handle with which they were imported, else by slug, also a former one; and by SKU in lower
 * case.
 */
export async function findProducts(db: Database, handles: string[], skus: string[]) {
  const slugs = handles.map((handle) => handle.toLowerCase());
  const { rows } = await sql<{ kind: 'handle' | 'slug' | 'former' | 'sku'; key: string; id: string }>`
    select kind, key, p.id from (
      select 'handle' as kind, key, product_id as id from product_sources
        where source = 'shopify' and key = any(${handles}::text[])
      union all select 'slug', slug, id from products where slug = any(${slugs}::text[])
      union all select 'former', slug, target_id from former_slugs
        where kind = 'products' and slug = any(${handles}::text[])
      union all select 'sku', lower(sku), product_id from variants
        where lower(sku) = any(${skus}::text[]) and deleted_at is null
    ) named join products p using (id) where p.deleted_at is null`.execute(db);
  const by = (wanted: string) =>
    new Map(rows.flatMap(({ kind, key, id }) => (kind === wanted ? [[key, id] as const] : [])));
  const [byHandle, bySlug, byFormer] = ['handle', 'slug', 'former'].map(by);
  return {
    findByHandle: (handle: string) =>
      byHandle?.get(handle) ?? bySlug?.get(handle.toLowerCase()) ?? byFormer?.get(handle),
    bySku: by('sku'),
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

/** Inserts imported reviews; one that exists is left as it is. Returns the ids of the new ones. */
export async function insertImported(trx: Trx, reviews: ImportedReview[]): Promise<string[]> {
  const rows = await trx
    .insertInto('reviews')
    .values(
      reviews.map((review) => ({
        ...review,
        source: 'import' as const,
        publishedAt: review.status === 'published' ? review.createdAt : null,
      })),
    )
    .onConflict((oc) => oc.columns(['productId', 'importKey']).doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes imported reviews. */
export async function deleteImported(trx: Trx, ids: string[]): Promise<void> {
  await trx
    .deleteFrom('reviews')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('source', '=', 'import')
    .execute();
}
