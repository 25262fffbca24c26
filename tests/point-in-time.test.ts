import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded.ts';
import { copyArchive } from '../server/backup/archive-copy.ts';
import { listBaseBackups, maintainArchive } from '../server/backup/base-backup.ts';
import { openBucket } from '../server/backup/bucket.ts';
import { parseMoment, restorePointInTime } from '../server/backup/point-in-time.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase, openPool, transaction } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { audit } from '../server/reports/audit.ts';
import { createLog } from '../server/runtime/log.ts';
import { startFakeBucket } from './fakes/bucket.ts';
import { emptyFolder, query, removePlaces } from './support/backups.ts';
import { createProduct } from './support/factories.ts';
import { longIt } from './support/long-run.ts';
import { asOwner } from './support/owner.ts';
import { place, verify } from './support/purchase.ts';
import { createTestShop } from './support/shop.ts';

const running = new Set<EmbeddedPostgres>();

async function start(dataDir: string, walArchive?: string) {
  const server = await startEmbeddedPostgres({ dataDir, walArchive, throwaway: true, log: () => {} });
  running.add(server);
  return server;
}
async function stop(server: EmbeddedPostgres) {
  running.delete(server);
  await server.stop();
}
afterAll(async () => {
  for (const server of running) await server.stop();
  await removePlaces();
});

/** The time of the database, after everything that was committed so far and before everything later. */
async function momentAfterNow(url: string): Promise<Date> {
  const now = async () => (await query<{ at: Date }>(url, 'select clock_timestamp() as at'))[0]?.at;
  const time = new Date(((await now())?.getTime() ?? 0) + 2);
  for (let seen = await now(); !seen || seen <= time; ) seen = await now();
  return time;
}

longIt('a shop is restored as it was at any moment since its base backup (T-CRS-15)', async () => {
  const [dataDir, archive] = [await emptyFolder(), path.join(await emptyFolder(), "o'archive")];
  const server = await start(dataDir, archive);
  const pool = openPool(server.url, 2);
  await migrate(pool);
  const env = { WAL_ARCHIVE: archive };
  const shop = await createTestShop({ env, place: { dataDir, databaseUrl: server.url } });
  const product = await createProduct(shop.db, { stock: 9 });
  const buy = async (email: string) => {
    const order = await place(shop, [{ id: product.id }], { email });
    await verify(shop, await shop.fake.pay(order.providerOrderId));
    return order.id;
  };
  const early = await buy('asha1@example.in');
  await shop.handlers['wal-archive']({});
  expect(await listBaseBackups(archive)).toHaveLength(1);
  await shop.handlers['wal-archive']({});
  expect(await listBaseBackups(archive)).toHaveLength(1);
  const [base] = await listBaseBackups(archive);
  for (; new Date() <= (base?.at ?? new Date()); ) await query(server.url, 'select pg_sleep(0.1)');

  const picture = await (await asOwner(shop)).upload();
  await shop.handlers['wal-archive']({});
  const later = await buy('asha2@example.in');
  const moment = await momentAfterNow(server.url);
  const lost = await buy('asha3@example.in');
  expect(await query(server.url, 'select id from orders')).toHaveLength(3);
  await shop.close();
  await pool.end();
  // The server archives its last segment when it stops.
  await stop(server);

  const restored = await emptyFolder();
  const config = readConfig({ ...env, DATA_DIR: restored });
  const restore = (time: Date | undefined, another = config) => restorePointInTime(time, another, () => {});
  const year = new Date(Date.now() + 365 * 86_400_000);
  await expect(restore(year)).rejects.toThrow(/The archive ends before that time. Nothing was changed/);
  await expect(restore(new Date(0))).rejects.toThrow(/oldest base backup .* Name a later time/);
  await expect(restore(moment, { ...config, databaseUrl: 'postgres://db/shop' })).rejects.toThrow(
    /use the point-in-time restore of the provider/,
  );
  expect(await readdir(restored)).toEqual(['haat.lock.sqlite']);

  // A restore that was killed has left a folder.
  await mkdir(path.join(restored, 'restore.part-AAAAAA'));
  expect(await restore(moment)).toEqual([]);
  expect((await readdir(restored)).filter((name) => name.startsWith('restore.part-'))).toEqual([]);
  await expect(restore(moment)).rejects.toThrow(/is not empty/);
  const second = await start(restored);
  const ids = (await query<{ id: string }>(second.url, 'select id from orders')).map(({ id }) => id);
  expect(ids.toSorted()).toEqual([early, later].toSorted());
  expect(ids).not.toContain(lost);
  expect(await query(second.url, 'select backup_at, prepared_at from restores')).toEqual([
    { backup_at: moment, prepared_at: null },
  ]);
  const bytes = (folder: string) => readFile(path.join(folder, 'files', picture));
  expect(await bytes(restored)).toEqual(await bytes(dataDir));
  const restoredPool = openPool(second.url, 2);
  const exists = async (name: string) => (await stat(path.join(restored, 'files', name))).isFile();
  expect(await audit(openDatabase(restoredPool), { exists })).toEqual([]);
  await restoredPool.end();
  await stop(second);
});

longIt('copies of deleted files leave with the last base backup that needs them (T-CRS-15)', async () => {
  const [dataDir, archive] = [await emptyFolder(), await emptyFolder()];
  const server = await start(dataDir, archive);
  const pool = openPool(server.url, 2);
  await migrate(pool);
  const place = { dataDir, databaseUrl: server.url };
  const shop = await createTestShop({ env: { WAL_ARCHIVE: archive }, place });
  const owner = await asOwner(shop);
  const [deleted, present] = [await owner.upload(), await owner.upload()];
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const copyOf = (name: string) => path.join(archive, 'files', 'files', name);
  const isCopied = async (name: string) => (await stat(copyOf(name)).catch(() => undefined)) !== undefined;
  /** Makes a base backup, as if the one before it was eight days older. */
  const nextBase = async () => {
    for (const name of (await readdir(archive)).filter((text) => text.startsWith('haat-base-'))) {
      const before = daysAgo(8 * (1 + Number(name < newest)))
        .toISOString()
        .slice(0, 10);
      await rename(path.join(archive, name), path.join(archive, name.replace(/\d{4}-\d\d-\d\d/, before)));
    }
    await shop.handlers['wal-archive']({});
    newest = (await listBaseBackups(archive)).at(-1)?.name ?? '';
  };
  let newest = '';
  await nextBase();
  await rm(path.join(dataDir, 'files', deleted));
  await nextBase();
  expect([await isCopied(deleted), await isCopied(present)]).toEqual([true, true]);
  await utimes(copyOf(deleted), daysAgo(10), daysAgo(10));
  await nextBase();
  expect(await listBaseBackups(archive)).toHaveLength(2);
  expect([await isCopied(deleted), await isCopied(present)]).toEqual([false, true]);
  await shop.close();
  await pool.end();
  await stop(server);
});

longIt('a shop is restored from an archive in a bucket, also a second time (T-CRS-15)', async () => {
  const bucket = await startFakeBucket();
  const env = (dataDir: string) => ({
    DATA_DIR: dataDir,
    WAL_ARCHIVE: 's3://shop/wal',
    BACKUP_S3_ENDPOINT: bucket.url,
    BACKUP_S3_ACCESS_KEY_ID: 'key',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  });
  const log = createLog('silent');
  /** Archives one of two new products of a shop, and returns the ids of all products. */
  const useShop = async (dataDir: string) => {
    const config = readConfig(env(dataDir));
    const server = await start(dataDir, config.walArchive);
    const pool = openPool(server.url, 2);
    await migrate(pool);
    const db = openDatabase(pool);
    await createProduct(db);
    await maintainArchive({ db, config, log });
    await createProduct(db);
    const ids = await query<{ id: string }>(server.url, 'select id from products order by id');
    await pool.end();
    // The server archives its last segment when it stops.
    await stop(server);
    return ids;
  };
  const copy = async (dataDir: string) => {
    const config = readConfig(env(dataDir));
    await copyArchive(config.walArchive ?? '', await openBucket('s3://shop/wal', config));
  };
  const first = await emptyFolder();
  const products = await useShop(first);
  await copy(first);
  const restored = await emptyFolder();
  const restore = (dataDir: string) =>
    restorePointInTime(parseMoment('latest'), readConfig(env(dataDir)), () => {});
  expect(await restore(restored)).toEqual([]);
  const more = await useShop(restored);
  expect(more).toHaveLength(4);
  expect(more).toEqual(expect.arrayContaining(products));
  await copy(restored);
  const again = await emptyFolder();
  expect(await restore(again)).toEqual([]);
  const third = await start(again);
  expect(await query(third.url, 'select id from products order by id')).toEqual(more);
  await stop(third);

  const objects = new Map(bucket.objects);
  await expect(useShop(await emptyFolder())).rejects.toThrow(/has the archive of another shop/);
  expect(bucket.objects).toEqual(objects);
  await bucket.stop();
});

longIt(
  'a segment in the archive is never replaced, a failure raises an alert, and a gap needs a new base backup',
  async () => {
    const [dataDir, archive] = [await emptyFolder(), await emptyFolder()];
    const first = await start(dataDir, archive);
    const pool = openPool(first.url, 2);
    await migrate(pool);
    const shop = await createTestShop({
      env: { WAL_ARCHIVE: archive },
      place: { dataDir, databaseUrl: first.url },
    });
    await shop.handlers['wal-archive']({});
    const alerts = async () => {
      await shop.handlers.health({});
      return query<{ kind: string }>(first.url, `select kind from attention_items where kind like 'wal%'`);
    };
    expect(await alerts()).toEqual([]);
    const script = path.join(dataDir, 'postgres', 'archive-wal.sh');
    const working = await readFile(script);
    await writeFile(script, 'exit 1');
    // The end of a base backup also ends its segment.
    await transaction(shop.db, async (trx) => {
      await sql`select pg_backup_start('test', true)`.execute(trx);
      await sql`select pg_backup_stop(false)`.execute(trx);
    });
    await expect.poll(alerts, { timeout: 60_000 }).toEqual([{ kind: 'wal-archive-failed' }]);
    await writeFile(script, working);
    await shop.close();
    await pool.end();
    await stop(first);
    const wal = path.join(archive, 'wal');
    const [stored = ''] = (await readdir(wal)).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
    const segment = stored.slice(0, -3);
    const content = gunzipSync(await readFile(path.join(wal, stored)));
    const archiveSegment = async (name: string, bytes: Buffer) => {
      const file = path.join(await emptyFolder(), name);
      await writeFile(file, bytes);
      const data = path.join(dataDir, 'postgres', 'data');
      return spawnSync('/bin/sh', ['../archive-wal.sh', file, name], { cwd: data }).status;
    };
    expect(await archiveSegment(segment, content)).toBe(0);
    expect(await archiveSegment(segment, Buffer.from('other'))).toBe(1);
    expect(gunzipSync(await readFile(path.join(wal, stored)))).toEqual(content);
    expect(await archiveSegment('F'.repeat(24), Buffer.from('other'))).toBe(0);

    // A start without the archive leaves a gap, which the next base backup ends.
    const marker = path.join(dataDir, 'postgres', 'base-backup');
    expect(await readFile(marker, 'utf8')).toBe(archive);
    await stop(await start(dataDir));
    await expect(stat(marker)).rejects.toThrow(/ENOENT/);
  },
);

it.each([
  ['2026-11-22 18:30', '2026-11-22T13:00:00.000Z'],
  ['2026-11-22 18:30:15', '2026-11-22T13:00:15.000Z'],
])('%s is a time in India', (text, iso) => expect(parseMoment(text)?.toISOString()).toBe(iso));

it.each(['2026-11-22', 'yesterday', '2026-13-22 18:30'])('%s is refused', (text) =>
  expect(() => parseMoment(text)).toThrow(`${text} is not a time like 2026-11-22 18:30`),
);
