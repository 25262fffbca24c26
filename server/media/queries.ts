import type { Database, Trx } from '../db/database.ts';

/** Notes a stored picture; the same path again changes nothing. */
export async function insertMediaFile(
  db: Database | Trx,
  file: { path: string; kind: string; width: number; height: number; bytes: number },
): Promise<void> {
  await db
    .insertInto('mediaFiles')
    .values(file)
    .onConflict((oc) => oc.column('path').doNothing())
    .execute();
}

export async function deleteMediaFiles(db: Database | Trx, paths: string[]): Promise<void> {
  await db.deleteFrom('mediaFiles').where('path', 'in', paths).execute();
}
