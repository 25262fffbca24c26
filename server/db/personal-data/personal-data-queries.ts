import { type RawBuilder, sql } from 'kysely';
import { redactLog } from '../audit-log.ts';
import type { Database, Trx } from '../database.ts';
import { personalData } from './personal-data.ts';

/**
 * An account. Rows with its e-mail address are its own if they are not older than `since`; none are if `email` is null.
 */
type Person = { id: string; email: string | null; since: Date };

/** The condition that a row is one of this person, as `rowsOf` of the map says. */
function isOf(rowsOf: string, { id, email, since }: Person): RawBuilder<boolean> {
  const values: Record<string, unknown> = { id, email, since };
  const parts = rowsOf.split(/\{(id|email|since)\}/);
  return sql<boolean>`(${sql.join(
    parts.map((part, n) => (n % 2 ? sql`${values[part]}` : sql.raw(part))),
    sql``,
  )})`;
}

/** Raises the limit of 5 s for each statement of a transaction that searches whole tables. */
export async function allowLongStatements(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = '60s'`.execute(trx);
}

/** Deletes the rows of a person, of each table of which the map says so. */
export async function deleteRowsOf(trx: Trx, person: Person): Promise<void> {
  for (const [table, { rowsOf, deletesRows }] of Object.entries(personalData))
    if (rowsOf && deletesRows)
      await sql`delete from ${sql.table(table)} where ${isOf(rowsOf, person)}`.execute(trx);
}

/** Replaces what the rows of a person contain, in each table of which the map says how. */
export async function replaceRowsOf(trx: Trx, person: Person): Promise<void> {
  for (const [table, { rowsOf, replaces }] of Object.entries(personalData))
    if (rowsOf && replaces)
      await sql`update ${sql.table(table)} set ${sql.raw(replaces)} where ${isOf(rowsOf, person)}`.execute(
        trx,
      );
}

/** The most rows of one table in the download of a person's data. */
const maxRecords = 5000;

/** Reads what the map calls 'records' of a person, by table, the newest rows first. */
export async function readRecords(
  db: Database,
  person: Person,
): Promise<Record<string, Record<string, unknown>[]>> {
  const records: Record<string, Record<string, unknown>[]> = {};
  for (const [table, { personal, rowsOf, records: others = {} }] of Object.entries(personalData)) {
    const columns = Object.keys(personal).filter((column) => personal[column]?.download === 'records');
    const values = [
      ...columns.map((column) => sql.ref(column)),
      ...Object.entries(others).map(([name, value]) => sql`${sql.raw(value)} as ${sql.id(name)}`),
    ];
    if (values.length === 0 || !rowsOf) continue;
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join([...values, sql.ref('created_at')])} from ${sql.table(table)}
      where ${isOf(rowsOf, person)} order by created_at desc limit ${maxRecords}`.execute(db);
    records[table] = rows;
  }
  return records;
}

type Identifiers = {
  emails: (string | null)[];
  mobiles: (string | null)[];
  addresses: (string | null)[];
};

/**
 * Replaces e-mail addresses, mobile numbers and street addresses in every column that the map calls 'redacted', with
 * `person` only in their rows. A text of JSON keeps its structure.
 */
export async function redactTexts(trx: Trx, identifiers: Identifiers, person?: Person): Promise<void> {
  const pattern = patternOf(identifiers);
  if (!pattern) return;
  for (const [table, { personal, rowsOf }] of Object.entries(personalData)) {
    if (person && !rowsOf) continue;
    const within = person && rowsOf ? isOf(rowsOf, person) : sql<boolean>`true`;
    if (table === 'admin_log') await redactLog(trx, pattern, within);
    const columns = Object.keys(personal).filter((column) => personal[column]?.erasure === 'redacted');
    if (columns.length === 0) continue;
    const changes = columns.map(
      (column) => sql`${sql.ref(column)} = redact(${sql.ref(column)}, ${pattern}::text)`,
    );
    const matches = columns.map((column) => sql`${sql.ref(column)}::text ~* ${pattern}::text`);
    await sql`update ${sql.table(table)} set ${sql.join(changes)}
      where ${within} and (${sql.join(matches, sql` or `)})`.execute(trx);
  }
}

/**
 * A pattern of PostgreSQL that matches the identifiers as whole words; undefined if there are none. Short addresses, and
 * those without a number or a space, are left out: they would match ordinary texts.
 */
function patternOf({ emails, mobiles, addresses }: Identifiers): string | undefined {
  const wanted = [
    ...present(emails).map(addressPattern),
    ...present(mobiles).map((mobile) => `(?<!\\d)(?:(?:\\+|00)?91[ -]?|0)?${escapePattern(mobile)}(?!\\d)`),
    ...present(addresses)
      .filter((address) => address.length >= 10 && /\d/.test(address) && /\s/.test(address))
      .map((address) => `(?<!\\w)${escapePattern(address)}(?!\\w)`),
  ];
  return wanted.length > 0 ? wanted.join('|') : undefined;
}

/**
 * A pattern of PostgreSQL that matches an e-mail address, but not within a longer one, such as that of raj.asha@x.co or
 * asha@x.co.in for asha@x.co.
 */
export const addressPattern = (email: string) => `(?<![\\w.%+-]|\\w')${escapePattern(email)}(?!\\.?[\\w-])`;

const present = (values: (string | null)[]) => [...new Set(values.flatMap((value) => value || []))];

/** The pattern of a literal text. In the text of JSON, quotes and line breaks are escaped. */
const escapePattern = (text: string) =>
  text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/"/g, '\\\\?"')
    .replace(/\s+/g, '(?:\\s|\\\\[nrt])+');

/** The most rows of one table that are deleted in one run. */
const maxRows = 5000;

/** Deletes or changes the rows whose retention period has ended. */
export async function deletePastRetention(db: Database, now: Date): Promise<void> {
  for (const [name, { retention }] of Object.entries(personalData)) {
    if (!retention) continue;
    const { days, after, where, set } = retention;
    const table = sql.table(name);
    const oldest = new Date(now.getTime() - days * 86_400_000);
    const expired = sql`ctid in (select ctid from ${table}
      where ${sql.ref(after)} < ${oldest} ${where ? sql.raw(`and ${where}`) : sql``} limit ${maxRows})`;
    await (set
      ? sql`update ${table} set ${sql.raw(set)} where ${expired}`
      : sql`delete from ${table} where ${expired}`
    ).execute(db);
  }
}
