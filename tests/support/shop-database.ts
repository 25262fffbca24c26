import pg from 'pg';
import { openPool } from '../../server/db/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export type ShopDatabase = TestDatabase & {
  pool: pg.Pool;
  /** The statements that leave only the rows that migrations have added. */
  emptying: string;
  /** Must be the same when the shop is closed, or the database is not used again. */
  schema: string;
};

/** The databases of closed shops of this process. They are used again because their connections know their schema. */
const emptied: ShopDatabase[] = [];

/** Gives a shop a migrated, empty database. It is the shop's until `returnDatabase`. */
export async function borrowDatabase(): Promise<ShopDatabase> {
  const former = emptied.pop();
  if (former) return former;
  const database = await createTestDatabase();
  // Fewer than in production: the first statements of a connection cost the most.
  const pool = openPool(database.url, 8);
  // A busy machine may take longer than the 2 s after which a shop would answer with 503.
  pool.options.connectionTimeoutMillis = 60_000;
  return { ...database, pool, emptying: await emptyingOf(pool), schema: await describeSchema(pool) };
}

/**
 * Empties the database for the next shop. Drops it if a test has changed its schema, left a statement running, or stored
 * so much that what is left of deleted rows would slow down the next shops.
 */
export async function returnDatabase(database: ShopDatabase): Promise<void> {
  const { pool, schema, emptying } = database;
  if (pool.idleCount < pool.totalCount || (await describeSchema(pool)) !== schema || (await isLarge(pool))) {
    await pool.end();
    return database.drop();
  }
  await pool.query(emptying);
  await database.resetClock();
  emptied.push(database);
}

async function isLarge(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query('select pg_database_size(current_database()) > 50e6 as large');
  return rows[0].large;
}

async function describeSchema(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>(`select concat_ws(' ',
    (select count(*) || ' ' || sum(relnatts) from pg_class where relnamespace <> 'pg_toast'::regnamespace),
    (select count(*) from pg_proc), (select count(*) from pg_constraint),
    (select count(*) from pg_trigger where tgenabled = 'O')) as schema`);
  return String(rows[0]?.schema);
}

async function emptyingOf(pool: pg.Pool): Promise<string> {
  const tables = await pool.query<{ name: string; columns: string }>(`
    select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ') as columns
    from pg_attribute where attnum > 0 and attgenerated = '' and not attisdropped and attrelid in
      (select oid from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace))
    group by attrelid`);
  const sequences = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S'`,
  );
  const statements = ['begin', 'set local session_replication_role = replica'];
  for (const { name, columns } of tables.rows) {
    const { rows } = await pool.query(`select json_agg(initial)::text as initial from ${name} as initial`);
    const initial: string | null = rows[0].initial;
    statements.push(`delete from ${name}`);
    if (initial)
      statements.push(
        `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, ${pg.escapeLiteral(initial)})`,
      );
  }
  for (const { name } of sequences.rows) statements.push(`alter sequence ${name} restart`);
  return [...statements, 'commit'].join(';\n');
}
