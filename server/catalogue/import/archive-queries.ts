import { sql } from 'kysely';
import { isId } from '../../../shared/id.ts';
import type { Database } from '../../db/database.ts';
import type { ZippedPicture } from '../../media/media.ts';

export async function insertArchive(
  db: Database,
  values: { userId: string; fileName: string; path: string; pictures: ZippedPicture[] },
): Promise<string> {
  const { id } = await db
    .insertInto('importArchives')
    .values({ ...values, pictures: JSON.stringify(values.pictures) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findArchive(db: Database, id: string) {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('importArchives')
    .select(['path', sql<ZippedPicture[]>`pictures`.as('pictures')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Deletes the row of an archive and returns the path of its file. */
export async function deleteArchive(db: Database, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('importArchives').where('id', '=', id).returning('path').executeTakeFirst();
  return row?.path;
}

/** Archives that no unfinished import uses: those of this admin, and all older than a day. */
export async function listUnused(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('importArchives')
    .select('id')
    .where((eb) =>
      eb.or([eb('userId', '=', userId), eb('createdAt', '<', sql<Date>`now() - interval '1 day'`)]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('productImports')
            .select('productImports.id')
            .whereRef('productImports.archiveId', '=', 'importArchives.id')
            .where('productImports.finishedAt', 'is', null),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
