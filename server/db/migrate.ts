import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

/** The SQL files of the schema. */
const migrations = path.join(import.meta.dirname, '..', '..', 'migrations');

/** An arbitrary number, the same in every process, so that only one migrates at a time. */
const lockKey = 4242_1947;

/**
 * Applies the migrations that are not applied yet, in the order of their names, each in its own
 * transaction. Returns their names. Throws if a file was edited after it was applied.
 * `isIncluded` limits which files are applied.
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
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const checksums = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const { name, text, checksum } of await listMigrations()) {
      if (!isIncluded(name)) continue;
      if (checksums.has(name)) {
        if (checksums.get(name) !== checksum)
          throw new Error(`Migration ${name} was changed after it was applied`);
        continue;
      }
      await client.query('begin');
      try {
        await client.query(text);
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
          name,
          checksum,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      applied.push(name);
    }
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {});
    client.release(true);
  }
  return applied;
}

/** Whether every migration is applied: part of readiness. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const files = await migrationFiles();
  const { rows } = await pool.query<{ n: string }>('select count(*)::int as n from schema_migrations');
  return Number(rows[0]?.n ?? 0) >= files.length;
}

/** The migrations in the order of their names; a database stores the checksum of each applied one. */
export async function listMigrations() {
  return Promise.all(
    (await migrationFiles()).map(async (name) => {
      const text = await readFile(path.join(migrations, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
}
