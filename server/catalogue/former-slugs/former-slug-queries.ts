import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';

export type Renamed = { former: string; id: string; slug: string };

/** What these former slugs have become; a trigger keeps them when a slug is changed. */
export async function listRenamed(
  db: Database | Trx,
  table: 'products' | 'categories' | 'subcategories' | 'brands',
  former: string[],
): Promise<Renamed[]> {
  if (former.length === 0) return [];
  const { rows } = await sql<Renamed>`select f.slug as former, t.id, t.slug
    from former_slugs f join ${sql.table(table)} t on t.id = f.target_id
    where f.kind = ${table} and f.slug = any(${former}::text[])`.execute(db);
  return rows;
}

/** Lets an address that a product had in another shop lead to it. */
export async function recordFormerSlug(
  trx: Trx,
  kind: 'products',
  slug: string,
  targetId: string,
): Promise<void> {
  await trx
    .insertInto('formerSlugs')
    .values({ kind, slug, targetId })
    .onConflict((oc) => oc.columns(['kind', 'slug']).doUpdateSet({ targetId }))
    .execute();
}
