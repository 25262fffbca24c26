// Slow: `npm run check` leaves this file out.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { writeArchive } from '../server/backup/archive.ts';
import { restoreBackup } from '../server/backup/restore.ts';
import { readConfig } from '../server/config.ts';
import { seedEmpty } from '../server/content/seed.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { StartError } from '../server/runtime/start-errors.ts';
import { emptyDatabase, emptyFolder, query, removePlaces, runScript } from './support/backups.ts';
import { longIt, longRun } from './support/long-run.ts';
import { strangeShell } from './support/strange-shell.ts';

afterAll(removePlaces);

/** What a restore of this file says; it changes nothing. */
async function refusal(file: string): Promise<string> {
  const dataDir = path.join(await emptyFolder(), 'var');
  const config = readConfig({ DATA_DIR: dataDir });
  const error: unknown = await restoreBackup(file, config, () => {}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  const left = await readdir(dataDir).catch(() => []);
  expect(left.filter((name) => name !== 'haat.lock.sqlite')).toEqual([]);
  return error instanceof StartError ? error.message : '';
}

const newest = 'haat-backup-2026-11-23T02-00-00.tar.gz';

it.each([
  [
    'a folder',
    '',
    /^.* is a folder\. The newest backup in .*: {2}npm run restore -- .*2026-11-23T02-00-00\.tar\.gz$/,
  ],
  ['no file', 'none.tar.gz', /^There is no file .*\. The newest backup in .*2026-11-23T/],
  [
    'a path below a file',
    'text/none.tar.gz',
    /^There is no file .*\. Name a file that npm run backup has made/,
  ],
  ['a pipe', 'pipe', /^.*pipe is no file\. The newest backup in/],
  ['an empty file', newest, /^.* is empty\. The newest backup in/],
  [
    'a text',
    'text',
    /^The archive .*text is damaged, incomplete or not a backup of Haat: .*\. Copy it again/,
  ],
  ['a compressed text', 'text.gz', /^The archive .* is damaged, incomplete or not a backup of Haat: /],
  [
    'an archive of another program',
    'other.tar.gz',
    /^The archive has no manifest .* of another program, .*: name a file/,
  ],
])('a restore of %s says what to name instead (T-CRS-91)', async (_, name, says) => {
  const folder = await emptyFolder();
  for (const backup of ['haat-backup-2026-11-22T02-00-00.tar.gz', newest])
    await writeFile(path.join(folder, backup), '');
  await writeFile(path.join(folder, 'text'), 'Not a backup');
  await writeFile(path.join(folder, 'text.gz'), gzipSync('Not a backup'));
  await writeArchive(path.join(folder, 'other.tar.gz'), [], () => ({ name: 'other' }));
  expect(spawnSync('mkfifo', [path.join(folder, 'pipe')]).status).toBe(0);
  expect(await refusal(path.join(folder, name))).toMatch(says);
});

it('a restore of a folder without backups says what they are called (T-CRS-91)', async () => {
  const folder = await emptyFolder();
  await mkdir(path.join(folder, 'old'));
  expect(await refusal(folder)).toMatch(
    /is a folder\. Name a file .*such as haat-backup-….tar.gz; there is none in/,
  );
});

/** Each command is a process of its own: `npm test` runs the first of a kind, `npm run test:long` all. */
const daily = <Case>(cases: Case[]) => (longRun ? cases : cases.slice(0, 1));

const usages: [string, string[], RegExp][] = [
  ['restore', ['one.tar.gz', 'two.tar.gz'], /^Name the backup: /],
  ['backup', ['--help'], /^Usage: npm run backup -- \[folder or s3/],
  [
    'move',
    ['postgres://haat@127.0.0.1:9/haat'],
    /^The address of the new database can't be used: no server is listening/,
  ],
];

it.each(daily(usages))('npm run %s with %j says how to use it (T-CRS-91)', async (name, args, says) => {
  const { code, errors } = await runScript(name, args, { DATA_DIR: await emptyFolder() });
  expect(errors).toMatch(says);
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(code).toBeGreaterThan(0);
});

longIt('a command names the wrong settings that it uses, and no others (T-CRS-90)', async () => {
  const env = { DATA_DIR: await emptyFolder(), DATABASE_URL: 'mysql://localhost', PORT: 'none' };
  const { errors } = await runScript('audit', [], env);
  expect(errors).toBe(
    'These settings are wrong:\n  DATABASE_URL must be an address like postgres://user:password@host:5432/name\n',
  );
});

const commands: [string, string[]][] = [
  ['audit', []],
  ['backup', []],
  ['admin', ['add', 'owner@example.in']],
  ['upgrade-shop', []],
  ['check-shop', []],
  ['move', ['postgres://haat:x@127.0.0.1:9/other']],
];

it.each(daily(commands))(
  'npm run %s opens no database without the TLS that PGSSLMODE asks for (T-CRS-93)',
  async (name, args) => {
    const { errors, output, code } = await runScript(name, args, {
      DATA_DIR: await emptyFolder(),
      DATABASE_URL: 'postgres://haat:x@127.0.0.1:9/haat',
      PGSSLMODE: 'require',
    });
    expect(errors + output).toContain('PGSSLMODE has no effect: add sslmode=require to the address');
    expect(code).not.toBe(0);
  },
);

it.each(daily(['audit', 'backup']))(
  'npm run %s says that the database is not that of a shop (T-CRS-90)',
  async (name) => {
    const databaseUrl = await emptyDatabase();
    if (name === 'audit') await query(databaseUrl, 'create table schema_migrations (version text)');
    const { errors } = await runScript(name, [], {
      DATA_DIR: await emptyFolder(),
      DATABASE_URL: databaseUrl,
    });
    expect(errors).toMatch(/^The database .* has no shop\. Correct DATABASE_URL, or remove it .*\n$/);
  },
);

longIt(
  'audit and backup work in any shell, for a shop with the embedded PostgreSQL that runs or is stopped (T-CRS-90)',
  async () => {
    const dataDir = await emptyFolder();
    const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
    const pool = openPool(server.url, 2);
    await migrate(pool);
    await seedEmpty({ db: openDatabase(pool) });
    await pool.end();
    const env = { ...strangeShell, DATA_DIR: path.relative('.', dataDir) };
    const checked = async () => {
      for (const name of ['audit', 'backup']) {
        const { code, output, errors } = await runScript(name, [], env);
        expect(errors).toBe('');
        expect(output).toContain('The audit found no problems');
        expect(code).toBe(0);
      }
    };
    await checked();
    await server.stop();
    await checked();
  },
);
