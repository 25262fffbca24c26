import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { tracer } from '../runtime/tracing.ts';
import { connectionTo } from './primary.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;

// bigint columns hold paise and counts, all far below 2^53.
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, Number);

/** The values of `jsonb` columns: documents, which keep their keys. */
const storedDocuments = new WeakSet<object>();
typeParsers.setTypeParser(pg.types.builtins.JSONB, (text) => {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null) storedDocuments.add(value);
  return value;
});

/** The time limits of every connection of the shop, in milliseconds. */
const timeouts = Object.entries({
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
});
export const startupOptions = `-c timezone=UTC ${timeouts.map(([name, ms]) => `-c ${name}=${ms}`).join(' ')}`;

/**
 * Opens the connection pool. A query that gets no connection within 2 s fails; the reply is then a 503. `isPooled`: the
 * address is that of a connection pooler, whose connections take no settings at their start (`setTimeoutsOfRole`) and
 * prepare nothing (PgBouncer before 1.21 does not translate names).
 */
export function openPool(url: string, max = 20, { isPooled = false } = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    types: typeParsers,
    application_name: 'haat',
    ...(!isPooled && { options: startupOptions }),
  });
  const statements: Statements = { names: new Map(), counts: new Map(), created: 0 };
  // Without listeners, an error of a connection would end the process. An idle connection is replaced at the next
  // query; that of a running query is reported to it.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    // A pooler remembers this one setting for each of its clients, and would otherwise set what it saw first. It fails
    // only on a broken connection, where the next query reports that.
    if (isPooled) client.query('set timezone to utc').catch(() => {});
    else prepareOften(client, statements);
  });
  return pool;
}

const mark = '/* prepared */';

/**
 * Begins a statement that each connection prepares, so that PostgreSQL plans it once: the page of a product takes 8.6 ms
 * instead of 12.0 (decision 60). Only for statements with few different texts, whose columns keep their types.
 */
export const prepared = sql.raw(mark);

/** Transactions send a statement this number of times before it is prepared. */
const prepareAfter = 20;
/** Each connection keeps the plans in memory, and strangers choose the filters of marked statements. */
const maxPrepared = { often: 200, marked: 300 };
/** Texts that are counted at once: the lengths of lists vary. */
const maxCounted = 2000;

/** The statements of a pool: names of those that its connections prepare, and how often others were sent. */
type Statements = { names: Map<string, string>; counts: Map<string, number>; created: number };

/** The name under which a connection prepares a statement; undefined if it is not marked and not sent often. */
function nameOf(text: string, isInTransaction: boolean, statements: Statements): string | undefined {
  const { names, counts } = statements;
  const known = names.get(text);
  if (known) return known;
  const isMarked = text.includes(mark);
  if (names.size >= (isMarked ? maxPrepared.marked : maxPrepared.often)) return undefined;
  if (!isMarked) {
    if (!isInTransaction) return undefined;
    if (counts.size >= maxCounted) counts.clear();
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    if (count < prepareAfter) return undefined;
  }
  const name = `often_${statements.created++}`;
  names.set(text, name);
  return name;
}

/**
 * The errors of a prepared statement whose tables another process has migrated: other columns of a `select *`, or
 * another type of a parameter.
 */
const outdatedCodes = new Set(['0A000', '42704', '42804', '42883', 'XX000']);
const outdated = new WeakSet<object>();

/**
 * Lets a connection prepare the marked statements, and those that transactions send often: without them, a paid order
 * takes 1.4 times the CPU, and a search 1.5 times (decision 60). If another process has migrated the tables of one, it
 * is sent again unprepared; in a transaction, `transaction` repeats all.
 */
function prepareOften(client: pg.PoolClient, statements: Statements): void {
  const send = (...given: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, given);

  async function sendPrepared(name: string, text: string, values: unknown[]): Promise<unknown> {
    try {
      return await send({ name, text, values });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && outdatedCodes.has(error.code ?? ''))) throw error;
      outdated.add(error);
      statements.names.clear();
      if (client.getTransactionStatus() !== 'I') throw error;
      return send(text, values);
    }
  }

  Object.assign(client, {
    query: (...given: unknown[]): unknown => {
      const [text, values] = given;
      if (given.length !== 2 || typeof text !== 'string' || !Array.isArray(values)) return send(...given);
      const name = values.length > 0 && nameOf(text, client.getTransactionStatus() === 'T', statements);
      return name ? sendPrepared(name, text, values) : send(text, values);
    },
  });
}

/**
 * Makes the time limits the defaults of this role in this database, for connections that a pooler opens from now on.
 * `pool` leads to PostgreSQL itself.
 */
export async function setTimeoutsOfRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ isSet: boolean }>(
    `select exists (select from pg_db_role_setting
       where setrole = current_user::regrole and setconfig @> $1
         and setdatabase = (select oid from pg_database where datname = current_database())) as "isSet"`,
    [timeouts.map(([name, ms]) => `${name}=${ms}`)],
  );
  if (rows[0]?.isSet) return;
  for (const [name, ms] of timeouts)
    await pool.query(`do $$ begin
      execute format('alter role current_user in database %I set ${name} = ${ms}', current_database());
    end $$`);
}

/** JSON in rows that a statement builds: documents among their columns, and results that have their final names. */
const builtDocuments = new Set(['lists', 'pickup', 'product', 'recipient']);

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Converts the names of columns to camelCase, also in rows within `json` columns, but not in documents. */
class RowCase extends CamelCasePlugin {
  protected override mapRow(row: Record<string, unknown>): Record<string, unknown> {
    const mapped: Record<string, unknown> = {};
    for (const [column, value] of Object.entries(row)) {
      const isDocument = storedDocuments.has(Object(value)) || builtDocuments.has(column);
      mapped[this.camelCase(column)] = isDocument ? value : this.mapNested(value);
    }
    return mapped;
  }

  private mapNested(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => (isRow(item) ? this.mapRow(item) : item));
    return isRow(value) ? this.mapRow(value) : value;
  }
}

/** Typed access over a pool; columns and keys of rows are camelCase. */
export function openDatabase(pool: PostgresPool): Database {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new RowCase()],
    ...(tracer && { log: tracer.query }),
  });
}

const retryable = new Set(['40001', '40P01']);

/**
 * Runs `work` in a transaction. After a deadlock, a serialisation failure or a migration by another process it is
 * repeated, at most three times, so `work` must have no effect outside the database.
 */
export async function transaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (attempt > 3 || !(retryable.has(code) || outdated.has(Object(error)))) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 20 * (1 + Math.random())));
    }
  }
}

/**
 * Runs a transaction for each item, one after the other, each of them also if earlier ones have failed. Throws at the end
 * what was thrown.
 */
export async function transactionForEach<Item>(
  db: Database,
  items: Item[],
  work: (trx: Trx, item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items)
    await transaction(db, (trx) => work(trx, item)).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`);
}

/** The name of the constraint that a failed statement violated, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code?.startsWith('23') ? constraint : undefined;
}

/** Whether a statement failed because a unique index has the value already. */
export const isDuplicate = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/** Whether a statement failed by its lock or statement timeout. A later attempt may succeed. */
export function isTimeout(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '55P03' || code === '57014';
}
