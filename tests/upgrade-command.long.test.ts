import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { dumpDatabase } from '../server/backup/dump-database.ts';
import { findLastBackup } from '../server/backup/last-backup.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { createFileStore } from '../server/media/files.ts';
import { audit } from '../server/reports/audit.ts';
import { createLog } from '../server/runtime/log.ts';
import { prepareShop } from '../server/runtime/prepare-shop.ts';
import { emptyDatabase, emptyFolder, query, removePlaces, runScript } from './support/backups.ts';
import { loadRelease } from './support/release.ts';
import { createTestShop } from './support/shop.ts';

afterAll(removePlaces);

/** A data folder, and the database of its shop if that is not the embedded one. */
type Place = { dataDir: string; databaseUrl: string | undefined };

async function onDatabase<T>({ dataDir, databaseUrl }: Place, work: (url: string) => Promise<T>): Promise<T> {
  if (databaseUrl) return work(databaseUrl);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  return work(server.url).finally(server.stop);
}

/** Fills a place with the data of a released version, as that version left it. */
async function fillPlace(place: Place, version: string): Promise<void> {
  await onDatabase(place, async (url) => {
    await loadRelease(url, version);
    for (const { path: name } of await query<{ path: string }>(url, 'select path from media_files')) {
      const file = path.join(place.dataDir, 'files', name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, 'a picture');
    }
  });
}

/** Every row and migration of a database. */
const contentOf = (place: Place) =>
  onDatabase(place, async (url) => {
    const folder = await emptyFolder();
    const pool = openPool(url, 2);
    const { migrations, tables } = await dumpDatabase(pool, folder).finally(() => pool.end());
    const rows = tables.map(({ file }) => readFile(path.join(folder, file), 'utf8'));
    return { migrations, tables, rows: await Promise.all(rows) };
  });

/** A later version: the sources of this one, with these migrations. */
async function laterVersion(migrations: Record<string, string>): Promise<string> {
  const root = await emptyFolder();
  for (const part of ['server', 'shared', 'scripts', 'postgres', 'sandbox', 'migrations', 'package.json'])
    await cp(part, path.join(root, part), { recursive: true });
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'));
  for (const [name, sql] of Object.entries(migrations))
    await writeFile(path.join(root, 'migrations', name), sql);
  return root;
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

/** `npm run upgrade` in the folder of a version, without its check of packages and build. */
const upgrade = async ({ dataDir, databaseUrl }: Place, root = '.') =>
  runScript(
    'upgrade-shop',
    [],
    { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), PORT: await freePort() },
    root,
  );

/** Starts this version on a place, and reads an order as its shopper. Returns what the start prints. */
const startAndRead = ({ dataDir, databaseUrl }: Place) =>
  onDatabase({ dataDir, databaseUrl }, async (url) => {
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url });
    const pool = openPool(url, 4);
    const db = openDatabase(pool);
    const printed: string[] = [];
    const say = (line: string) => printed.push(line);
    const parts = {
      config,
      pool,
      databaseUrl: url,
      db,
      files: createFileStore(config),
      log: createLog('error'),
    };
    const { queue } = await prepareShop({ ...parts, say });
    const [order] = await query<{ id: string; key: string }>(
      url,
      `select id, access_key as key from orders where status = 'delivered'`,
    );
    const place = { dataDir, databaseUrl: url };
    const shop = await createTestShop({ place, seed: async () => {} });
    const { body } = await shop.get(`/order/${order?.id}?key=${order?.key}`);
    expect(body).toMatchObject({ status: 'delivered' });
    expect(await audit(db)).toEqual([]);
    await shop.close();
    await queue.stop();
    await pool.end();
    return printed;
  });

const changes = `update products set name = 'lost'; create table later (n int);`;

/** Fails on the data, and not on the copy that is made for the backup. */
const failing = async (place: Place) => {
  await onDatabase(place, (url) =>
    query(url, `create or replace function is_real() returns int language sql as 'select 1'`),
  );
  return laterVersion({
    '9998_first.sql': changes,
    '9999_second.sql': `do $$ begin if to_regproc('is_real') is not null then raise 'no space left'; end if; end $$`,
  });
};

/** Several backups are made and restored, each with a PostgreSQL of its own. */
const timeout = 600_000;

it(
  'undoes a failed upgrade of an embedded database of version 0.3.0, then upgrades it (T-CRS-25)',
  async () => {
    const place = { dataDir: await emptyFolder(), databaseUrl: undefined };
    await fillPlace(place, '0.3.0');
    const later = await failing(place);
    const released = await contentOf(place);
    const undone = await upgrade(place, later);
    expect(undone.errors).toMatch(/^Migration 9999_second\.sql: no space left\nThe upgrade was undone/);
    expect(undone.code).toBe(1);
    expect(await contentOf(place)).toEqual(released);
    const backup = await findLastBackup(place);
    expect(undone.errors).toContain(`The backup ${backup?.file} stays.`);

    const done = await upgrade(place);
    expect(done.errors).toBe('');
    expect(done.output).toMatch(
      /The audit found no problems\nThe data is upgraded\. Start the shop: npm start\n$/,
    );
    expect(done.code).toBe(0);
    expect((await startAndRead(place)).filter((line) => line.includes('migrations applied'))).toEqual([]);
  },
  timeout,
);

it(
  'upgrades a database at DATABASE_URL; after a failed upgrade the former version starts on it (T-CRS-25)',
  async () => {
    const databaseUrl = await emptyDatabase();
    const place = { dataDir: await emptyFolder(), databaseUrl };
    await fillPlace(place, '0.3.0');
    const running = openPool(databaseUrl, 1);
    await running.query('select 1');
    expect((await upgrade(place)).errors).toMatch(/^The shop runs on this database\. Stop it first/);
    await running.end();
    expect((await upgrade(place)).code).toBe(0);
    expect((await upgrade(place)).output).toContain('The data is of this version already');

    const later = await failing(place);
    const current = await contentOf(place);
    const undone = await upgrade(place, later);
    expect(undone.errors).toMatch(/^Migration 9999_second\.sql: no space left\nThe upgrade was undone/);
    expect(await contentOf(place)).toEqual(current);
    // What is wrong on the copy too is found before the data is touched.
    const wrong = await laterVersion({ '9999_wrong.sql': 'update variants set stock = stock + 1' });
    const refused = await upgrade(place, wrong);
    expect(refused.errors).toMatch(/The audit found these problems in a copy .*\nThe upgrade was undone/);
    expect(await contentOf(place)).toEqual(current);
    expect((await startAndRead(place)).filter((line) => line.includes('migrations applied'))).toEqual([]);
  },
  timeout,
);

it('an upgrade with settings that do not allow a start changes nothing', async () => {
  const { code, output, errors } = await runScript('upgrade-shop', [], { PORT: 'x' });
  expect(output).toContain('PORT must be a whole number');
  expect(errors).toMatch(/^Nothing was changed\. Correct the errors/);
  expect(code).toBe(1);
});

it('haat runs the commands from any folder', async () => {
  const haat = async (...args: string[]) => {
    const child = spawn(process.execPath, [path.resolve('scripts/haat.mjs'), ...args], {
      cwd: await emptyFolder(),
      env: { PATH: process.env.PATH, DATA_DIR: '/nowhere' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: child.exitCode, output, errors };
  };
  const { code, output } = await haat();
  expect(output).toMatch(/haat start .*\n.*haat backup .*\n.*haat restore/);
  expect(code).toBe(0);
  expect(await haat('audit')).toEqual({
    code: 2,
    output: '',
    errors: 'There is no shop in /nowhere. Set DATA_DIR or DATABASE_URL.\n',
  });
  const unknown = await haat('sell');
  expect(unknown.errors).toMatch(/^There is no command sell\./);
  expect(unknown.code).toBe(1);
});
