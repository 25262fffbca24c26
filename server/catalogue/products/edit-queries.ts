import { type Insertable, type SelectQueryBuilder, sql } from 'kysely';
import { isId } from '../../../shared/id.ts';
import type { Trx } from '../../db/database.ts';
import type { DB, Products } from '../../db/schema.ts';

/** The row of a product that is not deleted, locked: changes of one product follow one another. */
export async function lockProduct(trx: Trx, idOrSlug: string) {
  return trx
    .selectFrom('products')
    .select(['id', 'name', 'slug', 'description', 'options', 'categoryId', 'subcategoryId', 'updatedAt'])
    .where(isId(idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertProduct(trx: Trx, values: Insertable<Products>): Promise<string> {
  const { id } = await trx.insertInto('products').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export type ProductColumns = Partial<Insertable<Products>>;

export async function updateProduct(trx: Trx, id: string, values: ProductColumns): Promise<void> {
  await trx
    .updateTable('products')
    .set({ ...values, updatedAt: new Date() })
    .where('id', '=', id)
    .execute();
}

/** Takes products off every list and frees their slugs and SKUs; orders still show them. */
export async function deleteProducts(trx: Trx, ids: string[]): Promise<string[]> {
  const gone = await trx
    .updateTable('products')
    .set({
      deletedAt: new Date(),
      slug: sql<string>`left(slug, 200) || '-gone-' || left(id::text, 8)`,
    })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute();
  if (gone.length > 0) {
    await trx
      .updateTable('variants')
      .set({ deletedAt: new Date() })
      .where(
        'productId',
        'in',
        gone.map(({ id }) => id),
      )
      .where('deletedAt', 'is', null)
      .execute();
  }
  return gone.map(({ id }) => id);
}

/** Which of `base`, `base-2`, `base-3` … other products have; until the transaction ends no one else derives one. */
export async function takenSlugs(trx: Trx, base: string, exceptId: string | undefined): Promise<Set<string>> {
  await sql`select pg_advisory_xact_lock(hashtext('product slugs'))`.execute(trx);
  let query = trx
    .selectFrom('products')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', base), eb('slug', 'like', `${base}-%`)]));
  if (exceptId) query = query.where('id', '!=', exceptId);
  return new Set((await query.execute()).map((row) => row.slug));
}

export async function listImages(trx: Trx, productId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('productImages')
    .select('path')
    .where('productId', '=', productId)
    .orderBy('position')
    .execute();
  return rows.map(({ path }) => path);
}

export async function replaceImages(trx: Trx, productId: string, paths: string[]): Promise<void> {
  await trx.deleteFrom('productImages').where('productId', '=', productId).execute();
  if (paths.length === 0) return;
  await trx
    .insertInto('productImages')
    .values(paths.map((path, position) => ({ productId, path, position })))
    .execute();
}

/** Those of these paths that are no pictures of products. */
export async function unknownPictures(trx: Trx, paths: string[], kind: string): Promise<string[]> {
  if (paths.length === 0) return [];
  const rows = await trx
    .selectFrom('mediaFiles')
    .select('path')
    .where('path', 'in', paths)
    .where('kind', '=', kind)
    .execute();
  const known = new Set(rows.map(({ path }) => path));
  return paths.filter((path) => !known.has(path));
}

/** A category, brand or product type by id or slug. */
export async function findGroupId(
  trx: Trx,
  table: 'categories' | 'brands' | 'productTypes',
  idOrSlug: string,
): Promise<string | undefined> {
  const rows = trx.selectFrom(table).select('id') as SelectQueryBuilder<DB, typeof table, { id: string }>;
  return (await rows.where(isId(idOrSlug) ? 'id' : 'slug', '=', idOrSlug).executeTakeFirst())?.id;
}

export async function findSubcategoryId(
  trx: Trx,
  categoryId: string,
  idOrSlug: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('subcategories')
    .select('id')
    .where('categoryId', '=', categoryId)
    .where(isId(idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
    .executeTakeFirst();
  return row?.id;
}
