import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import { countRows } from '../db/paging.ts';

/** How many published versions without a name are stored of each design. */
const maxVersions = 50;

const columns = ['key', 'kind', 'draft', 'published', 'version', 'updatedAt', 'publishedAt'] as const;

/** A design with the name of who changed its draft last. */
export async function findDesign(db: Database | Trx, key: string) {
  return db
    .selectFrom('designs')
    .leftJoin('users', 'users.id', 'designs.updatedBy')
    .select(columns.map((column) => `designs.${column}` as const))
    .select(sql<string>`coalesce(users.name, '')`.as('updatedBy'))
    .where('key', '=', key)
    .executeTakeFirst();
}

export type DesignRow = NonNullable<Awaited<ReturnType<typeof findDesign>>>;

/** What is published of a design, and its draft. */
export const findDocuments = (db: Database, key: string) =>
  db.selectFrom('designs').select(['draft', 'published']).where('key', '=', key).executeTakeFirst();

/** Locks a design, also one that has no row yet, until the transaction ends. */
export async function lockDesign(trx: Trx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`design:${key}`}, 0))`.execute(trx);
}

/** `address`: where a page is from now on; `changesAt`: when a section of it begins or ends next. */
type DesignChange = {
  draft: object | null;
  published?: object;
  changesAt?: Date | null;
  address?: string;
  userId: string;
  now: Date;
};

/** Stores a change of a design and counts its version. */
export async function saveDesign(
  trx: Trx,
  { key, kind }: { key: string; kind: string },
  { draft, published, changesAt = null, address, userId, now }: DesignChange,
): Promise<void> {
  const changed = {
    draft: draft && JSON.stringify(draft),
    updatedBy: userId,
    updatedAt: now,
    ...(published && { published: JSON.stringify(published), publishedAt: now, changesAt }),
    ...(address !== undefined && { address }),
  };
  await trx
    .insertInto('designs')
    .values({ key, kind, ...changed })
    .onConflict((oc) =>
      oc.column('key').doUpdateSet((eb) => ({ ...changed, version: eb('designs.version', '+', 1) })),
    )
    .execute();
}

/** The home page, if it was changed, and all other pages. */
export const listPages = (db: Database) =>
  db
    .selectFrom('designs')
    .select(['key', 'kind', 'draft', 'published', 'updatedAt'])
    .where('kind', 'in', ['home', 'page'])
    .execute();

/** Locks the number of pages until the transaction ends, and counts them. */
export async function countPages(trx: Trx): Promise<number> {
  await lockDesign(trx, 'pages');
  return countRows(trx.selectFrom('designs').where('kind', '=', 'page'));
}

/** The published page at an address. */
export const findPageAt = (db: Database | Trx, address: string) =>
  db
    .selectFrom('designs')
    .select(['key', 'draft', 'published'])
    .where('kind', '=', 'page')
    .where('address', '=', address)
    .executeTakeFirst();

/** The page with this key, or the address of its draft, or else its published address. */
export const findDraftAt = (db: Database, address: string) =>
  db
    .selectFrom('designs')
    .select(['key', 'draft', 'published'])
    .where('kind', '=', 'page')
    .where((eb) =>
      eb.or([
        eb('key', '=', address),
        eb('address', '=', address),
        eb(sql`draft ->> 'address'`, '=', address),
      ]),
    )
    .orderBy(sql`key = ${address} desc, draft ->> 'address' = ${address} desc nulls last`)
    .limit(1)
    .executeTakeFirst();

/** The pages with sections that begin or end by now, with what is published of them. */
export const listDue = (db: Database, now: Date) =>
  db.selectFrom('designs').select(['key', 'published']).where('changesAt', '<=', now).execute();

/** Sets when a page changes next, unless it was published meanwhile. Every process is told. */
export const setChangesAt = (
  db: Database,
  key: string,
  { changesAt, now }: { changesAt: Date | null; now: Date },
) =>
  db.updateTable('designs').set({ changesAt }).where('key', '=', key).where('changesAt', '<=', now).execute();

/** What is published of all pages but the home page. */
export const listPublished = (db: Database) =>
  db
    .selectFrom('designs')
    .select('published')
    .where('kind', '=', 'page')
    .where('published', 'is not', null)
    .orderBy('address')
    .execute();

export const deleteDesign = (trx: Trx, key: string) =>
  trx.deleteFrom('designs').where('key', '=', key).execute();

/** Stores what is published as a version, and deletes the oldest ones without a name. */
export async function insertVersion(
  trx: Trx,
  row: { key: string; document: object; publishedBy: string; publishedAt: Date },
): Promise<void> {
  await trx
    .insertInto('designVersions')
    .values({ ...row, document: JSON.stringify(row.document) })
    .execute();
  await sql`
    delete from design_versions where id in (
      select id from design_versions where key = ${row.key} and name = ''
      order by published_at desc, id offset ${maxVersions}
    )`.execute(trx);
}

export const listVersions = (db: Database, key: string) =>
  db
    .selectFrom('designVersions')
    .leftJoin('users', 'users.id', 'designVersions.publishedBy')
    .select(['designVersions.id', 'designVersions.name', 'publishedAt', 'document'])
    .select(sql<string>`coalesce(users.name, '')`.as('publishedBy'))
    .where('key', '=', key)
    .orderBy('publishedAt', 'desc')
    .orderBy('designVersions.id')
    .execute();

export const findVersion = (db: Database | Trx, key: string, id: string) =>
  db
    .selectFrom('designVersions')
    .select(['id', 'document'])
    .where('key', '=', key)
    .where('id', '=', id)
    .executeTakeFirst();

/** Names a version. Returns whether there is one. */
export async function nameVersion(trx: Trx, key: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('designVersions')
    .set({ name })
    .where('key', '=', key)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The newest link to the drafts that is valid at least until a time. */
export async function findLink(db: Database, validUntil: Date) {
  return db
    .selectFrom('draftLinks')
    .select(['token', 'expiresAt'])
    .where('expiresAt', '>', validUntil)
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function isLink(db: Database, token: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('draftLinks')
    .select('token')
    .where('token', '=', token)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a link, and deletes those that have ended. */
export async function insertLink(db: Database, row: { token: string; createdAt: Date; expiresAt: Date }) {
  await db.deleteFrom('draftLinks').where('expiresAt', '<=', row.createdAt).execute();
  await db.insertInto('draftLinks').values(row).execute();
}
