import { type Insertable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { productTotals } from '../../db/cached-totals.ts';
import type { Database, Trx } from '../../db/database.ts';
import { countRows, readPage } from '../../db/paging.ts';
import type { Brands, Categories, Subcategories } from '../../db/schema.ts';
import { byIdOrSlug } from '../queries.ts';

/** Brands and product types: flat lists of the same shape. */
export type GroupList = 'brands' | 'productTypes';
/** All tables by which products are grouped. */
export type GroupTable = GroupList | 'categories' | 'subcategories';

export const productColumns = {
  categories: 'categoryId',
  subcategories: 'subcategoryId',
  brands: 'brandId',
  productTypes: 'productTypeId',
} as const;

const columns = ['id', 'name', 'slug', 'description', 'image'] as const;
/** The place of a brand; other groups have none. */
const placeOf = (table: GroupTable) =>
  (['town', 'state'] as const).map((column) =>
    (table === 'brands' ? sql<string>`${sql.ref(column)}` : sql<string>`''`).as(column),
  );

/** One page by name, with the total. */
export const listGroups = (db: Database, table: GroupList, page: { page: number; limit: number }) =>
  readPage(groups(db, table, undefined).orderBy(sql`lower(name)`), page);

/** The most brands that are read for pages. */
const maxForSale = 1000;

/** Brands with products for sale and the number of these, those with most products first. */
export async function listBrandsForSale(db: Database) {
  const { rows } = await sql<GroupRow & { products: number }>`
    select b.id, b.name, b.slug, b.description, b.image, b.town, b.state, products
    from brands b join (
      select brand_id, sum(products)::int as products from ${productTotals}
      where status in ('active', 'featured') group by brand_id having sum(products) > 0
    ) for_sale on brand_id = b.id
    order by products desc, lower(b.name) limit ${maxForSale}`.execute(db);
  return rows;
}

/** All categories with their subcategories, in display order. */
export async function listCategories(db: Database) {
  return db
    .selectFrom('categories')
    .selectAll('categories')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('subcategories')
          .select(['id', 'name', 'slug', 'position'])
          .whereRef('subcategories.categoryId', '=', 'categories.id')
          .orderBy('position')
          .orderBy('name'),
      ).as('subcategories'),
    )
    .orderBy('position')
    .orderBy('name')
    .execute();
}
export type CategoryRow = Awaited<ReturnType<typeof listCategories>>[number];

/** Subcategories with their categories, in display order; only those with this id or slug if it is given. */
export async function listSubcategories(db: Database, idOrSlug?: string) {
  return db
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
    .$if(idOrSlug !== undefined, (query) => query.where(byIdOrSlug('subcategories', idOrSlug ?? '')))
    .orderBy('categories.position')
    .orderBy('subcategories.position')
    .orderBy('subcategories.name')
    .execute();
}
export type SubcategoryRow = Awaited<ReturnType<typeof listSubcategories>>[number];

/** All groups of a table; of subcategories those of one category. */
const groups = (db: Database | Trx, table: GroupTable, categoryId: string | undefined) => {
  const query = db.selectFrom(table).select(columns).select(placeOf(table));
  return categoryId === undefined ? query : query.where(sql<boolean>`category_id = ${categoryId}`);
};

export async function findGroup(
  db: Database | Trx,
  table: GroupTable,
  idOrSlug: string,
  categoryId?: string,
) {
  return groups(db, table, categoryId).where(byIdOrSlug(table, idOrSlug)).executeTakeFirst();
}
export type GroupRow = NonNullable<Awaited<ReturnType<typeof findGroup>>>;

/** The id of the group with this name, ignoring case and notations of Unicode. */
export async function findGroupByName(
  db: Database,
  table: GroupTable,
  name: string,
  categoryId?: string,
): Promise<string | undefined> {
  const byName = sql<boolean>`lower(normalize(name)) = lower(normalize(${name}))`;
  return (await groups(db, table, categoryId).where(byName).executeTakeFirst())?.id;
}

/** The other groups among which the name and the slug of a group must be unique. */
export async function listSiblings(
  trx: Trx,
  table: GroupTable,
  ownId: string | undefined,
  categoryId: string | undefined,
) {
  return (await groups(trx, table, categoryId).execute()).filter(({ id }) => id !== ownId);
}

/** Locks the table against other writers until the transaction ends; subcategories with their categories. */
export async function lockTable(trx: Trx, table: GroupTable): Promise<void> {
  const locked = table === 'subcategories' ? 'categories' : table;
  await sql`lock table ${sql.table(locked)} in share row exclusive mode`.execute(trx);
}

type GroupValues = Pick<Insertable<Brands>, 'name' | 'slug' | 'description' | 'image' | 'town' | 'state'>;

/** Inserts a group as the last one of its list, and of the navigation if it is a category. */
export async function insertGroup(
  trx: Trx,
  table: GroupTable,
  values: GroupValues & { categoryId?: string; showInNavbar?: boolean },
): Promise<string> {
  const { categoryId } = values;
  const scope = categoryId === undefined ? sql`` : sql`where category_id = ${categoryId}`;
  const next = (column: 'position' | 'navbarPosition') =>
    sql<number>`(select coalesce(max(${sql.ref(column)}), -1) + 1 from ${sql.table(table)} ${scope})`;
  const places = {
    categories: { position: next('position'), navbarPosition: next('navbarPosition') },
    subcategories: { position: next('position') },
    brands: {},
    productTypes: {},
  }[table];
  const { id } = await trx
    .insertInto(table)
    .values({ ...values, ...places })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateGroup(
  trx: Trx,
  table: GroupTable,
  id: string,
  values: Updateable<Brands> | Updateable<Categories> | Updateable<Subcategories>,
): Promise<void> {
  await trx.updateTable(table).set(values).where('id', '=', id).execute();
}

/**
 * Moves a subcategory to another category. Its products follow by their foreign key; each is indexed for search and
 * facets again, so that thousands of them take longer than other statements may.
 */
export async function moveSubcategory(
  trx: Trx,
  id: string,
  values: Updateable<Subcategories>,
): Promise<void> {
  await sql`set local statement_timeout = '60s'`.execute(trx);
  await updateGroup(trx, 'subcategories', id, values);
}

/** Whether an enabled discount reduces the products of this category. */
export async function hasDiscount(trx: Trx, categoryId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from discounts where deleted_at is null and is_enabled and coalesce(ends_at > now(), true)
      and (applies_to = 'categories' and ${categoryId} = any(target_ids)
        or get_applies_to = 'categories' and ${categoryId} = any(get_target_ids))) as found`.execute(trx);
  return rows[0]?.found ?? false;
}

/** Deletes a group, and the subcategories of a category. Deleted products lose their reference to it. */
export async function deleteGroup(trx: Trx, table: GroupTable, id: string): Promise<void> {
  const column = productColumns[table];
  await trx
    .updateTable('products')
    .set({ [column]: null, ...(table === 'categories' && { subcategoryId: null }) })
    .where(column, '=', id)
    .where('deletedAt', 'is not', null)
    .execute();
  if (table === 'categories') await trx.deleteFrom('subcategories').where('categoryId', '=', id).execute();
  await trx.deleteFrom(table).where('id', '=', id).execute();
}

/** Deletes the groups that were created since a moment and that no product uses. */
export async function deleteEmptyGroups(trx: Trx, since: Date): Promise<void> {
  // Subcategories come before their categories.
  for (const table of ['subcategories', 'categories', 'brands', 'productTypes'] as const) {
    const rows = await trx
      .selectFrom(table)
      .select('id')
      .where('createdAt', '>=', since)
      .where('isDemo', '=', false)
      .execute();
    for (const { id } of rows)
      if ((await countProducts(trx, table, id)) === 0) await deleteGroup(trx, table, id);
  }
}

/** Puts these groups first, in this order; the others follow in their present order. */
export async function reorderGroups(
  trx: Trx,
  table: 'categories' | 'subcategories',
  column: 'position' | 'navbarPosition',
  ids: string[],
  categoryId?: string,
): Promise<void> {
  const [name, place] = [sql.table(table), sql.ref(column)];
  const scope = categoryId === undefined ? sql`` : sql`where category_id = ${categoryId}`;
  await sql`update ${name} g set ${place} = o.n - 1
    from (select id, row_number() over (order by array_position(${ids}::uuid[], id), ${place}, name) n
          from ${name} ${scope}) o where o.id = g.id`.execute(trx);
}

/** Counts the products of a group, without deleted ones. */
export const countProducts = (trx: Trx, table: GroupTable, id: string): Promise<number> =>
  countRows(trx.selectFrom('products').where(productColumns[table], '=', id).where('deletedAt', 'is', null));
