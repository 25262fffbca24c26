import { sql } from 'kysely';
import {
  type LogEntry,
  type LogQuery,
  type LogReply,
  logAreas,
} from '../../shared/contract/accounts/audit-log.ts';
import { csvLine } from '../../shared/csv.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Database, transaction } from '../db/database.ts';
import type { Admin } from '../deps.ts';

/** Returns a page of the audit log, newest first, from `before` on. Its time does not depend on the length of the log. */
export async function listAdminLog(db: Database, query: LogQuery): Promise<LogReply> {
  const rows = await findEntries(db, query);
  const page = rows.slice(0, query.limit);
  const names = await findSubjectNames(db, page);
  const entries = page.map((row): LogEntry => {
    const { name } = row.detail;
    const recordedName = typeof name === 'string' ? name : '';
    return {
      _id: String(row.id),
      at: row.at.toISOString(),
      by:
        row.userId === null && !row.byLabel ? null : { _id: row.userId ?? '', name: row.name ?? row.byLabel },
      address: row.address,
      action: row.action,
      subject: row.subject,
      subjectName: names.get(row.subject) ?? recordedName,
      detail: row.detail,
    };
  });
  const last = page.at(-1);
  const next = rows.length > page.length && last ? String(last.id) : null;
  return { entries, next, people: await listPeople(db) };
}

/** Exports the complete audit log as CSV, newest first, in chunks, with the place and the hash of each entry. */
export async function* exportAdminLog(db: Database, admin: Admin): AsyncGenerator<string> {
  await transaction(db, (trx) => recordAudit(trx, admin, { action: 'log.export', subject: '' }));
  yield `\ufeff${csvLine(['Position', 'Time', 'Who', 'Address', 'Action', 'Subject', 'Details', 'Hash'])}`;
  for (let before: number | undefined, rows = []; ; before = rows.at(-1)?.id) {
    rows = await findEntries(db, { before, limit: 500 });
    if (rows.length === 0) return;
    yield rows
      .map(({ position, at, name, byLabel, userId, address, action, subject, detail, hash }) =>
        csvLine([
          position ?? '',
          at.toISOString(),
          name ?? (userId || byLabel),
          address,
          action,
          subject,
          JSON.stringify(detail),
          hash?.toString('hex') ?? '',
        ]),
      )
      .join('');
  }
}

async function findEntries(
  db: Database,
  { by, area, from, to, before, limit }: Partial<LogQuery> & { limit: number },
) {
  let entries = db
    .selectFrom('adminLog')
    .leftJoin('users', 'users.id', 'adminLog.userId')
    .select(['adminLog.id', 'at', 'adminLog.userId', 'users.name', 'action', 'subject', 'detail'])
    .select(['byLabel', 'address', 'position', 'hash']);
  if (by) entries = isId(by) ? entries.where('adminLog.userId', '=', by) : entries.where(sql.lit(false));
  if (area) entries = entries.where(sql`split_part(action, '.', 1)`, 'in', [...logAreas[area].actions]);
  if (from) entries = entries.where('at', '>=', startOfIndianDay(from));
  if (to) entries = entries.where('at', '<', new Date(startOfIndianDay(to).getTime() + 86_400_000));
  if (before) {
    entries = entries.where(
      sql<boolean>`(at, admin_log.id) < (select l.at, l.id from admin_log l where l.id = ${before})`,
    );
  }
  return entries
    .orderBy('at', 'desc')
    .orderBy('adminLog.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** The moment at which a day begins in India. */
const startOfIndianDay = (day: string) => new Date(`${day}T00:00:00+05:30`);

/** Returns the current names of the subjects by id. */
async function findSubjectNames(db: Database, rows: { subject: string }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ subject }) => subject))].filter(isId);
  if (ids.length === 0) return new Map();
  const tables = [
    'products',
    'categories',
    'subcategories',
    'brands',
    'productTypes',
    'attributes',
    'users',
    'customers',
  ] as const;
  const named = tables.map((table) => sql`select id, name from ${sql.table(table)} where id = any(${ids})`);
  const found = await sql<{ id: string; name: string }>`${sql.join(named, sql` union all `)}`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** Lists the admins in the log with one index probe for each. */
async function listPeople(db: Database): Promise<{ _id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive people as (
      (select user_id from admin_log where user_id is not null order by user_id limit 1)
      union all
      select (select l.user_id from admin_log l where l.user_id > p.user_id order by l.user_id limit 1)
      from people p where p.user_id is not null)
    select u.id, u.name from people p join users u on u.id = p.user_id order by u.name, u.id`.execute(db);
  return rows.map(({ id, name }) => ({ _id: id, name }));
}
