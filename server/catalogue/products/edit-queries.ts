import { type Insertable, sql, type Updateable } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Products } from '../../db/schema.ts';
import { byIdOrSlug } from '../queries.ts';

/** Locks a product that is not deleted, so that its changes are made one after another. */
export async function lockProduct(trx: Trx, idOrSlug: string) {
  return trx
    .selectFrom('products')
    .select(['id', 'name', 'categoryId', 'subcategoryId', 'attributes', 'isGiftCard'])
    .where(byIdOrSlug('products', idOrSlug))
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertProduct(trx: Trx, values: Insertable<Products>): Promise<string> {
  const { id } = await trx.insertInto('products').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export type ProductColumns = Updateable<Products>;

export async function updateProduct(trx: Trx, id: string, values: ProductColumns): Promise<void> {
  await updateProducts(trx, [id], values);
}

/** Locks products that are not deleted. Returns their ids. */
export async function lockProducts(trx: Trx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Sets columns of many products, and when they were changed. Returns the ids of those that exist. */
export async function updateProducts(trx: Trx, ids: string[], values: ProductColumns): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('products')
    .set({ ...values, updatedAt: new Date() })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks products as deleted, which frees their slugs and SKUs. Returns the ids of those that existed. */
export async function deleteProducts(trx: Trx, ids: string[]): Promise<string[]> {
  const rows = await trx
    .updateTable('products')
    .set({
      deletedAt: new Date(),
      slug: sql<string>`left(slug, 200) || '-gone-' || left(id::text, 8)`,
    })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute();
  const deleted = rows.map(({ id }) => id);
  if (deleted.length > 0)
    await trx
      .updateTable('variants')
      .set({ deletedAt: new Date() })
      .where('productId', 'in', deleted)
      .where('deletedAt', 'is', null)
      .execute();
  return deleted;
}

/** The slugs of other products that begin with a text; until the transaction ends no other one derives a slug. */
export async function listUsedSlugs(
  trx: Trx,
  start: string,
  exceptId: string | undefined,
): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext('product slugs'))`.execute(trx);
  let query = trx
    .selectFrom('products')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', start), eb('slug', 'like', `${start}-%`)]));
  if (exceptId) query = query.where('id', '!=', exceptId);
  return (await query.execute()).map(({ slug }) => slug);
}

type Picture = { path: string; alt: string };

export async function listImages(trx: Trx, productId: string): Promise<Picture[]> {
  return trx
    .selectFrom('productImages')
    .select(['path', 'alt'])
    .where('productId', '=', productId)
    .orderBy('position')
    .execute();
}

export async function replaceImages(trx: Trx, productId: string, pictures: Picture[]): Promise<void> {
  await trx.deleteFrom('productImages').where('productId', '=', productId).execute();
  if (pictures.length === 0) return;
  await trx
    .insertInto('productImages')
    .values(pictures.map((picture, position) => ({ productId, position, ...picture })))
    .execute();
}
