import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import { deleteAttribute } from './attributes/attributes.ts';
import { deleteGroup, productColumns } from './categories/categories.ts';
import { deleteProducts } from './products/products.ts';

/** Products that are unchanged since the demo seed. */
export async function demoProducts(db: Database | Trx): Promise<string[]> {
  return (await unchangedProducts(db).execute()).map(({ id }) => id);
}

/** The same, locked, so that a product that an admin saves meanwhile is not deleted. */
export async function lockDemoProducts(trx: Trx): Promise<string[]> {
  return (await unchangedProducts(trx).orderBy('id').forUpdate().execute()).map(({ id }) => id);
}

const unchangedProducts = (db: Database | Trx) =>
  db.selectFrom('products').select('id').whereRef('demoAt', '=', 'updatedAt').where('deletedAt', 'is', null);

const tables = ['subcategories', 'categories', 'brands', 'productTypes'] as const;
export type DemoGroups = { table: (typeof tables)[number]; ids: string[] };

const changed = sql`(select subject from admin_log
  where split_part(action, '.', 1) in ('category', 'subcategory', 'brands', 'productTypes'))`;

/**
 * Groups of the demo seed that no admin has changed and that contain only demo products: no product or subcategory
 * that an admin created. Subcategories come first.
 */
export async function demoGroups(db: Database | Trx): Promise<DemoGroups[]> {
  const found: DemoGroups[] = [];
  for (const table of tables) {
    const own = sql`exists (select from products p where ${sql.ref(`p.${productColumns[table]}`)} = ${sql.table(table)}.id
      and p.deleted_at is null and p.demo_at is distinct from p.updated_at)`;
    const ownBelow = sql`exists (select from subcategories s
      where s.category_id = categories.id and (not s.is_demo or s.id::text in ${changed}))`;
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('isDemo', '=', true)
      .where(sql<boolean>`id::text not in ${changed}`)
      .where(sql<boolean>`not ${own}`)
      .$if(table === 'categories', (query) => query.where(sql<boolean>`not ${ownBelow}`))
      .execute();
    found.push({ table, ids: rows.map(({ id }) => id) });
  }
  return found;
}

/** Attributes of the demo seed that no admin has changed and that only demo products have. */
export async function demoAttributes(db: Database | Trx): Promise<string[]> {
  const rows = await db
    .selectFrom('attributes')
    .select('id')
    .where('isDemo', '=', true)
    .where(
      sql<boolean>`id::text not in (select subject from admin_log where split_part(action, '.', 1) = 'attribute')`,
    )
    .where(sql<boolean>`not exists (select from products p where p.attributes ? attributes.id::text
      and p.deleted_at is null and p.demo_at is distinct from p.updated_at)`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Size guides of the demo seed that no admin has saved. */
export async function demoSizeGuides(db: Database | Trx): Promise<string[]> {
  const rows = await db.selectFrom('sizeGuides').select('id').where('isDemo', '=', true).execute();
  return rows.map(({ id }) => id);
}

/** What is unchanged since the demo seed. */
export type DemoCatalogue = {
  products: string[];
  groups: DemoGroups[];
  attributes: string[];
  sizeGuides: string[];
};

/** Deletes these products, groups, attributes and size guides. */
export async function deleteDemo(
  trx: Trx,
  { products, groups, attributes, sizeGuides }: DemoCatalogue,
): Promise<void> {
  if (products.length > 0) await deleteProducts(trx, products);
  for (const { table, ids } of groups) {
    for (const id of ids) await deleteGroup(trx, table, id);
  }
  for (const id of attributes) await deleteAttribute(trx, id);
  if (sizeGuides.length > 0) await trx.deleteFrom('sizeGuides').where('id', 'in', sizeGuides).execute();
}
