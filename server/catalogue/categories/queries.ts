import { type Insertable, sql, type Updateable } from 'kysely';
import { isId } from '../../../shared/id.ts';
import type { Database, Trx } from '../../db/database.ts';
import type { Categories, Subcategories } from '../../db/schema.ts';

export async function findCategory(trx: Trx | Database, idOrSlug: string) {
  return trx
    .selectFrom('categories')
    .select(['id', 'name', 'slug'])
    .where(isId(idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
    .executeTakeFirst();
}

/** A new category stands last, in the list and in the navigation. */
export async function insertCategory(
  trx: Trx,
  values: Omit<Insertable<Categories>, 'position' | 'navbarPosition'>,
): Promise<string> {
  const { id } = await trx
    .insertInto('categories')
    .values((eb) => ({
      ...values,
      position: eb.selectFrom('categories').select(sql<number>`coalesce(max(position), -1) + 1`.as('p')),
      navbarPosition: eb
        .selectFrom('categories')
        .select(sql<number>`coalesce(max(navbar_position), -1) + 1`.as('p')),
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCategory(trx: Trx, id: string, values: Updateable<Categories>): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await trx.updateTable('categories').set(values).where('id', '=', id).execute();
}

/** Removes it with its subcategories; products that are deleted already let go of it. */
export async function deleteCategory(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('products')
    .set({ categoryId: null, subcategoryId: null })
    .where('categoryId', '=', id)
    .where('deletedAt', 'is not', null)
    .execute();
  await trx.deleteFrom('subcategories').where('categoryId', '=', id).execute();
  await trx.deleteFrom('categories').where('id', '=', id).execute();
}

const placeColumns = {
  position: sql.ref('position'),
  navbarPosition: sql.ref('navbar_position'),
};

/** Puts these first, in this order; the others follow as they stood. */
export async function reorderCategories(
  trx: Trx,
  column: keyof typeof placeColumns,
  ids: string[],
): Promise<void> {
  const place = placeColumns[column];
  await sql`update categories c set ${place} = o.n - 1
    from (select id, row_number() over (order by array_position(${ids}::uuid[], id), ${place}, name) n
          from categories) o where o.id = c.id`.execute(trx);
}

export async function listSubcategories(db: Database, only: { id?: string; slug?: string } = {}) {
  let query = db
    .selectFrom('subcategories')
    .innerJoin('categories', 'categories.id', 'subcategories.categoryId')
    .select([
      'subcategories.id',
      'subcategories.name',
      'subcategories.slug',
      'subcategories.description',
      'subcategories.image',
      'subcategories.position',
      'categories.id as parentId',
      'categories.name as parentName',
      'categories.slug as parentSlug',
    ])
    .orderBy('categories.position')
    .orderBy('subcategories.position')
    .orderBy('subcategories.name');
  if (only.id) query = query.where('subcategories.id', '=', only.id);
  if (only.slug) query = query.where('subcategories.slug', '=', only.slug);
  return query.execute();
}
export type SubcategoryRow = Awaited<ReturnType<typeof listSubcategories>>[number];

export async function siblingsOf(trx: Trx, categoryId: string) {
  return trx
    .selectFrom('subcategories')
    .select(['id', 'name', 'slug'])
    .where('categoryId', '=', categoryId)
    .execute();
}

export async function insertSubcategory(
  trx: Trx,
  values: Omit<Insertable<Subcategories>, 'position'>,
): Promise<string> {
  const { id } = await trx
    .insertInto('subcategories')
    .values((eb) => ({
      ...values,
      position: eb
        .selectFrom('subcategories')
        .select(sql<number>`coalesce(max(position), -1) + 1`.as('p'))
        .where('categoryId', '=', values.categoryId),
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSubcategory(
  trx: Trx,
  id: string,
  values: Updateable<Subcategories>,
): Promise<void> {
  await trx.updateTable('subcategories').set(values).where('id', '=', id).execute();
}

export async function deleteSubcategory(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('products')
    .set({ subcategoryId: null })
    .where('subcategoryId', '=', id)
    .where('deletedAt', 'is not', null)
    .execute();
  await trx.deleteFrom('subcategories').where('id', '=', id).execute();
}

export async function reorderSubcategories(trx: Trx, categoryId: string, ids: string[]): Promise<void> {
  await sql`update subcategories s set position = o.n - 1
    from (select id, row_number() over (order by array_position(${ids}::uuid[], id), position, name) n
          from subcategories where category_id = ${categoryId}) o where o.id = s.id`.execute(trx);
}

/** How many products that still exist are in it. */
export async function countProducts(
  trx: Trx,
  column: 'categoryId' | 'subcategoryId',
  id: string,
): Promise<number> {
  const { n } = await trx
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(column, '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}
