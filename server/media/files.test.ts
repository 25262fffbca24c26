import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFakeBucket } from '../../tests/fakes/bucket.ts';
import { bucketProblems, createFileStore, type FileStore } from './files.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'haat-files-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('stores files on disk', async () => {
  await checkStore(createFileStore({ dataDir }));
  expect(await readdir(path.join(dataDir, 'files/uploads/product'))).toEqual([]);
});

test('a file larger than the process may write is a full disk (T-FLT-10)', async () => {
  const store = `import { createFileStore } from './server/media/files.ts';
    const store = createFileStore({ dataDir: ${JSON.stringify(dataDir)} });
    await store.put('a', Buffer.alloc(2_000_000)).catch(({ code }) => process.stdout.write(code));`;
  const command = 'ulimit -f 1 && exec "$0" --input-type=module-typescript -e "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, store]);
  expect(stdout).toBe('storage_full');
});

test('stores files in a bucket', async () => {
  const bucket = await startFakeBucket();
  const files = createFileStore({ dataDir, s3: locationAt(bucket.url) });
  await checkStore(files);
  expect(await readdir(dataDir)).toEqual([]);
  await bucket.stop();
  const uses = [() => files.put('a', Buffer.from('x')), () => files.get('a'), () => files.exists('a')];
  for (const use of [...uses, () => files.stream('a'), () => files.remove('a')])
    await expect(use()).rejects.toMatchObject({ status: 503, code: 'unavailable', retryAfter: 5 });
});

describe('the start check of a bucket', () => {
  test('finds nothing in a working bucket and leaves nothing in it', async () => {
    const bucket = await startFakeBucket();
    expect(await bucketProblems(locationAt(bucket.url))).toEqual([]);
    expect(bucket.objects.size).toBe(0);
    await bucket.stop();
    expect(await bucketProblems(locationAt(bucket.url))).toEqual([
      expect.stringContaining(`S3_ENDPOINT: shop can't be reached at ${bucket.url} (`),
    ]);
  });

  test.each([
    [404, 'NoSuchBucket', 'S3_BUCKET: there is no bucket shop at '],
    [403, 'InvalidAccessKeyId', 'S3_ACCESS_KEY_ID does not exist at '],
    [403, 'SignatureDoesNotMatch', 'S3_SECRET_ACCESS_KEY is not the secret of '],
    [403, 'AccessDenied', 'S3_ACCESS_KEY_ID may not write to shop'],
    [400, 'AuthorizationHeaderMalformed', 'S3_REGION ap-south-1 is not the region of shop'],
    [500, 'InternalError', "S3_ENDPOINT: shop can't be reached at "],
  ])('%i %s', async (status, code, line) => {
    const bucket = await startFakeBucket({ refusal: { status, code } });
    expect(await bucketProblems(locationAt(bucket.url))).toEqual([expect.stringContaining(line)]);
    await bucket.stop();
  });
});

describe('on disk', () => {
  test('concurrent writes of one file leave one complete version', async () => {
    const files = createFileStore({ dataDir });
    const texts = Array.from({ length: 20 }, (_, i) => String(i).repeat(50_000));
    await Promise.all(texts.map((text) => files.put('sizes/a/b.webp', Buffer.from(text))));
    expect(texts).toContain((await files.get('sizes/a/b.webp')).toString());
    expect(await readdir(path.join(dataDir, 'files/sizes/a'))).toEqual(['b.webp']);
  });

  test('files outside the folder can’t be reached', async () => {
    await writeFile(path.join(dataDir, 'secret'), 'x');
    const files = createFileStore({ dataDir });
    for (const name of ['../secret', 'uploads/../../secret', '/../secret']) {
      await expect(files.get(name)).rejects.toThrow();
      await expect(files.stream(name)).rejects.toThrow();
      await expect(files.put(name, Buffer.from('y'))).rejects.toThrow();
    }
  });

  test('an unusable folder is not reported as a missing database', async () => {
    await writeFile(path.join(dataDir, 'files'), 'a file where the folder should be');
    const files = createFileStore({ dataDir });
    const error = await files.put('uploads/a/b.webp', Buffer.from('x')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringContaining('Stored files') });
    expect((error as { code?: string }).code).toBeUndefined();
  });
});

async function checkStore(files: FileStore) {
  const place = 'uploads/product/abc.webp';
  await expect(files.get(place)).rejects.toMatchObject({ status: 404 });
  expect(await files.exists(place)).toBe(false);
  await files.put(place, Buffer.from('first'));
  await files.put(place, Buffer.from('second'));
  expect(await files.exists(place)).toBe(true);
  expect((await files.get(place)).toString()).toBe('second');
  expect(Buffer.concat(await (await files.stream(place)).toArray()).toString()).toBe('second');
  expect(await files.size(place)).toBe(6);
  expect(Buffer.concat(await (await files.stream(place, { start: 1, end: 3 })).toArray()).toString()).toBe(
    'eco',
  );
  await files.remove(place);
  await files.remove(place);
  const part = { start: 0, end: 1 };
  for (const read of [() => files.size(place), () => files.stream(place), () => files.stream(place, part)])
    await expect(read()).rejects.toMatchObject({ status: 404 });
  expect(await files.exists(place)).toBe(false);
}

const credentials = { region: 'ap-south-1', accessKeyId: 'key', secretAccessKey: 'secret' };
const locationAt = (endpoint: string) => ({ bucket: 'shop', endpoint, ...credentials });
