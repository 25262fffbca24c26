// The checks of npm run doctor and npm run upgrade that need the packages.
import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { presentations } from '../server/alerts/kinds.ts';
import { withShopDatabase } from '../server/backup/shop-database.ts';
import { type Config, checkConfig, directUrl } from '../server/config.ts';
import { databaseProblems, notificationProblems } from '../server/db/check-database.ts';
import { isDataDirInUse, lockDataDir } from '../server/db/data-dir.ts';
import { type Database, openDatabase } from '../server/db/database.ts';
import { isMigrated } from '../server/db/migrate.ts';
import { createChecks } from '../server/health/checks.ts';
import { commandLine } from '../server/runtime/command-line.ts';
import { openDisk } from '../server/runtime/disk.ts';
import { portProblems } from '../server/runtime/start-checks.ts';
import { explainStartError } from '../server/runtime/start-errors.ts';
import { checkServices } from '../server/settings/settings.ts';

type Level = 'ok' | 'warning' | 'error';
type Result = [Level, string];

const TIMEOUT_MS = 10_000;

/** The checks of settings, machine and services, in the order in which they are shown; with `database` also of the data. */
export async function checkAll({ database }: { database: boolean }): Promise<Result[]> {
  const { config, problems } = checkConfig();
  if (problems.length > 0)
    return [
      ...errors(problems.map(({ line }) => line)),
      ['error', 'Correct the settings; all other checks use them.'],
    ];
  const found: Result[] = [['ok', `Node ${process.versions.node} and valid settings.`]];
  const add = async (work: () => Promise<Result[]>) => {
    found.push(...(await work().catch((error: unknown): Result[] => [['error', explainStartError(error)]])));
  };
  await add(() => checkFolder(config));
  await add(() => checkServer(config));
  let areServicesChecked = false;
  if (database)
    await add(() =>
      checkDatabase(config, async (completed, db) => {
        areServicesChecked = true;
        return listServices(completed, db);
      }),
    );
  if (!areServicesChecked) await add(() => listServices(config, undefined));
  return found;
}

async function listServices(config: Config, db: Database | undefined): Promise<Result[]> {
  const isRunning = await isDataDirInUse(config.dataDir);
  const checks = await checkServices(config, db, { isRunning });
  return checks.map(({ level, text, inTerminal }) => [level, [text, inTerminal].filter(Boolean).join(' ')]);
}

function errors(lines: string[]): Result[] {
  return lines.map((line) => ['error', line]);
}

function orOk(problems: string[], ok: string): Result[] {
  return problems.length > 0 ? errors(problems) : [['ok', ok]];
}

async function checkFolder({ dataDir }: Config): Promise<Result[]> {
  if (!(await stat(dataDir).catch(() => undefined)))
    return [
      [
        'warning',
        `There is no data folder ${dataDir} yet. The first start creates it; if there is one elsewhere, set DATA_DIR.`,
      ],
    ];
  if (!(await isDataDirInUse(dataDir))) await (await lockDataDir(dataDir)).release();
  const disk = openDisk(dataDir);
  const { free, size } = await disk.space();
  const { mode } = await stat(dataDir);
  const problems = [
    !(await disk.isWritable()) &&
      `The data folder ${dataDir} can't be written. Free some space, or give it to the user of the shop: chown -R USER ${dataDir}`,
    // The user of PostgreSQL may enter it, if root runs the shop.
    (mode & 0o067) !== 0 &&
      `Other users of this machine can read ${dataDir}. Close it: chmod -R go-rwx ${dataDir}`,
  ].filter((problem) => problem !== false);
  const space = `${(free / 1e9).toFixed(1)} GB (${Math.floor((100 * free) / size)}%) of its disk are free`;
  return orOk(problems, `The data folder ${dataDir} can be written, and ${space}.`);
}

async function checkServer(config: Config): Promise<Result[]> {
  if (!(await isDataDirInUse(config.dataDir)))
    return orOk(await portProblems(config), `The shop is stopped, and its port ${config.port} is free.`);
  const problem = await findProblemOf(`${config.localUrl}/api/health/ready`);
  return problem
    ? [['error', `The shop runs, but is not ready: ${problem}. Its log says why.`]]
    : [['ok', `The shop is ready at ${config.localUrl}.`]];
}

/** Why an address of the shop does not answer with 200, if it does not. */
async function findProblemOf(url: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return status === 200 ? undefined : `it answers ${status}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message || String(cause) : message;
  }
}

/** The checks of the database, and those of services with the settings in it (`thenServices`). */
async function checkDatabase(
  config: Config,
  thenServices: (config: Config, db: Database) => Promise<Result[]>,
): Promise<Result[]> {
  const url = directUrl(config);
  if (url) {
    const problems = await databaseProblems(config);
    if (problems.length > 0) return errors(problems);
    problems.push(...(await notificationProblems(url)));
    if (problems.length > 0) return errors(problems);
  } else if (!(await stat(config.dataDir).catch(() => undefined))) return [];
  return withShopDatabase(
    async (pool, completed) => {
      const isCurrent = await isMigrated(pool).catch((error: { code?: string }) => {
        if (error.code === '42P01') return undefined;
        throw error;
      });
      if (isCurrent === undefined)
        return [['warning', 'The database is empty. The first start fills it.']] satisfies Result[];
      if (!isCurrent)
        return [
          ['error', `The database is of an earlier version. Upgrade it: ${commandLine('upgrade')}.`],
        ] satisfies Result[];
      const db = openDatabase(pool);
      const results = await checkShop(pool, db, completed);
      return [...results, ...(await thenServices(completed, db))];
    },
    { mustExist: true },
  );
}

async function checkShop(pool: pg.Pool, db: Database, config: Config): Promise<Result[]> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return [
    ['ok', `PostgreSQL ${rows[0]?.server_version} has all migrations.`],
    ...orOk(await listConditions(db, config), 'Space, backups, webhooks, jobs and clock are in order.'),
  ];
}

/** What needs a person now, as the running shop reports it under 'Needs attention'. */
export async function listConditions(db: Database, config: Config): Promise<string[]> {
  const deps = {
    db,
    config,
    disk: openDisk(config.dataDir),
    clock: { now: () => new Date() },
    payments: { name: config.payments.mode },
  };
  const conditions: string[] = [];
  for (const check of createChecks(deps))
    for (const { kind, subjects } of await check()) {
      const { title, explanation } = presentations[kind];
      if (subjects.length > 0) conditions.push(`${title} (${subjects.join(', ')}). ${explanation}`);
    }
  return conditions;
}

if (import.meta.main) {
  const results = await checkAll({ database: true });
  for (const [level, line] of results) console.log(`${level.padEnd(7)}  ${line}`);
  const count = (level: Level) => results.filter((result) => result[0] === level).length;
  console.log(`\nErrors: ${count('error')}, warnings: ${count('warning')}`);
  if (count('error') > 0) process.exitCode = 1;
}
