import { sql } from 'kysely';
import { z } from 'zod';
import type { ImportJob } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { isId } from '../../../shared/id.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';
import { type ImportItem, importItem } from './item.ts';

const items = z.array(importItem);

export type ImportNote = ImportJob['notes'][number];
export type Incomplete = ImportJob['missing'][number];

export type NewImport = {
  userId: string;
  fileName: string;
  /** Null for a job that fetches pictures again and has no file. */
  fileHash: string | null;
  archiveId: string | undefined;
  items: ImportItem[];
  failures: ImportNote[];
};

export async function insertImport(trx: Trx, values: NewImport): Promise<string> {
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
    .select(['failures', 'notes', 'missing', sql<number>`jsonb_array_length(retry)`.as('retryable')]);

export async function findImport(db: Database, id: string) {
  return isId(id) ? summary(db).where('id', '=', id).executeTakeFirst() : undefined;
}
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/** The date of the last import of this file. */
export async function findImportDate(db: Database, fileHash: string): Promise<Date | undefined> {
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

/** The remaining products of a job. Read as text, since the camel case plugin would change the keys of JSON. */
export async function findRemaining(db: Database, id: string) {
  const row = await db
    .selectFrom('productImports')
    .select(['userId', 'done', 'archiveId'])
    .select(
      sql<string>`coalesce(jsonb_path_query_array(items, '$[$from to last]',
        jsonb_build_object('from', done)), '[]')::text`.as('remaining'),
    )
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return row && { ...row, remaining: items.parse(JSON.parse(row.remaining)) };
}

/** Claims the next products of a job before they are written; false if another worker has claimed them. */
export async function claimStep(
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
 * The result of one step: the number of products created or changed, failures, notes, what written products lack, and
 * the products whose pictures can be fetched again.
 */
export type StepResult = {
  written: number;
  /** The ids of the products that it has created. */
  created: string[];
  failures: ImportNote[];
  notes: ImportNote[];
  missing: Incomplete[];
  retry: ImportItem[];
};

/** Adds the result of a step to the job. */
export async function recordStep(trx: Trx, id: string, { written, ...lists }: StepResult): Promise<void> {
  const { created, failures, notes, missing, retry } = lists;
  await trx
    .updateTable('productImports')
    .set({
      written: sql`written + ${written}`,
      created: sql`created || ${JSON.stringify(created)}::jsonb`,
      failures: sql`failures || ${JSON.stringify(failures)}::jsonb`,
      notes: sql`notes || ${JSON.stringify(notes)}::jsonb`,
      missing: sql`missing || ${JSON.stringify(missing)}::jsonb`,
      retry: sql`retry || ${JSON.stringify(retry)}::jsonb`,
    })
    .where('id', '=', id)
    .execute();
}

/** Removes and returns the products of a finished job whose pictures can be fetched again. */
export async function claimFailedPictures(
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
  return { fileName: row.fileName, items: items.parse(JSON.parse(row.retry)) };
}

/** Marks the job as finished and deletes its products. */
export async function finishImport(db: Database, id: string): Promise<void> {
  await db
    .updateTable('productImports')
    .set({ finishedAt: new Date(), items: '[]' })
    .where('id', '=', id)
    .execute();
}

/** Locks products and their variants, in id order. */
export async function lockProducts(trx: Trx, ids: string[]): Promise<void> {
  await trx
    .selectFrom('products')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await trx
    .selectFrom('variants')
    .select('id')
    .where(sql<boolean>`product_id = any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Paths of the pictures of earlier imports, by their address. */
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

/** The ids of the products that a job has created. */
export async function listCreated(db: Database, id: string): Promise<string[]> {
  const row = await db
    .selectFrom('productImports')
    .select(sql<string[]>`created`.as('created'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.created ?? [];
}

/**
 * Creates groups or attributes while no other import does so, in any process: each looks first whether there are some of
 * this name.
 */
export const creatingAlone = <T>(db: Database, create: () => Promise<T>): Promise<T> =>
  transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('import creates'))`.execute(trx);
    return create();
  });
