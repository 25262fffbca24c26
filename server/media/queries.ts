import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';

/** Records a picture before its file is written; does nothing if the path exists. */
export async function insertMediaFile(
  db: Database,
  file: { path: string; kind: string; width: number | null; height: number | null; bytes: number },
): Promise<void> {
  await db
    .insertInto('mediaFiles')
    .values({ ...file, stored: false })
    .onConflict((oc) => oc.column('path').doNothing())
    .execute();
}

/** Sets whether the files of these pictures are stored. */
export async function setStored(db: Database, paths: string[], stored: boolean): Promise<void> {
  await db.updateTable('mediaFiles').set({ stored }).where('path', 'in', paths).execute();
}

/** Pictures that were recorded more than an hour ago and never stored. */
export async function listIncompleteFiles(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('mediaFiles')
    .select('path')
    .where('stored', '=', false)
    .where('createdAt', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
  return rows.map(({ path }) => path);
}

export async function deleteMediaFiles(db: Database, paths: string[]): Promise<void> {
  await db.deleteFrom('mediaFiles').where('path', 'in', paths).execute();
}

/** Those of these paths that are stored pictures, except for photographs of buyers, or videos. */
export async function findStoredFiles(db: Database, paths: string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const rows = await db
    .selectFrom('mediaFiles')
    .select('path')
    .where(sql<boolean>`path = any(${paths})`)
    .where('kind', '<>', 'review')
    .where('stored', '=', true)
    .execute();
  return new Set(rows.map(({ path }) => path));
}

/** Those of these paths that pages of the owner show: drafts, what is published, and earlier versions. */
export async function findUsedByPages(db: Database, paths: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ path: string }>`
    select path from unnest(${paths}::text[]) as given (path)
    where exists (select from designs where strpos(concat(draft, published), path) > 0)
      or exists (select from design_versions where strpos(document::text, path) > 0)`.execute(db);
  return new Set(rows.map(({ path }) => path));
}

/** The size of a picture in pixels. */
export const findSize = (db: Database, path: string) =>
  db.selectFrom('mediaFiles').select(['path', 'width', 'height']).where('path', '=', path).executeTakeFirst();

/** Those of these paths that are pictures of this kind. */
export async function findPictures(db: Database | Trx, paths: string[], kind: string): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const rows = await db
    .selectFrom('mediaFiles')
    .select('path')
    .where(sql<boolean>`path = any(${paths})`)
    .where('kind', '=', kind)
    .execute();
  return new Set(rows.map(({ path }) => path));
}
