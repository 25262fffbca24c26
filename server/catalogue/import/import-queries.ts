import { sql } from 'kysely';
import { isId } from '../../../shared/id.ts';
import type { Database } from '../../db/database.ts';
import type { ImportItem } from './item.ts';

export type ImportNote = { line: number; name: string; message: string };

export async function insertImport(
  db: Database,
  values: { userId: string; fileName: string; items: ImportItem[]; failures: ImportNote[] },
): Promise<string> {
  const { id } = await db
    .insertInto('productImports')
    .values({
      ...values,
      items: JSON.stringify(values.items),
      failures: JSON.stringify(values.failures),
      total: values.items.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const summary = (db: Database) =>
  db
    .selectFrom('productImports')
    .select(['id', 'userId', 'fileName', 'total', 'done', 'createdAt', 'finishedAt'])
    .select([sql<ImportNote[]>`failures`.as('failures'), sql<ImportNote[]>`notes`.as('notes')]);

export async function findImport(db: Database, id: string) {
  return isId(id) ? summary(db).where('id', '=', id).executeTakeFirst() : undefined;
}
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export async function listImports(db: Database, userId: string) {
  return summary(db).where('userId', '=', userId).orderBy('createdAt', 'desc').limit(5).execute();
}

/** The next products of a job that are not done; read as text, since their keys stay as they were written. */
export async function findNext(db: Database, id: string, most: number) {
  const row = await db
    .selectFrom('productImports')
    .select(['userId', 'done'])
    .select(
      sql<string>`coalesce((select jsonb_agg(item order by n) from jsonb_array_elements(items)
        with ordinality e (item, n) where n > done and n <= done + ${most}), '[]')::text`.as('next'),
    )
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return row && { ...row, next: JSON.parse(row.next) as ImportItem[] };
}

/** Notes one product as done; false where another worker was first. */
export async function advanceImport(
  db: Database,
  id: string,
  step: { done: number; failures: ImportNote[]; notes: ImportNote[] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('productImports')
    .set((eb) => ({
      done: eb('done', '+', 1),
      failures: sql`failures || ${JSON.stringify(step.failures)}::jsonb`,
      notes: sql`notes || ${JSON.stringify(step.notes)}::jsonb`,
    }))
    .where('id', '=', id)
    .where('done', '=', step.done)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the job and lets go of what was read. */
export async function finishImport(db: Database, id: string): Promise<void> {
  await db
    .updateTable('productImports')
    .set({ finishedAt: new Date(), items: '[]' })
    .where('id', '=', id)
    .execute();
}

export async function findGroupByName(
  db: Database,
  table: 'categories' | 'brands' | 'productTypes',
  name: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table === 'productTypes' ? 'product_types' : table)}
    where lower(name) = lower(${name})`.execute(db);
  return rows[0]?.id;
}

export async function findSubcategoryByName(db: Database, categoryId: string, name: string) {
  const row = await db
    .selectFrom('subcategories')
    .select('id')
    .where('categoryId', '=', categoryId)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

/** Products that exist, by slug. */
export async function findIdsBySlug(db: Database, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where(sql<boolean>`slug = any(${slugs})`)
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

export async function findFetched(db: Database, address: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('importedPictures')
    .select('path')
    .where('address', '=', address)
    .executeTakeFirst();
  return row?.path;
}

export async function noteFetched(db: Database, address: string, path: string): Promise<void> {
  await db
    .insertInto('importedPictures')
    .values({ address, path })
    .onConflict((oc) => oc.column('address').doNothing())
    .execute();
}

export async function isStoredPicture(db: Database, path: string): Promise<boolean> {
  const row = await db
    .selectFrom('mediaFiles')
    .select('path')
    .where('path', '=', path)
    .where('kind', '=', 'product')
    .executeTakeFirst();
  return row !== undefined;
}
