// Makes further admins and resets the password of one, beside a running shop or without it:
//   npm run admin -- add you@example.in
//   npm run admin -- reset you@example.in
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { addAdmin, resetAdmin } from '../server/accounts/accounts.ts';
import { readConfig } from '../server/config.ts';
import { lockDataDir } from '../server/db/data-dir.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { explainStartError, StartError } from '../server/start-errors.ts';
import { emailField } from '../shared/contract/checkout.ts';

const usage = 'Use it so:  npm run admin -- add you@example.in   or   npm run admin -- reset you@example.in';

try {
  const [verb, given = ''] = process.argv.slice(2);
  const email = emailField.safeParse(given);
  if ((verb !== 'add' && verb !== 'reset') || !email.success) throw new StartError(usage);
  await withDatabase((url) => (verb === 'add' ? add(url, email.data) : reset(url, email.data)));
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}

async function add(url: string, email: string): Promise<void> {
  const { password, existed } = await withPool(url, (db) => addAdmin(db, email));
  console.log(
    existed ? `${email} is an admin now, signed out everywhere.` : `${email} is an admin of this shop now.`,
  );
  showPassword(password);
}

async function reset(url: string, email: string): Promise<void> {
  const made = await withPool(url, (db) => resetAdmin(db, email));
  if (!made)
    throw new StartError(`No admin has the e-mail ${email}. To make one: npm run admin -- add ${email}`);
  console.log(`${email} has a new password and is signed out everywhere.`);
  showPassword(made.password);
}

function showPassword(password: string): void {
  console.log(`Password   ${password}   (shown once: change it after signing in)`);
}

/** The database of a running shop where there is one; else the shop's own is started for the moment. */
async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const config = readConfig();
  if (config.databaseUrl) return work(config.databaseUrl);
  const running = await runningDatabase(config.dataDir);
  if (running) return work(running);
  const lock = await lockDataDir(config.dataDir);
  try {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} });
    await work(server.url).finally(() => server.stop());
  } finally {
    await lock.release();
  }
}

/** The fifth line of PostgreSQL's own note says in which folder it listens. */
async function runningDatabase(dataDir: string): Promise<string | undefined> {
  const note = await readFile(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(
    () => '',
  );
  const password = await readFile(path.join(dataDir, 'postgres-password'), 'utf8').catch(() => '');
  const socketFolder = note.split('\n')[4];
  if (!socketFolder || !password) return undefined;
  const url = `postgres://haat:${password}@localhost/haat?host=${encodeURIComponent(socketFolder)}`;
  const answers = await withPool(url, async () => true).catch(() => false);
  return answers ? url : undefined;
}

async function withPool<T>(
  url: string,
  work: (db: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const pool = openPool(url, 2);
  try {
    await migrate(pool, path.join(import.meta.dirname, '..', 'migrations'));
    return await work(openDatabase(pool));
  } finally {
    await pool.end();
  }
}
