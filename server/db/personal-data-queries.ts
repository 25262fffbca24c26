import { type RawBuilder, sql } from 'kysely';
import { redactLog } from './audit-log.ts';
import type { Database, Trx } from './database.ts';
import { personalData } from './personal-data.ts';

/** Deletes the rows of a person, of each table in which they are found by account or e-mail address (since `since`). */
export async function deleteRowsOf(
  trx: Trx,
  { userId, email, since }: { userId: string; email: string | null; since: Date },
): Promise<void> {
  for (const [table, { deletedBy }] of Object.entries(personalData)) {
    const conditions: RawBuilder<unknown>[] = [];
    if (deletedBy?.userId) conditions.push(sql`${sql.ref(deletedBy.userId)} = ${userId}`);
    if (deletedBy?.email && email)
      conditions.push(sql`(${sql.ref(deletedBy.email)} = ${email} and created_at >= ${since})`);
    if (conditions.length > 0)
      await sql`delete from ${sql.table(table)} where ${sql.join(conditions, sql` or `)}`.execute(trx);
  }
}

type Identifiers = {
  emails: (string | null)[];
  mobiles: (string | null)[];
  addresses: (string | null)[];
};

/**
 * Replaces e-mail addresses, mobile numbers and street addresses in every column that the map calls 'redacted'. A text
 * of JSON keeps its structure.
 */
export async function redactTexts(trx: Trx, identifiers: Identifiers): Promise<void> {
  const pattern = patternOf(identifiers);
  if (!pattern) return;
  await redactLog(trx, pattern);
  for (const [table, { personal }] of Object.entries(personalData)) {
    const columns = Object.keys(personal).filter((column) => personal[column]?.erasure === 'redacted');
    if (columns.length === 0) continue;
    const changes = columns.map(
      (column) => sql`${sql.ref(column)} = redact(${sql.ref(column)}, ${pattern}::text)`,
    );
    const matches = columns.map((column) => sql`${sql.ref(column)}::text ~* ${pattern}::text`);
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${sql.join(matches, sql` or `)}`.execute(
      trx,
    );
  }
}

/**
 * A pattern of PostgreSQL that matches the identifiers as whole words; undefined if there are none. Short addresses, and
 * those without a number or a space, are left out: they would match ordinary texts.
 */
function patternOf({ emails, mobiles, addresses }: Identifiers): string | undefined {
  const wanted = [
    ...present(emails).map((email) => `(?<![\\w.%+-])${escapePattern(email)}(?![\\w-])`),
    ...present(mobiles).map((mobile) => `(?<!\\d)(?:(?:\\+|00)?91[ -]?|0)?${escapePattern(mobile)}(?!\\d)`),
    ...present(addresses)
      .filter((address) => address.length >= 10 && /\d/.test(address) && /\s/.test(address))
      .map((address) => `(?<!\\w)${escapePattern(address)}(?!\\w)`),
  ];
  return wanted.length > 0 ? wanted.join('|') : undefined;
}

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
