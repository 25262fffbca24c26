import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../postgres/embedded.ts';
import { removeDataDir } from '../../postgres/home.ts';
import { migrate } from '../../server/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's PostgreSQL; createTestDatabase() clones `template_database` there. */
    databaseServer: string;
  }
}

/** Starts one PostgreSQL for the test run, with a migrated database that each test file clones. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-test-'));
  // If the user is root, PostgreSQL runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
  await makeTemplate(server.url);
  project.provide('databaseServer', server.url);
  return async () => {
    await server.stop();
    await removeDataDir(dataDir);
  };
}

async function makeTemplate(url: string) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('CREATE DATABASE template_database');
  await admin.end();
  const target = new URL(url);
  target.pathname = '/template_database';
  const pool = new pg.Pool({ connectionString: target.href, max: 2 });
  await migrate(pool);
  await pool.end();
}
