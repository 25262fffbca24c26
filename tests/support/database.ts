import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A migrated, empty database of the caller's own. Close every pool on it before drop(). */
export async function createTestDatabase(template = 'template_database'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('databaseServer'));
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      try {
        await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
      } catch (error) {
        // FORCE may not end a vacuum that happens to run; a plain drop asks it to stop, and waits.
        if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error;
        await onServer(`DROP DATABASE ${name}`);
      }
    },
  };
}

/** A database as a release before this migration left it, and the upgrade to the present one. */
export async function createDatabaseBefore(migration: string) {
  const folder = path.resolve('migrations');
  const database = await createTestDatabase('template1');
  const pool = openPool(database.url, 2);
  const earlier = await mkdtemp(path.join(tmpdir(), 'haat-migrations-'));
  for (const file of await readdir(folder)) {
    if (file < migration) await cp(path.join(folder, file), path.join(earlier, file));
  }
  await migrate(pool, earlier);
  await rm(earlier, { recursive: true });
  return {
    query: async (sql: string, values?: unknown[]) => (await pool.query(sql, values)).rows,
    upgrade: () => migrate(pool, folder),
    async drop() {
      await pool.end();
      // Without FORCE: a connection may still be closing, and one that is ended from outside is an error to its client.
      await onServer(`DROP DATABASE ${new URL(database.url).pathname.slice(1)}`);
    },
  };
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
