import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../db/database.ts';
import { countRows } from '../../db/paging.ts';

const forSale = (db: Database) =>
  db.selectFrom('products').where('deletedAt', 'is', null).where('status', 'in', ['active', 'featured']);

export const countForSale = (db: Database): Promise<number> => countRows(forSale(db));

/** Slugs of products for sale, oldest first, so that the content of a file seldom changes. */
export async function listSlugsForSale(db: Database, limit: number, offset: number) {
  return forSale(db)
    .select(['slug', 'updatedAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The categories in their order, each with its subcategories. */
export async function listCategorySlugs(db: Database) {
  return db
    .selectFrom('categories')
    .select((eb) => [
      'slug',
      jsonArrayFrom(
        eb
          .selectFrom('subcategories')
          .select('slug')
          .whereRef('subcategories.categoryId', '=', 'categories.id')
          .orderBy('position')
          .orderBy('slug'),
      ).as('subcategories'),
    ])
    .orderBy('position')
    .execute();
}

/** The slugs of the brands with products for sale, and the states where they are. */
export async function listBrandPlaces(db: Database) {
  return db
    .selectFrom('brands')
    .select(['slug', 'state'])
    .where((eb) => eb.exists(forSale(db).select('id').where('brandId', '=', sql.ref<string>('brands.id'))))
    .orderBy('slug')
    .limit(10_000)
    .execute();
}

/** The public policies. */
export async function listShownPolicies(db: Database) {
  return db
    .selectFrom('policies')
    .select(['type', 'title'])
    .where('isActive', '=', true)
    .orderBy('type')
    .execute();
}

/** The categories in their order, with their descriptions. */
export const listCategories = (db: Database) =>
  db
    .selectFrom('categories')
    .select(['name', 'slug', 'description'])
    .orderBy('position')
    .limit(200)
    .execute();

/** The product feeds that are on. */
export async function listFeedsOn(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('productFeeds').select('channel').execute();
  return rows.map(({ channel }) => channel);
}
