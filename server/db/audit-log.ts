import { type RawBuilder, sql } from 'kysely';
import type { LoggedChange } from '../../shared/contract/accounts/audit-log.ts';
import type { Admin } from '../deps.ts';
import { type Database, type Trx, transaction } from './database.ts';

type LogEntry = { action: string; subject: string; detail?: object };

/** Who acted: an admin at a network address, or one of these. */
type LogActor = Pick<Admin, 'userId' | 'address'> | 'Command line' | 'Erasure' | 'Shop';

/**
 * Records an action in its transaction: action such as `product.update`, subject an id, detail the changes. The database
 * chains the entry to the previous one (decision 48).
 */
export async function recordAudit(trx: Trx, by: LogActor, entry: LogEntry): Promise<void> {
  await trx
    .insertInto('adminLog')
    .values({
      ...(typeof by === 'string' ? { byLabel: by } : { userId: by.userId, address: by.address }),
      action: entry.action,
      subject: entry.subject,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute();
}

/**
 * Redacts the matches of a pattern of PostgreSQL in the details of the entries `within` a condition. An entry about
 * each redacted one shows that the shop has changed it.
 */
export async function redactLog(trx: Trx, pattern: string, within: RawBuilder<boolean>): Promise<void> {
  // Two redacted counters of one hour would be equal, which their index does not allow.
  await sql`delete from admin_log
    where action = 'admin.sign-in-failed' and ${within} and detail::text ~* ${pattern}::text`.execute(trx);
  const { rows } = await sql<{ id: number; isChained: boolean }>`
    update admin_log set detail = redact(detail, ${pattern}::text), detail_salt = null
    where ${within} and detail::text ~* ${pattern}::text
    returning id, position is not null as is_chained`.execute(trx);
  for (const { id, isChained } of rows)
    if (isChained) await recordAudit(trx, 'Erasure', { action: 'log.redact', subject: String(id) });
}

/** Records an act of the command line. */
export const recordCommand = (db: Database, entry: LogEntry): Promise<void> =>
  transaction(db, (trx) => recordAudit(trx, 'Command line', entry));

/** Pairs of account and address with an own entry in one hour; further ones share one entry. */
const maxFailedSignInsPerHour = 20;

/**
 * Counts a failed sign-in to the back office. An attacker can add at most `maxFailedSignInsPerHour` entries per hour by
 * varying account and address, and one with both empty for all further attempts of that hour.
 */
export async function recordFailedSignIn(
  db: Database,
  { account, address, now }: { account: string; address: string; now: Date },
): Promise<void> {
  const hour = now.toISOString().slice(0, 13);
  const failed = sql`action = 'admin.sign-in-failed' and detail->>'hour' = ${hour}`;
  await sql`
    insert into admin_log (at, action, detail)
    select ${now}, 'admin.sign-in-failed', jsonb_build_object(
      'hour', ${hour}::text,
      'account', case when has_entry then ${account}::text else '' end,
      'address', case when has_entry then ${address}::text else '' end,
      'attempts', 1)
    from (select (select count(*) from admin_log where ${failed}) < ${maxFailedSignInsPerHour}
      or exists (select from admin_log
        where ${failed} and detail->>'account' = ${account} and detail->>'address' = ${address}) as has_entry) as found
    on conflict ((detail->>'hour'), (detail->>'account'), (detail->>'address')) where action = 'admin.sign-in-failed'
    do update set detail = admin_log.detail
      || jsonb_build_object('attempts', (admin_log.detail->>'attempts')::int + 1)`.execute(db);
}

const maxValueLength = 120;
const maxChanges = 50;
/** Ids, times and versions change with every save; secrets are never stored. */
const excluded =
  /^(_id|id|version|order|position|html|(created|updated)At|lastUpdated)$|password|secret|token/i;

/**
 * Lists the differences of two states of an object by field, such as `businessHours.weekdays`: at most 50, with long
 * texts shortened. Elements of a list are identified by their name, title or values.
 */
export function changesBetween(before: object, after: object): LoggedChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, from: old.get(field) ?? '', to: now.get(field) ?? '' }))
    .filter(({ from, to }) => from !== to)
    .slice(0, maxChanges)
    .map(({ field, from, to }) => ({ field, ...shorten(from, to) }));
}

type Value = LoggedChange['from'];

function fieldsOf(object: object, path = ''): Map<string, Value> {
  const found = new Map<string, Value>();
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    if (excluded.test(name)) continue;
    const field = path ? `${path}.${name}` : name;
    if (Array.isArray(value) && value.some(isObject)) {
      for (const [index, element] of value.entries()) {
        for (const [inner, innerValue] of fieldsOf(element, `${field}.${labelOf(element) || index + 1}`))
          found.set(inner, innerValue);
      }
    } else if (Array.isArray(value)) found.set(field, value.join(', '));
    else if (isObject(value)) {
      // A reference, such as to a category, is represented by its name.
      if ('_id' in value && 'name' in value) found.set(field, String(value.name));
      else for (const [inner, innerValue] of fieldsOf(value, field)) found.set(inner, innerValue);
    } else if (typeof value === 'number' || typeof value === 'boolean') found.set(field, value);
    else found.set(field, typeof value === 'string' ? value : '');
  }
  return found;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function labelOf(element: object): string {
  const { values, name, title, heading } = element as Record<string, unknown>;
  if (Array.isArray(values) && name === undefined) return values.join(' / ');
  return String(name ?? title ?? heading ?? '');
}

/** Shortens two texts, starting a little before their first difference. */
function shorten(from: Value, to: Value): { from: Value; to: Value } {
  if (typeof from !== 'string' || typeof to !== 'string') return { from, to };
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  const start = Math.max(from.length, to.length) > maxValueLength ? Math.max(0, same - 20) : 0;
  const cut = (text: string) => {
    const part = text.slice(start, start + maxValueLength);
    return `${start > 0 && part ? '…' : ''}${part}${text.length > start + maxValueLength ? '…' : ''}`;
  };
  return { from: cut(from), to: cut(to) };
}
