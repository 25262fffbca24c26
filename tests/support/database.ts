import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A migrated, empty database of the caller's own. Close every pool on it before drop(). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('databaseServer'));
  await onServer(`CREATE DATABASE ${name} TEMPLATE template_database STRATEGY FILE_COPY`);
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

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
