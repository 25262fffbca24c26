import { sql } from 'kysely';
import type { RedirectQuery } from '../../shared/contract/content.ts';
import type { Database, Trx } from '../db/database.ts';
import { likeAnywhere, readPage } from '../db/paging.ts';

const columns = ['id', 'fromPath', 'toPath'] as const;

/** A page of the redirects whose addresses contain a text, sorted by the address that they replace. */
export const listRedirects = (db: Database, { search, ...page }: RedirectQuery) => {
  const all = db.selectFrom('redirects').select(columns).orderBy('fromPath');
  const like = likeAnywhere(search ?? '');
  return readPage(
    search ? all.where((eb) => eb.or([eb('fromPath', 'like', like), eb('toPath', 'like', like)])) : all,
    page,
  );
};

/** The target of each address that has a redirect. */
export async function readRedirects(db: Database | Trx): Promise<Map<string, string>> {
  const rows = await db.selectFrom('redirects').select(['fromPath', 'toPath']).execute();
  return new Map(rows.map(({ fromPath, toPath }) => [fromPath, toPath]));
}

/** Locks the table against other writers, because each redirect is checked against all others. */
export async function lockRedirects(trx: Trx): Promise<void> {
  await sql`lock table redirects in share row exclusive mode`.execute(trx);
}

export const findRedirect = (trx: Trx, id: string) =>
  trx.selectFrom('redirects').select(columns).where('id', '=', id).executeTakeFirst();

export async function insertRedirect(trx: Trx, fromPath: string, toPath: string) {
  return trx
    .insertInto('redirects')
    .values({ fromPath, toPath })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function updateRedirect(trx: Trx, id: string, fromPath: string, toPath: string) {
  return trx
    .updateTable('redirects')
    .set({ fromPath, toPath })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteRedirect(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('redirects').where('id', '=', id).execute();
}

/** Adds redirects, and replaces those from the same addresses. */
export async function saveRedirects(trx: Trx, redirects: Map<string, string>): Promise<void> {
  await sql`insert into redirects (from_path, to_path)
    select * from unnest(${[...redirects.keys()]}::text[], ${[...redirects.values()]}::text[])
    on conflict (from_path) do update set to_path = excluded.to_path`.execute(trx);
}

/** Inserts redirects, and returns their ids by the address from which they lead. */
export async function insertRedirects(
  trx: Trx,
  redirects: Map<string, string>,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; fromPath: string }>`insert into redirects (from_path, to_path)
    select * from unnest(${[...redirects.keys()]}::text[], ${[...redirects.values()]}::text[])
    on conflict (from_path) do nothing returning id, from_path`.execute(trx);
  return new Map(rows.map(({ id, fromPath }) => [fromPath, id]));
}

/** Deletes redirects. */
export async function deleteRedirects(trx: Trx, ids: string[]): Promise<void> {
  await trx.deleteFrom('redirects').where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
}
