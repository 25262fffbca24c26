import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { removeDataDir } from '../../postgres/home.ts';
import { makeBackup } from '../../server/backup/backup.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { openPool } from '../../server/db/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { TestShop } from './shop.ts';

const databases: TestDatabase[] = [];
const folders: string[] = [];

/** Deletes the folders and databases that these functions have created; for `afterAll`. */
export async function removePlaces(): Promise<void> {
  for (const database of databases.splice(0)) await database.drop();
  for (const folder of folders.splice(0)) await removeDataDir(folder);
}

export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-backup-'));
  // Root's PostgreSQL is another user, who must be able to enter.
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** The address of an empty database. */
export async function emptyDatabase(): Promise<string> {
  const database = await createTestDatabase('template1');
  databases.push(database);
  return database.url;
}

/** An empty folder and an empty database to restore to. */
export async function emptyPlace(): Promise<Config & { databaseUrl: string }> {
  const databaseUrl = await emptyDatabase();
  return { ...readConfig({ DATA_DIR: await emptyFolder() }), databaseUrl };
}

async function scratch<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool(await emptyDatabase(), 2);
  return work(pool).finally(() => pool.end());
}

/** Makes a backup of a shop, in an empty folder unless a target is given. */
export async function backUp(
  shop: TestShop,
  { pool = openPool(shop.databaseUrl, 2), config = shop.deps.config, target = '' } = {},
) {
  const request = { pool, config, target: target || (await emptyFolder()), scratch, say: () => {} };
  return makeBackup(request).finally(() => pool.end());
}

/** Runs a script as npm does, in the folder of a version. `code` is null if it was killed. */
export async function runScript(name: string, args: string[], env: Record<string, string>, root = '.') {
  const child = spawn(process.execPath, [path.resolve(root, `scripts/${name}.ts`), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output: output.join(''), errors: errors.join('') };
}

export async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  return client
    .query<T>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
