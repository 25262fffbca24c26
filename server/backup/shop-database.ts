import { constants, existsSync } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../postgres/embedded.ts';
import { addressOf } from '../../postgres/moved.ts';
import { type Config, checkConfig, directUrl } from '../config.ts';
import { lockDataDir } from '../db/data-dir.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { isMigrated } from '../db/migrate.ts';
import { createFileStore } from '../media/files.ts';
import type { AuditFinding } from '../reports/audit.ts';
import { adviceFor, StartError } from '../runtime/start-errors.ts';
import { addStoredSettings } from '../settings/settings.ts';

/** The settings that commands use. Others may be wrong in the shell of a command, such as a PORT of another program. */
const used =
  /^(DATA_DIR|(DIRECT_)?DATABASE_URL|WAL_ARCHIVE|SECRETS_KEY(_PREVIOUS)?|CRASH_AT|(BACKUP_)?S3_(BUCKET|REGION|ENDPOINT|(SECRET_)?ACCESS_KEY(_ID)?))$/;

/** Reads the settings for a command. Throws a StartError for those that it uses and that are invalid. */
export function readShopConfig(): Config {
  const { config, problems } = checkConfig();
  const lines = problems.flatMap(({ setting, line }) => (used.test(setting) ? [`  ${line}`] : []));
  if (lines.length > 0) throw new StartError(['These settings are wrong:', ...lines].join('\n'));
  return config;
}

/**
 * Runs `work` on the database of the configured shop. If the shop is not running, its embedded PostgreSQL is started
 * for this time. With `mustExist`, a data folder without a shop is an error.
 */
export async function withShopDatabase<T>(
  work: (pool: pg.Pool, config: Config) => Promise<T>,
  { mustExist = false } = {},
): Promise<T> {
  const config = readShopConfig();
  const onUrl = async (url: string) => {
    const pool = openPool(url, 2);
    try {
      await addToCommand(pool, config);
      return await work(pool, config);
    } finally {
      await pool.end();
    }
  };
  const url = directUrl(config);
  if (url) return onUrl(url);
  await assertMayEnter(config.dataDir);
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

/** Completes the settings of a command with those that were entered in the back office. */
async function addToCommand(pool: pg.Pool, config: Config): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select to_regclass('stored_settings') is not null as found",
  );
  if (!rows[0]?.found) return;
  await addStoredSettings({ config, db: openDatabase(pool), files: createFileStore(config) }).catch(
    (error: unknown) => {
      // A backup of the database needs none of them.
      if (!(error instanceof StartError)) throw error;
      process.stderr.write(`${error.message}\n`);
    },
  );
}

/** Throws a StartError if this user may not read the data folder. */
async function assertMayEnter(dataDir: string): Promise<void> {
  const enter = async () => {
    await readdir(dataDir);
    await access(dataDir, constants.X_OK);
  };
  await enter().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT')
      throw new StartError(`The data folder ${dataDir} can't be read: ${error.message}. ${adviceFor(error)}`);
  });
}

/** Line 5 of postmaster.pid is the socket folder of the running server. Without these files none runs. */
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

/** Whether the shop has the migrations of this version. Throws a StartError if this is the database of something else. */
export async function isCurrentShop(pool: pg.Pool, config: Config): Promise<boolean> {
  const url = directUrl(config);
  await pool.query('select checksum from schema_migrations limit 1').catch((error: { code?: string }) => {
    // The table is missing, or that of another program.
    if (error.code !== '42P01' && error.code !== '42703') throw error;
    throw new StartError(
      url
        ? `The database ${addressOf(url)} has no shop. Correct DATABASE_URL, or remove it if the shop has its own PostgreSQL.`
        : `The database in ${config.dataDir} is empty: the first start did not finish. Start the shop.`,
    );
  });
  return isMigrated(pool);
}

/** Prints the findings of an audit, and its result with `remark` behind it. */
export function printFindings(findings: AuditFinding[], remark = ''): void {
  for (const { check, problem } of findings) print(`${check}: ${problem}`);
  const verdict = findings.length === 0 ? 'The audit found no problems' : 'The audit found problems';
  print(`${verdict}${remark}.`);
}

/** Prints a line for the person who runs a command. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
