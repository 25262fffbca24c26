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

/** The types of the public policies. */
export async function listShownPolicies(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('policies')
    .select('type')
    .where('isActive', '=', true)
    .orderBy('type')
    .execute();
  return rows.map(({ type }) => type);
}
