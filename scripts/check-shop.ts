// The checks of npm run doctor and npm run upgrade that need the packages.
import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { presentations } from '../server/alerts/kinds.ts';
import { findLastBackup } from '../server/backup/last-backup.ts';
import { withShopDatabase } from '../server/backup/shop-database.ts';
import { type Config, checkConfig, directUrl } from '../server/config.ts';
import { databaseProblems, notificationProblems } from '../server/db/check-database.ts';
import { isDataDirInUse, lockDataDir } from '../server/db/data-dir.ts';
import { type Database, openDatabase } from '../server/db/database.ts';
import { isMigrated } from '../server/db/migrate.ts';
import { createChecks } from '../server/health/checks.ts';
import { verifyMailServer } from '../server/mail/send.ts';
import { bucketProblems } from '../server/media/files.ts';
import { findLastWebhookTime } from '../server/payments/webhook-queries.ts';
import { createProvider } from '../server/provider/client.ts';
import { ProviderError } from '../server/provider/provider-error.ts';
import { commandLine } from '../server/runtime/command-line.ts';
import { openDisk } from '../server/runtime/disk.ts';
import { portProblems } from '../server/runtime/start-checks.ts';
import { explainStartError } from '../server/runtime/start-errors.ts';

type Level = 'ok' | 'warning' | 'error';
type Result = [Level, string];

const TIMEOUT_MS = 10_000;

type Check = (config: Config) => Promise<Result[]>;

/** The checks of settings, machine and services, in the order in which they are shown; of the database if it is given. */
export async function checkAll(checkDatabase: Check = async () => []): Promise<Result[]> {
  const { config, problems } = checkConfig();
  if (problems.length > 0)
    return [
      ...errors(problems.map(({ line }) => line)),
      ['error', 'Correct the settings; all other checks use them.'],
    ];
  const checks = [
    checkFolder,
    checkServer,
    checkAddress,
    checkDatabase,
    checkFiles,
    checkPayments,
    checkMail,
  ];
  const found: Result[] = [['ok', `Node ${process.versions.node} and valid settings.`]];
  for (const check of checks)
    found.push(
      ...(await check(config).catch((error: unknown): Result[] => [['error', explainStartError(error)]])),
    );
  return found;
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

async function checkAddress({ publicUrl, trustProxy, dataDir, payments }: Config): Promise<Result[]> {
  const { protocol, hostname } = new URL(publicUrl);
  if (['localhost', '127.0.0.1'].includes(hostname))
    return [
      [
        'warning',
        `PUBLIC_URL is ${publicUrl}, so links in mails lead to this machine only. Set it to the address of the shop, or DOMAIN with containers.`,
      ],
    ];
  const found: Result[] = [];
  if (protocol !== 'https:') {
    const level = payments.mode === 'razorpay' && !payments.test ? 'error' : 'warning';
    found.push([
      level,
      `PUBLIC_URL ${publicUrl} has no HTTPS. Put a proxy with a certificate in front, and begin PUBLIC_URL with https://.`,
    ]);
  } else if (trustProxy.length === 0)
    found.push([
      'warning',
      'TRUST_PROXY is not set, so all visitors share one limit. Set it to the address of the HTTPS proxy, such as 127.0.0.1.',
    ]);
  if (!(await isDataDirInUse(dataDir))) return found;
  const problem = await findProblemOf(`${publicUrl}/api/health/live`);
  return [
    ...found,
    problem
      ? [
          'error',
          `PUBLIC_URL ${publicUrl} can't be opened from here: ${problem}. Check the name (DNS), the proxy and its certificate.`,
        ]
      : ['ok', `PUBLIC_URL ${publicUrl} leads to the shop.`],
  ];
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

/** For `npm run doctor`. */
async function checkDatabase(config: Config): Promise<Result[]> {
  const url = directUrl(config);
  if (url) {
    const problems = await databaseProblems(config);
    if (problems.length > 0) return errors(problems);
    problems.push(...(await notificationProblems(url)));
    if (problems.length > 0) return errors(problems);
  } else if (!(await stat(config.dataDir).catch(() => undefined))) return [];
  return withShopDatabase((pool) => checkShop(pool, config), { mustExist: true });
}

async function checkShop(pool: pg.Pool, config: Config): Promise<Result[]> {
  const isCurrent = await isMigrated(pool).catch((error: { code?: string }) => {
    if (error.code === '42P01') return undefined;
    throw error;
  });
  if (isCurrent === undefined) return [['warning', 'The database is empty. The first start fills it.']];
  if (!isCurrent)
    return [['error', `The database is of an earlier version. Upgrade it: ${commandLine('upgrade')}.`]];
  const { server_version } =
    (await pool.query<{ server_version: string }>('show server_version')).rows[0] ?? {};
  const db = openDatabase(pool);
  return [
    ['ok', `PostgreSQL ${server_version} has all migrations.`],
    ...orOk(await listConditions(db, config), 'Space, backups, webhooks, jobs and clock are in order.'),
    ...(await checkBackups(config)),
    ...(config.payments.mode === 'razorpay' && !(await findLastWebhookTime(db))
      ? ([
          [
            'warning',
            `No webhook of Razorpay has arrived yet. On its dashboard, add ${config.publicUrl}/api/razorpay/webhook (docs/going-live.md).`,
          ],
        ] satisfies Result[])
      : []),
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

async function checkBackups(config: Config): Promise<Result[]> {
  const last = await findLastBackup(config);
  return last
    ? [['ok', `The last good backup is of ${last.at}: ${last.file}`]]
    : [['warning', `There is no backup yet. Make one: ${commandLine('backup')}`]];
}

async function checkFiles({ s3 }: Config): Promise<Result[]> {
  return s3 ? orOk(await bucketProblems(s3), `The bucket ${s3.bucket} can be used.`) : [];
}

async function checkPayments({ payments }: Config): Promise<Result[]> {
  if (payments.mode === 'sandbox')
    return [
      ['warning', 'Payments are in test mode: nobody pays. Set the keys of Razorpay (docs/going-live.md).'],
    ];
  try {
    await createProvider(payments).listReceived(new Date());
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { title, explanation } = presentations['keys-refused'];
    return errors([
      error.kind === 'unauthorised'
        ? `${title}. ${explanation}`
        : `${error.message}. Check the connection to ${payments.apiUrl}.`,
    ]);
  }
  return payments.test
    ? [['warning', 'Razorpay accepts the keys, but they are test keys: nobody pays.']]
    : [['ok', 'Razorpay accepts the keys.']];
}

async function checkMail({ smtpUrl, dataDir }: Config): Promise<Result[]> {
  if (!smtpUrl)
    return [['warning', `SMTP_URL is not set, so mails are written to ${dataDir}/mail and sent to nobody.`]];
  return verifyMailServer(smtpUrl).then(
    () => [['ok', 'The mail server accepts the sign-in.']],
    (error: Error) =>
      errors([
        `The mail server of SMTP_URL can't be used: ${error.message}. Check its host, port, user and password.`,
      ]),
  );
}

if (import.meta.main) {
  const results = await checkAll(checkDatabase);
  for (const [level, line] of results) console.log(`${level.padEnd(7)}  ${line}`);
  const count = (level: Level) => results.filter((result) => result[0] === level).length;
  console.log(`\nErrors: ${count('error')}, warnings: ${count('warning')}`);
  if (count('error') > 0) process.exitCode = 1;
}
