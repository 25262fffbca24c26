import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { recordBackup } from '../server/backup/last-backup.ts';
import type { BackupOverview, BackupSettings } from '../shared/contract/backups.ts';
import { startFakeBucket } from './fakes/bucket.ts';
import { emptyFolder, removePlaces } from './support/backups.ts';
import { longIt } from './support/long-run.ts';
import { asOwner } from './support/owner.ts';
import { testShop } from './support/shop.ts';

const standard: BackupSettings = { nightly: true, hour: 2, daily: 7, weekly: 4, monthly: 12, target: '' };

const env = () => ({
  BACKUP_S3_ENDPOINT: bucket.url,
  BACKUP_S3_ACCESS_KEY_ID: 'key',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
});

const bucket = await startFakeBucket();
const shop = await testShop({ env: { ...env(), LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
afterAll(async () => {
  await bucket.stop();
  await removePlaces();
});
beforeEach(async () => {
  // The job starts npm run backup with the environment of the shop.
  vi.stubEnv('DATABASE_URL', shop.databaseUrl);
  vi.stubEnv('DATA_DIR', shop.deps.config.dataDir);
  for (const [name, value] of Object.entries(env())) vi.stubEnv(name, value);
  expect((await save({})).status).toBe(200);
});

const save = (changes: Partial<Record<keyof BackupSettings, unknown>>, as = owner) =>
  as.put('/settings/backups', { ...standard, ...changes });
const overview = async () => (await owner.get('/settings/backups')).body as unknown as BackupOverview;
const alerts = async () =>
  ((await owner.get('/attention')).body as unknown as { kind: string; explanation: string }[]).filter(
    ({ kind }) => kind === 'backup-failed',
  );
const indianHour = () => new Date(shop.clock.now().getTime() + 330 * 60_000).getUTCHours();

describe('the settings of backups', () => {
  it.each([
    ['hour', 24, 'Enter a whole number from 0 to 23'],
    ['daily', 0, 'Enter a whole number from 1 to 366'],
    ['weekly', 1.5, 'Enter a whole number from 0 to 520'],
    ['target', 'backups', 'Enter a folder that begins with /, or s3://bucket/prefix'],
    ['target', '/mnt/missing', 'There is no folder /mnt/missing. Create it first.'],
    ['target', path.resolve('package.json'), `${path.resolve('package.json')} is not a folder.`],
    ['target', 's3://S/x', 's3://S/x is not an address like s3://bucket/prefix.'],
  ])('%s %j is refused', async (field, value, message) => {
    const reply = await save({ [field]: value });
    expect(reply).toMatchObject({ status: 400, body: { errors: { [field]: message } } });
    expect((await overview()).settings).toEqual(standard);
  });

  it('accept no folder whose files the shop serves, also behind a link (T-IDR-17)', async () => {
    const { dataDir } = shop.deps.config;
    await mkdir(path.join(dataDir, 'files', 'uploads'), { recursive: true });
    const link = path.join(await emptyFolder(), 'link');
    await symlink(path.join(dataDir, 'files', 'uploads'), link);
    for (const target of [link, path.join(dataDir, 'files', 'uploads'), dataDir, path.resolve('public')])
      expect((await save({ target })).body.errors).toMatchObject({
        target: expect.stringContaining('outside of the shop'),
      });
    const target = await emptyFolder();
    expect((await save({ target })).status).toBe(200);
    expect(await readdir(target)).toEqual([]);
  });

  it('are changed by owners only, and the log says what changed (T-IDR-17)', async () => {
    const manager = await asOwner(shop, 'manager');
    expect((await save({ hour: 3 }, manager)).status).toBe(403);
    expect((await manager.get('/settings/backups')).status).toBe(200);
    expect((await save({ hour: 3, monthly: 0 })).status).toBe(200);
    const [entry] = (await owner.get('/admin/log')).body.entries as { action: string; detail: object }[];
    expect(entry).toMatchObject({
      action: 'backup.settings',
      detail: {
        changes: [
          { field: 'hour', from: 2, to: 3 },
          { field: 'monthly', from: 12, to: 0 },
        ],
      },
    });
  });

  it('name what the bucket refuses', async () => {
    bucket.faults.refusal = { status: 403, code: 'AccessDenied' };
    const reply = await save({ target: 's3://shop/daily' });
    bucket.faults.refusal = undefined;
    expect(reply.body.errors).toEqual({
      target: "The bucket of s3://shop/daily can't be used (AccessDenied: no).",
    });
    expect((await save({ target: 's3://shop/daily' })).status).toBe(200);
    expect([...bucket.objects.keys()]).toEqual([]);
  });
});

describe('the scheduled backup', () => {
  it('that fails raises an alert with the reason, until a good one (T-FLT-19)', async () => {
    const target = await mkdtemp(path.join(await emptyFolder(), 'a-'));
    await save({ hour: (indianHour() + 1) % 24, target });
    await shop.handlers.backup({});
    expect((await overview()).run).toBe(null);
    await save({ hour: indianHour(), nightly: false, target });
    await shop.handlers.backup({});
    expect((await overview()).run).toBe(null);

    await save({ hour: indianHour(), target });
    await rm(target, { recursive: true });
    await writeFile(target, 'a file');
    await shop.handlers.backup({});
    const reason = `The backup can't be stored in ${target}: EEXIST`;
    expect(await alerts()).toMatchObject([{ explanation: expect.stringContaining(reason) }]);
    expect((await overview()).run).toMatchObject({
      finished: true,
      error: expect.stringContaining(reason),
    });
    await shop.handlers.health({});
    const mailed = shop.db
      .selectFrom('mails')
      .select('toAddress')
      .where('subject', 'like', '%The backup failed');
    const recipients = (await mailed.execute()).map(({ toAddress }) => toAddress);
    expect(recipients).toHaveLength(2);
    expect(new Set(recipients).size).toBe(2);

    // As after npm run backup on the command line.
    const address = new Date(shop.clock.now().getTime() + 1000).toISOString();
    await recordBackup(shop.deps.config, { at: address, file: '/mnt/a.tar.gz', bytes: 1 });
    await shop.handlers.health({});
    expect(await alerts()).toEqual([]);
  });

  longIt('is made on request, once, with the retention and target of the settings (T-FLT-19)', async () => {
    const old = ['2020-01-01', '2020-01-02', '2020-02-01'].map(
      (day) => `/shop/daily/haat-backup-${day}T02-00-00.tar.gz`,
    );
    for (const name of old) bucket.objects.set(name, Buffer.from('x'));
    await save({ target: 's3://shop/daily', daily: 1, weekly: 0, monthly: 2 });
    const replies = await Promise.all([1, 2, 3].map(() => owner.post('/settings/backups/start')));
    expect(
      replies.map(({ status, body }) => [status, (body as unknown as BackupOverview).run?.step]),
    ).toEqual([1, 2, 3].map(() => [202, 'Waiting']));
    expect(shop.waitingJobs().filter((name) => name === 'backup')).toHaveLength(1);
    await shop.runJobs();
    const { run, last } = await overview();
    expect(run).toMatchObject({ finished: true, error: null, step: 'The audit found no problems.' });
    expect(last?.file).toMatch(/^s3:\/\/shop\/daily\/haat-backup-/);
    const kept = [...bucket.objects.keys()].map((name) => name.slice('/shop/daily/haat-backup-'.length, -7));
    expect(kept).toEqual(['2020-02-01T02-00-00', expect.stringContaining('T')]);
    expect((await owner.get('/auth/admin/stats')).body).toMatchObject({
      lastBackupAt: last?.at,
      lastBackup: { bytes: last?.bytes, file: last?.file },
    });
    expect((await owner.get('/health/ready')).body).toEqual({
      status: 'ok',
      shop: expect.any(String),
      lastBackupAgeSeconds: expect.any(Number),
    });
    expect((await shop.get('/health/ready')).body).toEqual({ status: 'ok', shop: expect.any(String) });
  });

  it('that can’t start, as without memory, raises an alert and leaves the shop running (T-FLT-19)', async () => {
    // After the last good one.
    shop.advance(1);
    const { execPath } = process;
    onTestFinished(() => {
      process.execPath = execPath;
    });
    process.execPath = path.join(await emptyFolder(), 'node');
    await shop.handlers.backup({ isRequested: true });
    const error = expect.stringContaining('ENOENT');
    expect((await overview()).run).toMatchObject({ finished: true, error });
    expect(await alerts()).toMatchObject([{ explanation: error }]);
  });
});
