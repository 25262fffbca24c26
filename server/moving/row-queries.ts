import { type Selectable, sql } from 'kysely';
import type { MoveKind } from '../../shared/contract/moves.ts';
import type { Database, Trx } from '../db/database.ts';
import { readPage } from '../db/paging.ts';
import type { MoveRows } from '../db/schema.ts';
import type { OrderLine, ReadRecord } from './records.ts';

export type StoredRow = Selectable<MoveRows>;
type Source = { moveId: string; fileId: string; kind: MoveKind };

/** Stores the records of a file. One that an earlier line or file has is left out. */
export async function insertRows(db: Database, source: Source, records: ReadRecord[]): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ line, key, label, data, reason, paise, placedAt, isKnown }) => ({
    ...source,
    line,
    key,
    label,
    data: data && JSON.stringify(data),
    reason,
    outcome: key === null ? 'left' : isKnown ? 'known' : 'new',
    paise: paise ?? null,
    placedAt: placedAt ?? null,
  }));
  const inserted = await db
    .insertInto('moveRows')
    .values(rows)
    .onConflict((oc) => oc.columns(['moveId', 'kind', 'key']).where('key', 'is not', null).doNothing())
    .returning(['key', 'line'])
    .execute();
  const stored = new Set(inserted.map(({ key, line }) => `${line} ${key}`));
  const repeated = rows.filter(({ key, line }) => key !== null && !stored.has(`${line} ${key}`));
  if (repeated.length === 0) return;
  const repeats = await findRepeated(
    db,
    source,
    repeated.map(({ key }) => key ?? ''),
  );
  await db
    .insertInto('moveRows')
    .values(
      repeated.map((row) => ({
        ...source,
        line: row.line,
        label: row.label,
        outcome: 'left',
        reason: repeatOf(row, repeats.get(row.key ?? '')),
      })),
    )
    .execute();
}

type Repeated = { line: number; fileId: string; name: string; paise: number | null };

/** Why a record is left out that another line or file has. */
function repeatOf(
  { kind, fileId, paise }: Omit<Repeated, 'line' | 'name'> & { kind: MoveKind },
  first?: Repeated,
) {
  if (!first) return 'It repeats another line';
  const where = first.fileId === fileId ? '' : ` of “${first.name}”`;
  const isOther = kind === 'orders' && first.paise !== paise;
  return `It repeats line ${first.line}${where}${isOther ? ' with another amount' : ''}`;
}

/** The first records with these keys. */
async function findRepeated(db: Database, { moveId, kind }: Source, keys: string[]) {
  const rows = await db
    .selectFrom('moveRows')
    .innerJoin('moveFiles', 'moveFiles.id', 'moveRows.fileId')
    .select(['key', 'line', 'fileId', 'name', 'paise'])
    .where('moveRows.moveId', '=', moveId)
    .where('moveRows.kind', '=', kind)
    .where(sql<boolean>`key = any(${keys})`)
    .execute();
  return new Map(rows.map(({ key, ...row }) => [key ?? '', row]));
}

/** Adds lines to an order of the same file; false if it has no such order. */
export async function appendLines(
  db: Database,
  { fileId, kind }: Source,
  key: string,
  lines: OrderLine[],
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update move_rows set data = jsonb_set(data, '{details,lines}',
      (data #> '{details,lines}') || ${JSON.stringify(lines)}::jsonb)
    where file_id = ${fileId} and kind = ${kind} and key = ${key} and data is not null`.execute(db);
  return numAffectedRows > 0n;
}

export async function deleteRowsOfFile(db: Database | Trx, fileId: string): Promise<void> {
  await db.deleteFrom('moveRows').where('fileId', '=', fileId).execute();
}

/** How many records of each kind are new, here already, or left out, and how many of the new ones have a remark. */
export async function countRows(db: Database | Trx, moveId: string) {
  return db
    .selectFrom('moveRows')
    .select(['kind', 'outcome'])
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      sql<number>`(count(*) filter (where reason <> ''))::int`.as('remarks'),
      sql<number>`(count(*) filter (where outcome = 'new' and not is_done))::int`.as('toDo'),
    ])
    .where('moveId', '=', moveId)
    .groupBy(['kind', 'outcome'])
    .execute();
}

/** One page of the records about which there is something to say, by file and line. */
export const listRemarks = (
  db: Database,
  moveId: string,
  kind: string,
  page: { page: number; limit: number },
) =>
  readPage(
    db
      .selectFrom('moveRows')
      .innerJoin('moveFiles', 'moveFiles.id', 'moveRows.fileId')
      .select(['moveRows.id', 'moveFiles.name as file', 'line', 'label', 'outcome', 'reason'])
      .where('moveRows.moveId', '=', moveId)
      .where('moveRows.kind', '=', kind)
      .where('reason', '<>', '')
      .orderBy('outcome')
      .orderBy('moveFiles.name')
      .orderBy('line')
      .orderBy('moveRows.id'),
    page,
  );

/** The next records of a kind that are to be imported, locked. */
export const lockNext = (trx: Trx, moveId: string, kind: MoveKind, limit: number) =>
  trx
    .selectFrom('moveRows')
    .selectAll()
    .where('moveId', '=', moveId)
    .where('kind', '=', kind)
    .where('outcome', '=', 'new')
    .where('isDone', '=', false)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** What has become of a record: the id of what it is here, or why it is not imported. */
export type Result = {
  id: number;
  targetId: string | null;
  outcome: 'new' | 'known' | 'left';
  reason: string;
};

/** Marks records as imported, and forgets what they contain. */
export async function finishRows(trx: Trx, results: Result[]): Promise<void> {
  await sql`
    update move_rows set is_done = true, data = null, target_id = r.target_id, outcome = r.outcome, reason = r.reason
    from jsonb_to_recordset(${JSON.stringify(
      results.map(({ id, targetId, outcome, reason }) => ({ id, target_id: targetId, outcome, reason })),
    )}::jsonb) r (id bigint, target_id uuid, outcome text, reason text)
    where move_rows.id = r.id`.execute(trx);
}

/** Removes what identifies customers from the records of a finished move. */
export async function forgetPersons(trx: Trx, moveId: string): Promise<void> {
  await trx
    .updateTable('moveRows')
    .set({ data: null, key: sql`case when kind = 'customers' then null else key end` })
    .set({
      label: sql`case when kind = 'customers' then '' else label end`,
      reason: sql`case when kind = 'customers' then regexp_replace(reason, '“[^”]*”', 'It', 'g') else reason end`,
    })
    .where('moveId', '=', moveId)
    .execute();
}

export async function insertCreated(
  trx: Trx,
  moveId: string,
  kind: MoveKind,
  targetIds: string[],
): Promise<void> {
  if (targetIds.length === 0) return;
  await trx
    .insertInto('moveCreated')
    .values(targetIds.map((targetId) => ({ moveId, kind, targetId })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Ids of what a move has created of a kind. */
export async function listCreated(
  trx: Trx,
  moveId: string,
  kind: MoveKind,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('moveCreated')
    .select('targetId')
    .where('moveId', '=', moveId)
    .where('kind', '=', kind)
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(({ targetId }) => targetId);
}

export async function deleteCreated(
  trx: Trx,
  moveId: string,
  kind: MoveKind,
  targetIds: string[],
): Promise<void> {
  await trx
    .deleteFrom('moveCreated')
    .where('moveId', '=', moveId)
    .where('kind', '=', kind)
    .where(sql<boolean>`target_id = any(${targetIds}::uuid[])`)
    .execute();
}

export async function countCreated(db: Database | Trx, moveId: string): Promise<number> {
  const { n } = await db
    .selectFrom('moveCreated')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('moveId', '=', moveId)
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Records of a draft that are here already are no new ones, and reviews of products that are neither here nor in the files
 * are left out.
 */
export async function markKnown(trx: Trx, moveId: string): Promise<void> {
  await sql`set local statement_timeout = '60s'`.execute(trx);
  await sql`
    update move_rows r set outcome = case when found then 'new' else 'left' end,
      reason = case when found then '' else 'There is no product “' || handle || '” here or in the files' end
    from (select id, data ->> 'handle' as handle, exists (
        select from move_rows p where p.move_id = r.move_id and p.kind = 'products' and p.outcome <> 'left'
          and p.data ->> 'slug' = r.data ->> 'handle') as found
      from move_rows r where move_id = ${moveId} and kind = 'reviews' and data ->> 'handle' is not null) h
    where r.id = h.id`.execute(trx);
  await sql`
    update move_rows r set outcome = 'known', reason = case r.kind when 'discounts' then 'A discount here has this code'
      else 'This address is redirected already' end
    where r.move_id = ${moveId} and r.outcome = 'new' and (
      r.kind = 'discounts' and (exists (select from discounts where code = r.key and deleted_at is null)
        or exists (select from discount_codes where code = r.key))
      or r.kind = 'redirects' and exists (select from redirects where from_path = r.key))`.execute(trx);
  await sql`
    update move_rows r set outcome = 'known', reason = 'It was moved before'
    where r.move_id = ${moveId} and r.outcome = 'new' and r.kind = 'giftCards' and exists (
      select from move_rows o join moves m on m.id = o.move_id
      where m.state = 'imported' and o.kind = 'giftCards' and o.key = r.key and o.outcome = 'new')`.execute(
    trx,
  );
  await sql`
    update move_rows r set outcome = 'known', target_id = c.id, reason = 'A customer with this e-mail address or mobile number is here and stays as it is'
    from (
      select r.id as row_id, coalesce(
        (select c.id from users u join customers c on c.user_id = u.id where u.email = r.data ->> 'email' and u.deleted_at is null),
        (select customer_id from customer_contacts where value = r.data ->> 'email'),
        (select c.id from users u join customers c on c.user_id = u.id
          where u.mobile = nullif(r.data ->> 'mobile', '') and u.deleted_at is null),
        (select customer_id from customer_contacts where value = nullif(r.data ->> 'mobile', ''))) as id
      from move_rows r where r.move_id = ${moveId} and r.kind = 'customers' and r.outcome = 'new') c
    where r.id = c.row_id and c.id is not null`.execute(trx);
  await sql`
    update move_rows r set outcome = 'known', target_id = o.id,
      reason = case when o.total_paise = r.paise then '' else 'It is here with another amount, which stays as it is. Undo its move to import this one' end
    from former_orders o, move_files f
    where r.move_id = ${moveId} and r.kind = 'orders' and r.outcome = 'new' and f.id = r.file_id
      and o.program = f.program and o.number = r.key`.execute(trx);
}

/** The tags of the customers that a move creates. */
export async function listNewTags(trx: Trx, moveId: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct jsonb_array_elements_text(data -> 'tags') as tag from move_rows
    where move_id = ${moveId} and kind = 'customers' and outcome = 'new' and data is not null`.execute(trx);
  return rows.map(({ tag }) => tag);
}

/** Whether new records of a file are still to be imported. */
export async function hasUndone(db: Database, fileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('moveRows')
    .select('id')
    .where('fileId', '=', fileId)
    .where('outcome', '=', 'new')
    .where('isDone', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Marks all new records of a file as imported, but for those of the failed lines; with `known`, as here before. Returns how
 * many.
 */
export async function finishFile(
  trx: Trx,
  fileId: string,
  failures: { line: number; message: string }[],
  known = '',
): Promise<number> {
  const failed = failures.map(({ line, message }) => ({ line, message }));
  const { numAffectedRows = 0n } = await sql`
    update move_rows r set is_done = true, data = null,
      outcome = case when ${known}::text <> '' then 'known' when f.message is not null then 'left' else 'new' end,
      reason = coalesce(f.message, nullif(${known}::text, ''), r.reason)
    from move_rows o left join (select distinct on (line) * from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb)
      f (line int, message text) order by line) f using (line)
    where o.file_id = ${fileId} and o.outcome = 'new' and not o.is_done and r.id = o.id`.execute(trx);
  return Number(numAffectedRows);
}

/** Adds what is to be said about imported records of a file, by their lines. */
export async function addRemarks(
  trx: Trx,
  fileId: string,
  remarks: { line: number; message: string }[],
): Promise<void> {
  await sql`
    update move_rows r set reason = concat_ws('; ', nullif(r.reason, ''), n.message)
    from jsonb_to_recordset(${JSON.stringify(remarks)}::jsonb) n (line int, message text)
    where r.file_id = ${fileId} and r.line = n.line and r.outcome = 'new'`.execute(trx);
}
