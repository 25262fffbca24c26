import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { StartError } from '../runtime/start-errors.ts';
import type { Trx } from './database.ts';

/** The SQL files of the schema. */
const migrations = path.join(import.meta.dirname, '..', '..', 'migrations');

/**
 * Version 0.3.0 had the schema of 0001 and 0002 in many migrations: its version, the first of them, and the SHA-256 of
 * the names and checksums of all. Can be deleted when no shop has that version any more.
 */
const former = {
  version: '0.3.0',
  first: '0001_catalogue.sql',
  sha256: 'f2f7131ce8ce303343460a3a4fdf2e263aba6ae7e95aa0f9f06e42b79e15457c',
};

/** An arbitrary number, the same in every process, so that only one migrates at a time. */
const lockKey = 4242_1947;

/**
 * Applies the migrations that are not applied yet, in the order of their names, each in its own
 * transaction. Returns their names. Throws if a file was edited after it was applied, and a StartError if the data is of
 * a version that this one can't upgrade. `isIncluded` limits which files are applied.
 */
export async function migrate(
  pool: pg.Pool,
  isIncluded: (name: string) => boolean = () => true,
): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<AppliedMigration>('select name, checksum from schema_migrations');
    const known = await replaceFormer(rows);
    if (known !== rows) await client.query(recordsInstead(known));
    for (const migration of await listMissing(known)) {
      if (!isIncluded(migration.name)) continue;
      await client.query('begin');
      try {
        await client.query(migration.text);
        await client.query(recordOf(migration));
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw nameIn(error, migration);
      }
      applied.push(migration.name);
    }
  } finally {
    // A session that has ended has no locks.
    await client.query('select pg_advisory_unlock_all()').catch(() => {});
    client.release(true);
  }
  return applied;
}

/**
 * Applies the missing migrations to the database of a stopped shop in this transaction, so that all of them can be
 * undone together. Returns their names. Throws like `migrate`.
 */
export async function migrateIn(trx: Trx): Promise<string[]> {
  const run = <Row>(text: string) => trx.executeQuery<Row>(CompiledQuery.raw(text));
  await run(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    select pg_advisory_xact_lock(${lockKey})`);
  const { rows } = await run<AppliedMigration>('select name, checksum from schema_migrations');
  const known = await replaceFormer(rows);
  if (known !== rows) await run(recordsInstead(known));
  const missing = await listMissing(known);
  for (const migration of missing) {
    try {
      await run(migration.text);
      // A table whose deferred checks wait can't be altered by the next migration.
      await run('set constraints all immediate');
      await run(recordOf(migration));
    } catch (error) {
      throw nameIn(error, migration);
    }
  }
  return missing.map(({ name }) => name);
}

type AppliedMigration = { name: string; checksum: string };

/**
 * The applied migrations, those of version 0.3.0 replaced by the files with the same schema. Throws a StartError if the
 * data is of an earlier version.
 */
export async function replaceFormer(applied: AppliedMigration[]): Promise<AppliedMigration[]> {
  if (!applied.some(({ name }) => name === former.first)) return applied;
  const records = applied.map(({ name, checksum }) => `${name} ${checksum}\n`).sort();
  if (sha256(records.join('')) !== former.sha256)
    throw new StartError(
      `The data is of a version before ${former.version}: start version ${former.version} first, which upgrades it.`,
    );
  return (await listMigrations()).slice(0, 2);
}

/** Records these migrations instead of all others, with the time of the first one. */
const recordsInstead = (migrations: AppliedMigration[]) => `
  with former as (delete from schema_migrations returning applied_at)
  insert into schema_migrations (name, checksum, applied_at)
  select name, checksum, (select min(applied_at) from former)
  from (values ${migrations.map(valuesOf).join(', ')}) migrations (name, checksum)`;

/** Throws if a file was edited after it was applied. */
async function listMissing(applied: AppliedMigration[]) {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const migrations = await listMigrations();
  const changed = migrations.find(
    ({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum,
  );
  if (changed) throw new Error(`Migration ${changed.name} was changed after it was applied`);
  return migrations.filter(({ name }) => !checksums.has(name));
}

/** The same error, whose message begins with the migration. */
function nameIn(error: unknown, { name }: AppliedMigration): unknown {
  if (error instanceof Error) error.message = `Migration ${name}: ${error.message}`;
  return error;
}

const recordOf = (migration: AppliedMigration) =>
  `insert into schema_migrations (name, checksum) values ${valuesOf(migration)}`;

const valuesOf = ({ name, checksum }: AppliedMigration) =>
  `(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(checksum)})`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Whether every migration is applied: part of readiness. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const files = await migrationFiles();
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from schema_migrations where name = any($1)',
    [files],
  );
  return rows[0]?.n === files.length;
}

/** The migrations in the order of their names; a database stores the checksum of each applied one. */
export async function listMigrations() {
  return Promise.all(
    (await migrationFiles()).map(async (name) => {
      const text = await readFile(path.join(migrations, name), 'utf8');
      return { name, text, checksum: sha256(text) };
    }),
  );
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
}
