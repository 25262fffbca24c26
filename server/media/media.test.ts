import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pictureFormats, pictureUrl } from '../../shared/products/picture.ts';
import { createTestDatabase } from '../../tests/support/database.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { replyWithError } from '../http/errors.ts';
import { createFileStore, type FileStore } from './files.ts';
import { prepareSizes, removeHalfPictures, storeImage } from './media.ts';
import { pictureRoutes } from './routes.ts';
import { getPicture, getSize } from './sizes.ts';

let dataDir: string;
let files: FileStore;
let app: FastifyInstance;

const database = await createTestDatabase();
const pool = openPool(database.url, 2);
const db = openDatabase(pool);

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'haat-media-'));
  files = createFileStore({ dataDir });
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(replyWithError);
  pictureRoutes(app.withTypeProvider(), files);
});

afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const photo = (width = 1000, height = 800) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 8 },
    },
  })
    .jpeg()
    .toBuffer();

describe('an upload', () => {
  test('is stored under a random name and recorded', async () => {
    const stored = await storeImage(db, files, 'product', await photo());
    expect(stored).toMatchObject({ width: 1000, height: 800 });
    expect(stored.path).toMatch(/^uploads\/product\/[A-Za-z0-9]{22}\.webp$/);
    const row = await db
      .selectFrom('mediaFiles')
      .selectAll()
      .where('path', '=', stored.path)
      .executeTakeFirst();
    expect(row).toMatchObject({ kind: 'product', width: 1000, height: 800 });
    expect((await files.get(stored.path)).length).toBe(row?.bytes);
  });

  test('that is refused leaves no file', async () => {
    await expect(storeImage(db, files, 'product', Buffer.from('<svg/>'))).rejects.toMatchObject({
      status: 415,
    });
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('that can’t be stored leaves no row (T-FLT-10)', async () => {
    vi.spyOn(files, 'put').mockImplementation(fullDisk);
    await expect(storeImage(db, files, 'product', await photo(50, 50))).rejects.toMatchObject({
      status: 507,
    });
    expect(await db.selectFrom('mediaFiles').selectAll().where('stored', '=', false).execute()).toEqual([]);
  });

  test('that a crash interrupted is removed after an hour, and no other', async () => {
    const upload = async (age: string) => {
      const { path } = await storeImage(db, files, 'product', await photo(50, 50));
      await getSize(files, path, 160, 'webp');
      const createdAt = sql<Date>`now() - ${age}::interval`;
      await db.updateTable('mediaFiles').set({ createdAt }).where('path', '=', path).execute();
      return path;
    };
    const [whole, interrupted, young] = [
      await upload('1 day'),
      await upload('61 minutes'),
      await upload('59 minutes'),
    ];
    await db
      .updateTable('mediaFiles')
      .set({ stored: false })
      .where('path', 'in', [interrupted, young])
      .execute();
    await removeHalfPictures({ db, files });
    const rows = await db.selectFrom('mediaFiles').select('path').execute();
    expect(rows.map(({ path }) => path)).toEqual(expect.arrayContaining([whole, young]));
    for (const path of [whole, interrupted, young]) {
      expect(await files.exists(path)).toBe(path !== interrupted);
      const size = path.replace('uploads', 'sizes').replace('.webp', '-160.webp');
      expect(await files.exists(size)).toBe(path !== interrupted);
    }
  });
});

describe('a size', () => {
  test('is served in each format with an immutable cache header', async () => {
    const { path } = await storeImage(db, files, 'product', await photo());
    const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
    for (const format of pictureFormats) {
      const reply = await app.inject(pictureUrl(path, 320, format));
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject({
        'content-type': types[format],
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 320, height: 256 });
      const again = await app.inject({
        url: pictureUrl(path, 320, format),
        headers: { 'if-none-match': String(reply.headers.etag) },
      });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
    }
  });

  test('is never larger than the picture', async () => {
    const { path } = await storeImage(db, files, 'site', await photo(200, 100));
    const { bytes } = await getPicture(files, pictureUrl(path, 1200, 'webp').slice('/uploads/'.length));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 200 });
  });

  test('is created once for concurrent requests, and then stored', async () => {
    const { path } = await storeImage(db, files, 'product', await photo());
    const put = vi.spyOn(files, 'put');
    const all = await Promise.all(Array.from({ length: 20 }, () => getSize(files, path, 640, 'webp')));
    expect(put).toHaveBeenCalledTimes(1);
    expect(new Set(all.map((bytes) => bytes.length)).size).toBe(1);
    await getSize(files, path, 640, 'webp');
    expect(put).toHaveBeenCalledTimes(1);
  });

  test('is returned although the disk is full (T-FLT-10)', async () => {
    const { path } = await storeImage(db, files, 'product', await photo());
    vi.spyOn(files, 'put').mockImplementation(fullDisk);
    expect((await getSize(files, path, 160, 'webp')).length).toBeGreaterThan(0);
  });

  test('is created again if a power failure left an empty file', async () => {
    const { path } = await storeImage(db, files, 'product', await photo());
    await getSize(files, path, 160, 'webp');
    const [name = ''] = await readdir(`${dataDir}/files/sizes/product`);
    await writeFile(`${dataDir}/files/sizes/product/${name}`, '');
    expect((await getSize(files, path, 160, 'webp')).length).toBeGreaterThan(0);
  });

  test('can be prepared', async () => {
    const stored = await storeImage(db, files, 'product', await photo());
    expect(await prepareSizes(files, [stored.path, 'uploads/product/gone.webp'], [160, 320])).toBe(4);
    const put = vi.spyOn(files, 'put');
    await app.inject(pictureUrl(stored.path, 320, 'avif'));
    expect(put).not.toHaveBeenCalled();
  });
});

describe('an address', () => {
  test('of a stored picture answers GET and HEAD', async () => {
    const { path } = await storeImage(db, files, 'product', await photo());
    const reply = await app.inject(`/${path}`);
    expect(reply.headers['content-type']).toBe('image/webp');
    const head = await app.inject({ method: 'HEAD', url: `/${path}` });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(reply.headers['content-length']);
    expect(head.body).toBe('');
  });

  test.each([
    '/uploads/product/nothere.webp',
    '/uploads/product/nothere-640.avif',
    '/uploads/product/NAME-641.avif',
    '/uploads/product/NAME-640.jpeg',
    '/uploads/product/NAME-640.avif.webp',
    '/uploads/product/NAME-0640.avif',
    '/uploads/sizes/NAME-640.avif',
    '/uploads/../../.env',
    '/uploads/product/..%2f..%2f..%2f.env',
    '/uploads/%2e%2e/%2e%2e',
    '/uploads/product/%c0%ae%c0%ae',
    '/uploads/product/%E0%A4%A',
    '/uploads/product/NAME.webp%00.html',
    '/uploads/invoices/1.pdf',
    `/uploads/product/${'a'.repeat(5000)}.webp`,
  ])('%s is not found (T-UPL-07)', async (url) => {
    const { path } = await storeImage(db, files, 'product', await photo(40, 40));
    const name = path.slice('uploads/product/'.length, -'.webp'.length);
    const reply = await app.inject(url.replace('NAME', name));
    expect([400, 404, 414]).toContain(reply.statusCode);
    expect(reply.headers['cache-control'] ?? '').not.toContain('immutable');
    expect(reply.json()).toMatchObject(reply.statusCode === 404 ? { message: expect.any(String) } : {});
    expect((await app.inject(`/${path}`)).statusCode).toBe(200);
  });
});

async function fullDisk(): Promise<never> {
  const { ShopError } = await import('../errors.ts');
  throw new ShopError('storage_full', 'Full.');
}
