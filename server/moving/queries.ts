import { type Selectable, sql } from 'kysely';
import type { MoveKind, MoveProgram } from '../../shared/contract/moves.ts';
import { isId } from '../../shared/id.ts';
import type { Database, Trx } from '../db/database.ts';
import type { MoveFiles, Moves } from '../db/schema.ts';

export type MoveRow = Selectable<Moves>;
export type MoveFileRow = Selectable<MoveFiles>;

/** The latest moves, newest first. */
export const listMoves = (db: Database) =>
  db.selectFrom('moves').selectAll().orderBy('createdAt', 'desc').limit(20).execute();

export const findMove = (db: Database | Trx, id: string) =>
  isId(id)
    ? db.selectFrom('moves').selectAll().where('id', '=', id).executeTakeFirst()
    : Promise.resolve(undefined);

export const lockMove = (trx: Trx, id: string) =>
  isId(id)
    ? trx.selectFrom('moves').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : Promise.resolve(undefined);

/** The id of the draft to which files are added, created if necessary; undefined while another move is running. */
export async function findOrCreateDraft(trx: Trx, userId: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('moves'))`.execute(trx);
  const open = await trx
    .selectFrom('moves')
    .select(['id', 'state'])
    .where('state', 'in', ['draft', 'importing', 'undoing'])
    .executeTakeFirst();
  if (open) return open.state === 'draft' ? open.id : undefined;
  const { id } = await trx.insertInto('moves').values({ userId }).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateMove(
  db: Database | Trx,
  id: string,
  values: Partial<
    Omit<MoveRow, 'options' | 'productImports' | 'remains'> & {
      options: string;
      productImports: string;
      remains: string;
    }
  >,
): Promise<void> {
  await db.updateTable('moves').set(values).where('id', '=', id).execute();
}

export async function deleteMove(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('moves').where('id', '=', id).execute();
}

export type NewFile = {
  moveId: string;
  name: string;
  program: MoveProgram;
  kind: MoveKind;
  path: string;
  bytes: number;
  hash: string;
};

/** Adds a file; false if the move has a file with the same content. */
export async function insertFile(trx: Trx, file: NewFile): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('moveFiles')
    .values(file)
    .onConflict((oc) => oc.columns(['moveId', 'hash']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export const listFiles = (db: Database | Trx, moveId: string) =>
  db
    .selectFrom('moveFiles')
    .selectAll()
    .where('moveId', '=', moveId)
    .orderBy('createdAt')
    .orderBy('name')
    .execute();

export async function updateFile(
  db: Database | Trx,
  id: string,
  values: Partial<Pick<MoveFileRow, 'isRead' | 'problem' | 'path'>>,
): Promise<void> {
  await db.updateTable('moveFiles').set(values).where('id', '=', id).execute();
}

/** Deletes a file with its rows; undefined if the move has no such file. */
export const deleteFile = (trx: Trx, moveId: string, id: string) =>
  isId(id)
    ? trx
        .deleteFrom('moveFiles')
        .where('id', '=', id)
        .where('moveId', '=', moveId)
        .returning('path')
        .executeTakeFirst()
    : Promise.resolve(undefined);

/** Whether a move is open: a draft, or one that is running. */
export const findOpen = (trx: Trx) =>
  trx
    .selectFrom('moves')
    .select('id')
    .where('state', 'in', ['draft', 'importing', 'undoing'])
    .executeTakeFirst();

/** Drafts that nobody has touched since this moment. */
export const listOldDrafts = (db: Database, before: Date) =>
  db
    .selectFrom('moves')
    .select('id')
    .where('state', '=', 'draft')
    .where('createdAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('moveFiles')
            .select('id')
            .whereRef('moveId', '=', 'moves.id')
            .where('createdAt', '>=', before),
        ),
      ),
    )
    .execute();

/** Moves that are running, for the case that their job was lost. */
export const listRunning = (db: Database) =>
  db.selectFrom('moves').select('id').where('state', 'in', ['importing', 'undoing']).execute();

/** The number of orders that were placed here since a moment, test orders only if they count. */
export async function countOrdersSince(
  trx: Database | Trx,
  since: Date,
  withTests: boolean,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders where created_at >= ${since} and deleted_at is null
      and status <> 'failed' and (${withTests} or not is_test)`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Counts records of a kind that an undo leaves. */
export async function addRemaining(trx: Trx, id: string, kind: MoveKind, count: number): Promise<void> {
  await sql`update moves set remains = jsonb_set(remains, array[${kind}::text],
    to_jsonb(coalesce((remains ->> ${kind}::text)::int, 0) + ${count}::int)) where id = ${id}`.execute(trx);
}

/** The product imports of a move by its files; empty for a file without new products. */
export async function listProductImports(db: Database, id: string): Promise<Map<string, string>> {
  const row = await db
    .selectFrom('moves')
    .select(sql<Record<string, string>>`product_imports`.as('imports'))
    .where('id', '=', id)
    .executeTakeFirst();
  return new Map(Object.entries(row?.imports ?? {}));
}

export async function setProductImport(
  db: Database | Trx,
  id: string,
  fileId: string,
  importId: string,
): Promise<void> {
  await sql`update moves set product_imports = product_imports || jsonb_build_object(${fileId}::text, ${importId}::text)
    where id = ${id}`.execute(db);
}

/** The addresses of the categories of the shop. */
export async function listCategorySlugs(trx: Trx): Promise<{ slug: string; name: string }[]> {
  return trx.selectFrom('categories').select(['slug', 'name']).orderBy('position').limit(1000).execute();
}

/** The sum of the gift cards that a move prepares, in paise. */
export async function sumNewCards(trx: Trx, id: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(paise), 0)::bigint as paise from move_rows
    where move_id = ${id} and kind = 'giftCards' and outcome = 'new'`.execute(trx);
  return rows[0]?.paise ?? 0;
}

/** How many products the running product imports of a move have done. */
export async function countProductsUnderWay(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ done: number }>`
    select coalesce(sum(i.done), 0)::int as done
    from moves m cross join jsonb_each_text(m.product_imports) started (file_id, import_id)
    join product_imports i on i.id::text = started.import_id
    where m.id = ${id} and exists (select from move_rows r
      where r.file_id::text = started.file_id and r.outcome = 'new' and not r.is_done)`.execute(db);
  return rows[0]?.done ?? 0;
}
