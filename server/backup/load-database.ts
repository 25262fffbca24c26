import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../db/database.ts';
import { listMigrations, migrate, replaceFormer } from '../db/migrate.ts';
import { type PendingJob, startJobs } from '../jobs/jobs.ts';
import { commandLine } from '../runtime/command-line.ts';
import type { Log } from '../runtime/log.ts';
import { StartError } from '../runtime/start-errors.ts';
import { JOBS, sessionSettings, shopTables } from './dump-database.ts';
import type { DatabaseDump } from './manifest.ts';
import { hasUnfinishedRestore } from './queries.ts';

/** Whether the database has tables of its own; those of extensions do not count. */
export async function hasTables(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean }>(`
    select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as yes`);
  return rows[0]?.yes ?? false;
}

/** Throws a StartError if a restore of this database, or a move to it, began and did not finish. */
export async function assertRestoreFinished(db: Database): Promise<void> {
  if (await hasUnfinishedRestore(db))
    throw new StartError(
      `A restore of this database (${commandLine('restore')} or ${commandLine('move')}) did not finish, so it may lack orders. Empty the database and DATA_DIR, then restore again.`,
    );
}

/** Whether a shop, or its job queue, has a connection to this database. */
export async function isInUse(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean }>(`
    select exists (select from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and application_name in ('haat', 'pgboss')) as yes`);
  return rows[0]?.yes ?? false;
}

/** Throws a StartError if the data is of a later version of the shop, or of one that this version can't upgrade. */
export async function assertKnownMigrations({ migrations }: Pick<DatabaseDump, 'migrations'>): Promise<void> {
  const known = new Map((await listMigrations()).map(({ name, checksum }) => [name, checksum]));
  const unknown = (await replaceFormer(migrations)).find(
    ({ name, checksum }) => known.get(name) !== checksum,
  );
  if (unknown)
    throw new StartError(
      `The data is of another version of the shop (migration ${unknown.name}). Use that version, or a later one.`,
    );
}

/**
 * Fills an empty database from the dump in `folder`: the migrations of the dump, its rows, then newer migrations.
 * The rows come in one transaction. Throws if a row breaks a constraint or the number of rows differs, and a StartError
 * before any change if the dump was made by a later version of the shop.
 */
export async function loadDatabase(pool: pg.Pool, dump: DatabaseDump, folder: string): Promise<void> {
  await loadAsDumped(pool, dump, folder);
  await migrate(pool);
  const client = await pool.connect();
  try {
    await client.query(sessionSettings);
    await client.query('analyze');
  } finally {
    client.release(true);
  }
}

/** The same without newer migrations. */
export async function loadAsDumped(pool: pg.Pool, dump: DatabaseDump, folder: string): Promise<void> {
  await assertKnownMigrations(dump);
  const applied = new Set((await replaceFormer(dump.migrations)).map(({ name }) => name));
  await migrate(pool, (name) => applied.has(name));
  const client = await pool.connect();
  try {
    await client.query(sessionSettings);
    await client.query('begin');
    await loadRows(client, dump, folder);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

/**
 * Without foreign keys and triggers, so that the order of the tables does not matter and no trigger changes what was
 * stored. The owner of the tables may do so; the foreign keys check all rows when they are added again.
 */
async function loadRows(client: pg.ClientBase, { tables, sequences }: DatabaseDump, folder: string) {
  const { rows: existing } = await client.query<{ name: string }>(shopTables);
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(`
    select t.name as "table", quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
    from (${shopTables}) t join pg_constraint k on k.conrelid = t.oid where contype = 'f' order by 1, 2`);
  const names = existing.map(({ name }) => name);
  const foreign = tables.find(({ name }) => !names.includes(name));
  if (foreign) throw new StartError(`The table ${foreign.name} is not one of the shop.`);
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Migrations may have created rows.
  await client.query(`truncate ${names.join(', ')}`);
  for (const { name, columns, rows, file } of tables) {
    const target = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
    await pipeline(createReadStream(path.join(folder, file)), target);
    if (target.rowCount !== rows)
      throw new Error(`The table ${name} has ${target.rowCount} rows instead of ${rows}`);
  }
  for (const { name, last } of sequences) await client.query('select setval($1, $2)', [name, last]);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
}

/** Enqueues the jobs of the dump in `folder` that had not finished. */
export async function loadJobs(url: string, folder: string, log: Log): Promise<void> {
  const pending: PendingJob[] = JSON.parse(await readFile(path.join(folder, JOBS), 'utf8'));
  if (pending.length === 0) return;
  const queue = await startJobs(url, log);
  await queue.enqueueAll(pending).finally(queue.stop);
}
