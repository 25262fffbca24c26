import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findLastBackup } from '../server/backup/last-backup.ts';
import { restoreBackup } from '../server/backup/restore.ts';
import { readConfig } from '../server/config.ts';
import { startFakeBucket } from './fakes/bucket.ts';
import { backUp, emptyPlace, query, removePlaces, runScript } from './support/backups.ts';
import { createProduct } from './support/factories.ts';
import { asOwner } from './support/owner.ts';
import { createTestShop, type TestShop } from './support/shop.ts';

let shop: TestShop;
let bucket: Awaited<ReturnType<typeof startFakeBucket>>;
let picture: string;
let access: Record<string, string>;

beforeAll(async () => {
  bucket = await startFakeBucket();
  access = {
    BACKUP_S3_ENDPOINT: bucket.url,
    BACKUP_S3_ACCESS_KEY_ID: 'key',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  };
  shop = await createTestShop({ env: access });
  picture = await (await asOwner(shop)).upload();
  await createProduct(shop.db);
});
afterAll(async () => {
  await shop.close();
  await bucket.stop();
  await removePlaces();
});

const names = () => [...bucket.objects.keys()].sort();
const make = () => backUp(shop, { target: 's3://shop/daily/' });

it('a backup in a bucket is restored from there, and older ones expire there (T-CRS-09)', async () => {
  const old = ['2020-01-01T02-00-00', '2020-01-01T03-00-00'].map(
    (text) => `/shop/daily/haat-backup-${text}.tar.gz`,
  );
  const others = ['/shop/daily/notes.txt', '/shop/haat-backup-2020-01-01T02-00-00.tar.gz'];
  for (const name of [...old, ...others]) bucket.objects.set(name, Buffer.from('x'));
  const { file, bytes, findings } = await make();
  expect(findings).toEqual([]);
  expect(file).toMatch(/^s3:\/\/shop\/daily\/haat-backup-.*\.tar\.gz$/);
  const key = file.slice('s3:/'.length);
  expect(names()).toEqual([old[1], key, ...others].sort());
  expect(bucket.objects.get(key)?.length).toBe(bytes);
  expect(await findLastBackup(shop.deps.config)).toMatchObject({ file, bytes });
  expect(await readdir(path.join(shop.deps.config.dataDir, 'backups'))).toEqual([]);

  const target = await emptyPlace();
  const { databaseUrl, dataDir } = target;
  const { output, errors, code } = await runScript('restore', [file], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...access,
  });
  expect([errors, code]).toEqual(['', 0]);
  expect(output).toContain(`Downloaded ${file}`);
  const products = 'select id from products';
  expect(await query(databaseUrl, products)).toEqual(await query(shop.databaseUrl, products));
  const pictureIn = (folder: string) => readFile(path.join(folder, 'files', picture));
  expect(await pictureIn(dataDir)).toEqual(await pictureIn(shop.deps.config.dataDir));
  expect((await readdir(dataDir)).filter((name) => name.includes('part'))).toEqual([]);
});

it('a backup that the bucket refuses leaves nothing, and the last good one stays (T-CRS-09)', async () => {
  const [before, last] = [names(), await findLastBackup(shop.deps.config)];
  bucket.faults.failPart = 1;
  await expect(make()).rejects.toThrow(
    /The bucket of s3:\/\/shop\/daily\/ can't be used \(AccessDenied: no\)/,
  );
  bucket.faults.failPart = undefined;
  expect([names(), bucket.uploads.size]).toEqual([before, 0]);
  bucket.faults.refusal = { status: 403, code: 'InvalidAccessKeyId' };
  await expect(make()).rejects.toThrow(/InvalidAccessKeyId/);
  bucket.faults.refusal = undefined;
  expect(await findLastBackup(shop.deps.config)).toEqual(last);
});

it('a restore names what is wrong with the address, and changes nothing', async () => {
  const target = { ...(await emptyPlace()), backupS3: readConfig(access).backupS3 };
  const restore = (address: string, config = target) => restoreBackup(address, config, () => {});
  await expect(restore('s3://shop/daily/none.tar.gz')).rejects.toThrow(/can't be used \(NoSuchKey: no\)/);
  await expect(restore('s3://X/none.tar.gz')).rejects.toThrow(/not an address like s3:/);
  await expect(restore('s3://shop/a.tar.gz', { ...target, backupS3: undefined })).rejects.toThrow(
    /needs BACKUP_S3_ACCESS_KEY_ID/,
  );
  expect(await readdir(target.dataDir)).toEqual(['haat.lock.sqlite']);
});
