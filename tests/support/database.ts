import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = {
  url: string;
  /** Moves the clock of the database, which statements read as now(). */
  advance(minutes: number): Promise<void>;
  resetClock(): Promise<void>;
  drop(): Promise<void>;
};

/** Creates a migrated, empty database. Close every pool on it before drop(). */
export async function createTestDatabase(template = 'template_database'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('databaseServer'));
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  url.pathname = `/${name}`;
  // A function public.now() takes the place of the built-in one.
  await onServer(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
  let ahead = 0;
  const setClock = () =>
    query(
      url.href,
      `CREATE OR REPLACE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
        AS $$ SELECT pg_catalog.now() + interval '${ahead} minutes' $$`,
    );
  // Now, because a prepared statement keeps the function that its first parsing found.
  await setClock();
  return {
    url: url.href,
    async advance(minutes) {
      ahead += minutes;
      await setClock();
    },
    async resetClock() {
      if (ahead === 0) return;
      ahead = 0;
      await setClock();
    },
    async drop() {
      try {
        await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
      } catch (error) {
        // FORCE can't end a running vacuum; a plain drop requests its end and waits.
        if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error;
        await onServer(`DROP DATABASE ${name}`);
      }
    },
  };
}

const onServer = (statement: string) => query(inject('databaseServer'), statement);

async function query(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
