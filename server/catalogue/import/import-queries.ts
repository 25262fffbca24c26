import { sql } from 'kysely';
import { isId } from '../../../shared/id.ts';
import type { Database, Trx } from '../../db/database.ts';
import type { ImportItem } from './item.ts';

export type ImportNote = { line: number; name: string; message: string };
export type Incomplete = { line: number; name: string; slug: string; missing: string[] };

export async function insertImport(
  trx: Trx,
  values: {
    userId: string;
    fileName: string;
    /** Null for a job that fetches pictures again and has no file. */
    fileHash: string | null;
    archiveId: string | undefined;
    items: ImportItem[];
    failures: ImportNote[];
  },
): Promise<string> {
  const { id } = await trx
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
    .select(['id', 'userId', 'fileName', 'total', 'done', 'written', 'createdAt', 'finishedAt'])
    .select([
      sql<ImportNote[]>`failures`.as('failures'),
      sql<ImportNote[]>`notes`.as('notes'),
      sql<Incomplete[]>`missing`.as('missing'),
      sql<number>`jsonb_array_length(retry)`.as('retryable'),
    ]);

export async function findImport(db: Database, id: string) {
  return isId(id) ? summary(db).where('id', '=', id).executeTakeFirst() : undefined;
}
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/** When this file was last imported. */
export async function findImportOf(db: Database, fileHash: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('productImports')
    .select('createdAt')
    .where('fileHash', '=', fileHash)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt;
}

export async function listImports(db: Database, userId: string) {
  return summary(db).where('userId', '=', userId).orderBy('createdAt', 'desc').limit(5).execute();
}

/** The products of a job that are not done; read as text, since their keys stay as they were written. */
export async function findRest(db: Database, id: string) {
  const row = await db
    .selectFrom('productImports')
    .select(['userId', 'done', 'archiveId'])
    .select(
      sql<string>`coalesce(jsonb_path_query_array(items, '$[$from to last]',
        jsonb_build_object('from', done)), '[]')::text`.as('rest'),
    )
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return row && { ...row, rest: JSON.parse(row.rest) as ImportItem[] };
}

/** Takes the next products of a job, before they are written; false at once where another worker is at them. */
export async function takeStep(
  trx: Trx,
  id: string,
  step: { from: number; count: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('productImports')
    .set({ done: step.from + step.count })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('productImports')
        .select('id')
        .where('id', '=', id)
        .where('done', '=', step.from)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The result of one step: how many products were created or changed, what failed, what was left out, what the
 * written ones lack, and those whose pictures can be fetched again.
 */
export type StepReport = {
  written: number;
  failures: ImportNote[];
  notes: ImportNote[];
  missing: Incomplete[];
  retry: ImportItem[];
};

/** Adds what a step has to tell. */
export async function reportStep(trx: Trx, id: string, { written, ...lists }: StepReport): Promise<void> {
  const { failures, notes, missing, retry } = lists;
  await trx
    .updateTable('productImports')
    .set({
      written: sql`written + ${written}`,
      failures: sql`failures || ${JSON.stringify(failures)}::jsonb`,
      notes: sql`notes || ${JSON.stringify(notes)}::jsonb`,
      missing: sql`missing || ${JSON.stringify(missing)}::jsonb`,
      retry: sql`retry || ${JSON.stringify(retry)}::jsonb`,
    })
    .where('id', '=', id)
    .execute();
}

/** Removes and returns the products of a finished job whose pictures can be fetched again; a second call gets none. */
export async function takeRetry(
  trx: Trx,
  id: string,
): Promise<{ fileName: string; items: ImportItem[] } | undefined> {
  if (!isId(id)) return undefined;
  const row = await trx
    .selectFrom('productImports')
    .select(['fileName', sql<string>`retry::text`.as('retry')])
    .where('id', '=', id)
    .where('finishedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  await trx.updateTable('productImports').set({ retry: '[]' }).where('id', '=', id).execute();
  return { fileName: row.fileName, items: JSON.parse(row.retry) };
}

/** Does part of a transaction so that its failure undoes that part alone. */
export async function apart<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx);
  try {
    const done = await work();
    await sql`release savepoint part`.execute(trx);
    return done;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    throw error;
  }
}

/** Ends the job and lets go of what was read. */
export async function finishImport(db: Database, id: string): Promise<void> {
  await db
    .updateTable('productImports')
    .set({ finishedAt: new Date(), items: '[]' })
    .where('id', '=', id)
    .execute();
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

/** The products that have one of these SKUs, ignoring case; `skus` are in lower case. */
export async function findSkuOwners(db: Database, skus: string[]) {
  if (skus.length === 0) return [];
  return db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select(['variants.sku', 'products.slug', 'products.name'])
    .where(sql<boolean>`lower(variants.sku) = any(${skus})`)
    .where('variants.deletedAt', 'is', null)
    .execute();
}

/** Locks the products of these slugs with their variants, in id order, and gives their ids. */
export async function lockProducts(trx: Trx, slugs: string[]): Promise<string[]> {
  const products = await trx
    .selectFrom('products')
    .select('id')
    .where(sql<boolean>`slug = any(${slugs})`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const ids = products.map(({ id }) => id);
  await trx
    .selectFrom('variants')
    .select('id')
    .where(sql<boolean>`product_id = any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return ids;
}

/** Paths of pictures that earlier imports brought, by where they came from. */
export async function listImportedPictures(db: Database, addresses: string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('importedPictures')
    .select(['address', 'path'])
    .where(sql<boolean>`address = any(${addresses})`)
    .execute();
  return new Map(rows.map(({ address, path }) => [address, path]));
}

export async function recordImportedPicture(db: Database, address: string, path: string): Promise<void> {
  await db
    .insertInto('importedPictures')
    .values({ address, path })
    .onConflict((oc) => oc.column('address').doUpdateSet({ path }))
    .execute();
}
