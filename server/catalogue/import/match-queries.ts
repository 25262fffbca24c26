import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import type { ImportItem } from './item.ts';

export type Source = NonNullable<ImportItem['source']>;

/** Products with one of these slugs. */
export async function findSlugs(db: Database | Trx, slugs: string[]) {
  if (slugs.length === 0) return [];
  return db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where(sql<boolean>`slug = any(${slugs})`)
    .where('deletedAt', 'is', null)
    .execute();
}

/** The products that have one of these SKUs, ignoring case; `skus` are in lower case. */
export async function findSkuOwners(db: Database, skus: string[]) {
  if (skus.length === 0) return [];
  return db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select(['variants.sku', 'products.id', 'products.name'])
    .where(sql<boolean>`lower(variants.sku) = any(${skus})`)
    .where('variants.deletedAt', 'is', null)
    .execute();
}

/** Products that came from these sources. */
export async function findSources(db: Database | Trx, sources: Source[]) {
  if (sources.length === 0) return [];
  const [kinds, keys] = [sources.map(({ source }) => source), sources.map(({ key }) => key)];
  const { rows } = await sql<{ source: string; key: string; id: string }>`
    select s.source, s.key, s.product_id as id
    from unnest(${kinds}::text[], ${keys}::text[]) given (source, key)
    join product_sources s using (source, key) join products p on p.id = s.product_id
    where p.deleted_at is null`.execute(db);
  return rows;
}

/** The sources of these products. */
export async function listSourcesOf(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('productSources')
    .select(['productId', 'source', 'key'])
    .where(sql<boolean>`product_id = any(${ids}::uuid[])`)
    .execute();
}

/** Products with slugs of which a spreadsheet may make a date, such as `may-5` or `10-12`; the slug is their name. */
export async function listShortSlugs(db: Database) {
  return db
    .selectFrom('products')
    .select(['id', 'slug as name'])
    .where(sql<boolean>`slug ~ '^[a-z0-9]{1,9}-[a-z0-9]{1,9}(-[0-9]{1,4})?$' and slug ~ '[0-9]'`)
    .where('deletedAt', 'is', null)
    .execute();
}

/** A few products with each of these names, which are in lower case and in the normal form C of Unicode. */
export async function findNames(db: Database, names: string[]) {
  if (names.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from (
      select id, key as name, row_number() over (partition by key order by created_at) as place
      from products, lower(normalize(name)) key where deleted_at is null and key = any(${names})) named
    where place <= ${maxNamesakes}`.execute(db);
  return rows;
}
/** The most products among which an admin is asked to choose for a row. */
const maxNamesakes = 10;

/** Remembers what a product is called in the files of its source. */
export async function rememberSource(trx: Trx, productId: string, source: Source): Promise<void> {
  await trx
    .insertInto('productSources')
    .values({ ...source, productId })
    .onConflict((oc) => oc.columns(['source', 'key']).doUpdateSet({ productId }))
    .execute();
}

/** Lets the steps of imports run one after another, so that none creates a product that another one creates. */
export async function lockImports(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('product imports'))`.execute(trx);
}
