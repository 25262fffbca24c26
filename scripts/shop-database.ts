import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { type Config, directUrl, readConfig } from '../server/config.ts';
import { lockDataDir } from '../server/db/data-dir.ts';
import { openPool } from '../server/db/database.ts';
import type { AuditFinding } from '../server/reports/audit.ts';
import { StartError } from '../server/start-errors.ts';

/**
 * Runs `work` on the database of the configured shop. If the shop is not running, its embedded PostgreSQL is started
 * for this time. With `mustExist`, a data folder without a shop is an error.
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
  const url = directUrl(config);
  if (url) return onUrl(url);
  const running = await runningDatabase(config.dataDir);
  if (running) return onUrl(running);
  if (mustExist && !existsSync(path.join(config.dataDir, 'postgres', 'data', 'PG_VERSION'))) {
    throw new StartError(`There is no shop in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`);
  }
  const lock = await lockDataDir(config.dataDir);
  try {
    const server = await startEmbeddedPostgres({ ...config, log: () => {} });
    return await onUrl(server.url).finally(() => server.stop());
  } finally {
    await lock.release();
  }
}

/** Line 5 of postmaster.pid is the socket folder of the running server. */
async function runningDatabase(dataDir: string): Promise<string | undefined> {
  const read = (...names: string[]) => readFile(path.join(dataDir, ...names), 'utf8').catch(() => '');
  const pidFile = await read('postgres', 'data', 'postmaster.pid');
  const password = await read('postgres-password');
  const socketFolder = pidFile.split('\n')[4];
  if (!socketFolder || !password) return undefined;
  const url = `postgres://haat:${password}@localhost/haat?host=${encodeURIComponent(socketFolder)}`;
  const pool = openPool(url, 1);
  const isRunning = await pool.query('select 1').then(
    () => true,
    () => false,
  );
  await pool.end();
  return isRunning ? url : undefined;
}

/** Prints the findings of an audit, and its result with `remark` behind it. */
export function printFindings(findings: AuditFinding[], remark = ''): void {
  for (const { check, problem } of findings) console.log(`${check}: ${problem}`);
  const verdict = findings.length === 0 ? 'The audit found no problems' : 'The audit found problems';
  console.log(`${verdict}${remark}.`);
}
