import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { commandLine } from '../server/runtime/command-line.ts';
import { StartError } from '../server/runtime/start-errors.ts';
import { chownTo, type PostgresHome } from './home.ts';

/** The name of role and database. The role owns only this database; the superuser cannot sign in. */
export const DATABASE = 'haat';
/** The prefix of a cluster's folder until it is complete. */
const UNFINISHED = 'data.new-';

/**
 * Creates the cluster with the role and the database of the shop at the first start. Returns the password of the role.
 * The remains of an interrupted first start are deleted: only a complete cluster gets the name `data`.
 */
export async function ensureCluster(
  home: PostgresHome,
  dataDir: string,
  options: { throwaway: boolean; log: (line: string) => void },
): Promise<{ password: string }> {
  const data = path.join(home.folder, 'data');
  const passwordFile = path.join(dataDir, 'postgres-password');
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    await assertNeverCreated(home, data, passwordFile);
    return { password: await createCluster(home, data, passwordFile, options) };
  }
  await assertSameVersion(home, data);
  const password = await readFile(passwordFile, 'utf8').catch(() => '');
  return { password: password || (await replacePassword(home, data, passwordFile)) };
}

/** Writes the settings at each start, so that they match this version of the shop. `more` replaces some of them. */
export async function writeSettings(
  home: PostgresHome,
  socketFolder: string,
  { throwaway, workers, more }: { throwaway: boolean; workers: number; more: string },
) {
  const data = path.join(home.folder, 'data');
  const text = `${settings(socketFolder, throwaway, workers)}${more}`;
  await writeOwned(home, path.join(data, 'postgresql.conf'), text);
  await writeOwned(home, path.join(data, 'pg_hba.conf'), 'local all all scram-sha-256\n');
}

async function createCluster(
  home: PostgresHome,
  data: string,
  passwordFile: string,
  { throwaway, log }: { throwaway: boolean; log: (line: string) => void },
) {
  log('Creating the database');
  const password = randomBytes(24).toString('base64url');
  const unfinished = path.join(home.folder, `${UNFINISHED}${randomBytes(3).toString('hex')}`);
  // A password file without a cluster means that the database is missing (assertNeverCreated).
  await rm(passwordFile, { force: true });
  await removeUnfinished(home.folder);
  await initdb(home, unfinished, throwaway);
  await runSingleUser(home, unfinished, [
    'CREATE EXTENSION pg_trgm',
    `CREATE ROLE ${DATABASE} LOGIN ${throwaway ? 'CREATEDB' : ''} PASSWORD '${password}'`,
    `CREATE DATABASE ${DATABASE} OWNER ${DATABASE}`,
    ...(throwaway ? [`GRANT SET ON PARAMETER session_replication_role TO ${DATABASE}`] : []),
  ]);
  await writeFile(passwordFile, password, { mode: 0o600 });
  await rename(unfinished, data);
  return password;
}

/** Prevents that a damaged or missing database is replaced by an empty one. */
async function assertNeverCreated(home: PostgresHome, data: string, passwordFile: string) {
  const isUnfinished = (await readdir(home.folder)).some((name) => name.startsWith(UNFINISHED));
  const problem = existsSync(data)
    ? `The database in ${data} is damaged: its file PG_VERSION is missing.`
    : existsSync(passwordFile) && !isUnfinished && `The database in ${data} is missing.`;
  if (!problem) return;
  throw new StartError(
    `${problem} Nothing was changed. Restore a backup into an empty data folder (${commandLine('restore')}), or set DATA_DIR to another folder to start with an empty shop.`,
  );
}

/** The initdb of a killed start may still be writing, so each attempt has its own folder. */
async function removeUnfinished(folder: string) {
  for (const name of await readdir(folder)) {
    if (name.startsWith(UNFINISHED)) {
      await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    }
  }
}

async function initdb(home: PostgresHome, folder: string, throwaway: boolean) {
  const options = [
    '-D',
    folder,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '-A',
    'reject',
    '--data-checksums',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(throwaway ? ['--no-sync'] : []),
  ];
  // pg_trgm uses the locale of the C library; without C.UTF-8 it finds only ASCII letters.
  const first = await run(home, home.initdb, [...options, '--locale=C.UTF-8'], '');
  if (first.code === 0) return;
  await rm(folder, { recursive: true, force: true });
  const second = await run(home, home.initdb, [...options, '--locale=C'], '');
  if (second.code !== 0)
    throw new StartError(`The database can't be created in ${folder}:\n${second.output}`);
}

async function replacePassword(home: PostgresHome, data: string, passwordFile: string) {
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${passwordFile}.new`, password, { mode: 0o600 });
  await runSingleUser(home, data, [`ALTER ROLE ${DATABASE} PASSWORD '${password}'`]);
  await rename(`${passwordFile}.new`, passwordFile);
  return password;
}

/** Lets the role of the shop start and stop base backups. No server runs on the cluster. */
export const allowBaseBackups = (home: PostgresHome) =>
  runSingleUser(
    home,
    path.join(home.folder, 'data'),
    [
      `GRANT EXECUTE ON FUNCTION pg_backup_start(text, boolean) TO ${DATABASE}`,
      `GRANT EXECUTE ON FUNCTION pg_backup_stop(boolean) TO ${DATABASE}`,
    ],
    DATABASE,
  );

/** Runs statements as the superuser while no server runs on the cluster. */
async function runSingleUser(home: PostgresHome, data: string, statements: string[], database = 'template1') {
  const script = statements.map((statement) => `${statement}\n`).join('');
  const { code, output } = await run(home, home.postgres, ['--single', '-D', data, database], script);
  if (code !== 0 || /^.*\b(ERROR|FATAL|PANIC):/m.test(output)) {
    throw new StartError(
      `The database can't be set up:\n${output.replace(/PASSWORD '[^']*'/g, 'PASSWORD …')}`,
    );
  }
}

async function run({ user }: PostgresHome, command: string, args: string[], input: string) {
  const child = spawn(command, args, { ...user, cwd: '/', env: serverEnvironment() });
  child.stdin.on('error', () => {}).end(input);
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const [output] = await Promise.all([outputs, once(child, 'close')]);
  return { code: child.exitCode, output: output.join('') };
}

async function assertSameVersion(home: PostgresHome, data: string) {
  const created = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  const { output } = await run(home, home.postgres, ['--version'], '');
  const installed = output.match(/(\d+)\.\d+/)?.[1];
  if (created === installed) return;
  throw new StartError(
    `The database in ${data} was created by PostgreSQL ${created}, but this Haat contains PostgreSQL ${installed}. Start the Haat that created it, or set DATABASE_URL.`,
  );
}

/** The environment of the server, without PG… variables. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

async function writeOwned({ user }: PostgresHome, file: string, content: string) {
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  await chownTo(user, `${file}.new`);
  await rename(`${file}.new`, file);
}

function settings(socketFolder: string, throwaway: boolean, workers: number) {
  const durable = throwaway ? 'off' : 'on';
  return `# Written by Haat at each start. Put your own settings into local.conf, one folder up.
listen_addresses = ''
unix_socket_directories = '${socketFolder.replaceAll("'", "''")}'
unix_socket_permissions = 0700
max_connections = ${throwaway ? 200 : 35 + 25 * workers}
shared_buffers = 128MB
effective_cache_size = 512MB
work_mem = 8MB
maintenance_work_mem = 64MB
wal_level = replica
max_wal_size = 512MB
fsync = ${durable}
full_page_writes = ${durable}
synchronous_commit = on
random_page_cost = 1.1
jit = off
autovacuum = ${throwaway ? 'off' : 'on'}
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
password_encryption = 'scram-sha-256'
idle_in_transaction_session_timeout = '60s'
log_line_prefix = '%m [%p] '
log_statement = 'none'
log_error_verbosity = 'terse'
log_checkpoints = off
include_if_exists = '../local.conf'
`;
}
