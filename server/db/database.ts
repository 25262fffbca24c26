import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { isOutdatedPlan, prepareOften } from './prepared-statements.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;

// bigint columns hold paise and counts, all far below 2^53.
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the connection pool. A query that gets no connection within 2 s fails; the reply is then a 503. */
export function openPool(url: string, max = 20): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    types: typeParsers,
    application_name: 'haat',
    options:
      '-c timezone=UTC -c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000',
  });
  // Without listeners, an error of a connection would end the process. An idle connection is replaced at the next
  // query; that of a running query is reported to it.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    prepareOften(client);
  });
  return pool;
}

/** Columns with JSON documents, whose keys are not converted. */
const documents = new Set([
  ...[
    'content',
    'demo',
    'detail',
    'lists',
    'notes',
    'options',
    'product',
    'sections',
    'settings',
    'shipping',
  ],
]);

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Converts the names of columns to camelCase, also in nested rows, but not in JSON documents. */
class RowCase extends CamelCasePlugin {
  protected override mapRow(row: Record<string, unknown>): Record<string, unknown> {
    const mapped: Record<string, unknown> = {};
    for (const [column, value] of Object.entries(row))
      mapped[this.camelCase(column)] = documents.has(column) ? value : this.mapNested(value);
    return mapped;
  }

  private mapNested(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => (isRow(each) ? this.mapRow(each) : each));
    return isRow(value) ? this.mapRow(value) : value;
  }
}

/** Typed access over a pool; columns and keys of rows are camelCase. */
export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new RowCase()],
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
      if (attempt > 3 || !(retryable.has(code) || isOutdatedPlan(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 20 * (1 + Math.random())));
    }
  }
}

/** The name of the constraint that a failed statement violated, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code?.startsWith('23') ? constraint : undefined;
}

/** Whether a statement failed by its lock or statement timeout. A later attempt may succeed. */
export function isTimeout(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '55P03' || code === '57014';
}
