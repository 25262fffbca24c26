import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { verifyPassword } from '../server/accounts/passwords/passwords.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { createFileStore } from '../server/media/files.ts';
import { createLog } from '../server/runtime/log.ts';
import { prepareShop } from '../server/runtime/prepare-shop.ts';
import { createTestDatabase } from './support/database.ts';

it('two first starts on one empty database create one shop with one valid password (T-ACC-24)', async () => {
  const database = await createTestDatabase('template1');
  onTestFinished(database.drop);
  const starts = await Promise.all([startOn(database.url), startOn(database.url)]);

  const lines = starts.flatMap(({ printed }) => printed);
  expect(lines.filter((line) => line.includes('migrations applied'))).toHaveLength(1);
  expect(lines).toContain('Another start is preparing this database; waiting for it');
  const admins = starts.map(({ admin }) => admin);
  expect(admins.map((admin) => admin?.email)).toEqual(['owner@haat.example', 'owner@haat.example']);
  const passwords = admins.flatMap((admin) => admin?.password ?? []);
  expect(passwords).toHaveLength(1);

  const [{ db }] = starts;
  const users = await db.selectFrom('users').select('passwordHash').execute();
  expect(users).toHaveLength(1);
  expect(await verifyPassword(users[0]?.passwordHash, passwords[0] ?? '')).toBe(true);
  expect(await db.selectFrom('siteInfo').select('id').execute()).toHaveLength(1);
});

/** Prepares the shop as a separate process with its own data folder does. */
async function startOn(databaseUrl: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-first-'));
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SEED: 'empty' });
  const pool = openPool(databaseUrl, 4);
  onTestFinished(async () => {
    await pool.end();
    await rm(dataDir, { recursive: true });
  });
  const db = openDatabase(pool);
  const printed: string[] = [];
  const say = (line: string) => printed.push(line);
  const log = createLog('error');
  const parts = { config, pool, databaseUrl, db, files: createFileStore(config), log, say };
  const { admin, queue } = await prepareShop(parts);
  onTestFinished(() => queue.stop());
  return { db, printed, admin };
}
