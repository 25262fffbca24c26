import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listPendingJobs } from '../jobs/jobs.ts';
import { StartError } from '../runtime/start-errors.ts';
import type { DatabaseDump } from './manifest.ts';

/** Settings of a session that dumps or loads: no time limits, and one way to write values. */
export const sessionSettings = `set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1`;

/** Jobs that had not finished; the file is in the folder of the dump. */
export const JOBS = 'jobs.json';

/** The tables of the shop: not those of its job queue, which each start creates, nor those of extensions. */
export const shopTables = `
  select c.oid, case when n.nspname = current_schema() then '' else quote_ident(n.nspname) || '.' end
    || quote_ident(c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in (current_schema(), 'sandbox') and c.relname <> 'schema_migrations'
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/**
 * Writes all rows, as of one moment, to `tables/*.copy` in `folder`, and the jobs that have not finished to
 * `jobs.json`. The shop may run. Throws a StartError if the database holds no shop.
 */
export async function dumpDatabase(pool: pg.Pool, folder: string): Promise<DatabaseDump> {
  await mkdir(path.join(folder, 'tables'), { recursive: true });
  const client = await pool.connect();
  try {
    await client.query(sessionSettings);
    await client.query('begin isolation level repeatable read, read only');
    const migrations = await readMigrations(client);
    const { rows: found } = await client.query<{ name: string; columns: string[] }>(`
      select name, array_agg(quote_ident(attname) order by attnum) as columns
      from (${shopTables}) t join pg_attribute on attrelid = t.oid
      where attnum > 0 and not attisdropped and attgenerated = '' group by name order by name`);
    const tables: DatabaseDump['tables'] = [];
    for (const { name, columns } of found) {
      const file = `tables/${name.replaceAll('"', '')}.copy`;
      const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`));
      await pipeline(rows, createWriteStream(path.join(folder, file), { mode: 0o600 }));
      tables.push({ name, columns, rows: rows.rowCount, file });
    }
    await writeFile(path.join(folder, JOBS), JSON.stringify(await listPendingJobs(client)), { mode: 0o600 });
    // Sequences follow no snapshot: read last, none is behind the rows.
    const sequences = await readSequences(client);
    return { migrations, tables, sequences };
  } finally {
    // The settings end with the connection.
    client.release(true);
  }
}

async function readMigrations(client: pg.ClientBase): Promise<DatabaseDump['migrations']> {
  const { rows: found } = await client.query(`select to_regclass('schema_migrations') is not null as yes`);
  const { rows } = found[0]?.yes
    ? await client.query('select name, checksum from schema_migrations order by name')
    : { rows: [] };
  if (rows.length === 0) throw new StartError('The database holds no shop.');
  return rows;
}

async function readSequences(client: pg.ClientBase): Promise<DatabaseDump['sequences']> {
  const { rows } = await client.query(`
    select case when schemaname = current_schema() then '' else quote_ident(schemaname) || '.' end
      || quote_ident(sequencename) as name, last_value as last
    from pg_sequences
    where schemaname in (current_schema(), 'sandbox') and last_value is not null order by name`);
  return rows;
}
