import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { type Config, readConfig } from '../server/config.ts';
import { lockDataDir } from '../server/db/data-dir.ts';
import { openPool } from '../server/db/database.ts';
import { StartError } from '../server/start-errors.ts';

export const migrations = path.join(import.meta.dirname, '..', 'migrations');

/**
 * Works on the database of the configured shop: that of a running shop where there is one, beside it; else the
 * shop's own PostgreSQL is started for the moment. `mustExist` refuses a data folder that holds no shop.
 */
export async function withShopDatabase<T>(
  work: (pool: pg.Pool, config: Config) => Promise<T>,
  { mustExist = false } = {},
): Promise<T> {
  const config = readConfig();
  const onUrl = async (url: string) => {
    const pool = openPool(url, 2);
    return work(pool, config).finally(() => pool.end());
  };
  if (config.databaseUrl) return onUrl(config.databaseUrl);
  const running = await runningDatabase(config.dataDir);
  if (running) return onUrl(running);
  if (mustExist && !existsSync(path.join(config.dataDir, 'postgres', 'data', 'PG_VERSION'))) {
    throw new StartError(`There is no shop in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`);
  }
  const lock = await lockDataDir(config.dataDir);
  try {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} });
    return await onUrl(server.url).finally(() => server.stop());
  } finally {
    await lock.release();
  }
}

/** The fifth line of PostgreSQL's own note says in which folder it listens. */
async function runningDatabase(dataDir: string): Promise<string | undefined> {
  const read = (...names: string[]) => readFile(path.join(dataDir, ...names), 'utf8').catch(() => '');
  const note = await read('postgres', 'data', 'postmaster.pid');
  const password = await read('postgres-password');
  const socketFolder = note.split('\n')[4];
  if (!socketFolder || !password) return undefined;
  const url = `postgres://haat:${password}@localhost/haat?host=${encodeURIComponent(socketFolder)}`;
  const pool = openPool(url, 1);
  const answers = await pool.query('select 1').then(
    () => true,
    () => false,
  );
  await pool.end();
  return answers ? url : undefined;
}
