// Slow: `npm run check` leaves this file out.
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ImportArchive } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { type Imports, importsOf } from '../../../tests/support/imports.ts';
import { asOwner, multipart, photo } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { zipOf } from '../../../tests/support/zip.ts';
import { runImport } from './import.ts';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs', async (importActual) => {
  const fs = await importActual<typeof import('node:fs')>();
  const createWriteStream = (file: string) => fs.createWriteStream(disk.isFull ? '/dev/full' : file);
  return { ...fs, createWriteStream };
});

const shop = await testShop();
const owner = await asOwner(shop);
const imports = importsOf(shop, owner);

const send = (bytes: Buffer | string, filename = 'pictures.zip') =>
  owner.post(
    '/products/import/pictures',
    multipart([{ name: 'file', value: bytes, filename, type: 'application/zip' }]),
  );
async function keep(files: { name: string; bytes: Buffer }[]): Promise<ImportArchive> {
  const { status, body } = await send(zipOf(files));
  expect(status, JSON.stringify(body)).toBe(201);
  return body as ImportArchive;
}
const plan = (text: string, { _id: archive }: ImportArchive) => imports.plan(text, { ...asInFile, archive });
const start = (text: string, { _id: archive }: ImportArchive) =>
  imports.start(text, { ...asInFile, archive });
const asInFile = { newProducts: 'file' };
const read: Imports['read'] = (id) => imports.read(id);
const find: Imports['find'] = (slug) => imports.find(slug);
const files = (folder: string) =>
  readdir(path.join(shop.deps.config.dataDir, 'files', folder)).catch(() => [] as string[]);
const countPictures = async () => (await files('uploads/product')).length;

function catalogueOf(tag: string) {
  return `Slug,Name,Price,Pictures,Option 1,Value 1,Variant picture
${tag}-vase,Vase,100,"Blue Vase.jpg, side.png, gone.jpg",Size,S,SIDE.png
${tag}-vase,Vase,120,,Size,L,
${tag}-lamp,Lamp,50,side.png,,,
${tag}-bad,Bad,50,broken.jpg,,,
`;
}

describe('pictures from a ZIP', () => {
  it('are previewed and imported, once for repeated imports', async () => {
    const tag = randomUUID().slice(0, 8);
    const csv = catalogueOf(tag);
    const contents = [
      { name: 'a/blue vase.JPG', bytes: await photo() },
      { name: 'b/side.png', bytes: await photo('png') },
      { name: 'spare.jpg', bytes: await photo() },
      { name: 'broken.jpg', bytes: Buffer.from('<svg onload=alert(1)>') },
      { name: 'notes.txt', bytes: Buffer.from('x') },
    ];
    const zip = await keep(contents);
    expect(zip).toMatchObject({ fileName: 'pictures.zip', pictures: 4, left: ['notes.txt'], leftOut: 1 });
    expect((await plan(csv, zip)).pictures).toEqual({
      found: 3,
      toFetch: 0,
      missing: [{ line: 2, name: 'Vase', picture: 'gone.jpg' }],
      missingCount: 1,
      unused: ['spare.jpg'],
      unusedCount: 1,
    });

    const before = await countPictures();
    const id = await start(csv, zip);
    await shop.runJobs();
    const done = await read(id);
    expect(done).toMatchObject({ done: 3, finished: true, failures: [] });
    expect(done.notes.map(({ name, message }) => `${name}: ${message}`)).toEqual([
      'Vase: This picture is missing; choose a ZIP that contains it: gone.jpg',
      expect.stringMatching(/^Bad: Only JPEG.*broken\.jpg$/),
    ]);
    const [vase, lamp] = [await find(`${tag}-vase`), await find(`${tag}-lamp`)];
    expect(vase.image).toMatch(/^uploads\/product\//);
    expect(vase.images).toEqual([lamp.image]);
    expect(vase.variants.map(({ image }) => image)).toEqual([lamp.image, null]);
    expect(await countPictures()).toBe(before + 2);
    expect(await files('archives')).toEqual([]);
    expect(await files('incoming')).toEqual([]);

    const again = await keep(contents.map((content) => ({ ...content, name: `other/${content.name}` })));
    const told = (await plan(csv, again)).products.map(({ what, changes }) => [
      what,
      ...changes.map(({ field, to }) => `${field}: ${to}`),
    ]);
    expect(told).toEqual([['same'], ['same'], ['change', 'Pictures: 1 from the ZIP']]);
    await start(csv, again);
    await shop.runJobs();
    expect(await countPictures()).toBe(before + 2);
    expect((await find(`${tag}-vase`)).updatedAt).toBe(vase.updatedAt);
  });

  it('take precedence over an address with the same name', async () => {
    const slug = `pot-${randomUUID().slice(0, 8)}`;
    const csv = `Handle,Title,Variant Price,Image Src\n${slug},Pot,5,https://cdn.example/files/Pot%201.jpg?v=3\n`;
    const zip = await keep([{ name: 'pot 1.jpg', bytes: await photo() }]);
    expect(await plan(csv, zip)).toMatchObject({ pictures: { found: 1, missingCount: 0, unusedCount: 0 } });
    const id = await start(csv, zip);
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ finished: true, notes: [] });
    expect((await find(slug)).image).toMatch(/^uploads\/product\//);
  });

  it('are continued after an interruption, by one of two workers', async () => {
    const tag = randomUUID().slice(0, 8);
    const rows = Array.from({ length: 120 }, (_, i) => `${tag}-${i},Diya ${i},10,one.jpg`);
    const csv = `Slug,Name,Price,Pictures\n${rows.join('\n')}\n`;
    const id = await start(csv, await keep([{ name: 'one.jpg', bytes: await photo() }]));
    await Promise.all([runImport(shop.deps, id), runImport(shop.deps, id)]);
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ done: 120, finished: true, failures: [] });
    const { body } = await owner.get(`/products?search=Diya&limit=100&page=2`);
    expect(body).toMatchObject({ total: 120 });
  });

  it('of an earlier ZIP are deleted with the next upload, unless a job needs them', async () => {
    const picture = { name: 'a.jpg', bytes: await photo() };
    const waiting = await keep([picture]);
    const id = await start(`Slug,Name,Price,Pictures\nw-${randomUUID()},W,1,a.jpg\n`, waiting);
    await keep([picture]);
    const last = await keep([picture]);
    expect(await files('archives')).toHaveLength(2);
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ finished: true, notes: [] });
    const gone = await imports.send('/plan', 'Slug,Name,Price\na,A,1\n', { archive: waiting._id });
    expect(gone).toMatchObject({ status: 400, body: { errors: { archive: expect.any(String) } } });
    expect((await plan('Slug,Name,Price\na,A,1\n', last)).pictures.unusedCount).toBe(1);
  });
});

it('a missing ZIP and an invalid category affect only the products that need them', async () => {
  const tag = randomUUID().slice(0, 8);
  const csv = `Slug,Name,Price,Pictures,Category\n${tag}-a,A,1,a.jpg,\n${tag}-b,B,1,,\u202e\n`;
  const zip = await keep([{ name: 'a.jpg', bytes: await photo() }]);
  const id = await start(csv, zip);
  for (const name of await files('archives')) await shop.deps.files.remove(`archives/${name}`);
  await shop.runJobs();
  const done = await read(id);
  expect(done).toMatchObject({ done: 2, finished: true });
  expect(done.notes).toMatchObject([{ name: 'A', message: expect.stringContaining('a.jpg') }]);
  expect((await find(`${tag}-a`)).image).toBeNull();
});

describe('a ZIP is rejected', () => {
  it.each([
    ['no ZIP', 'no zip'],
    ['one without pictures', zipOf([{ name: 'a.txt', bytes: Buffer.from('x') }])],
    ['one that leads elsewhere', zipOf([{ name: '../a.jpg', bytes: Buffer.from('x') }])],
  ])('%s, with 400, and nothing is stored', async (_, bytes) => {
    const before = await files('archives');
    expect(await send(bytes)).toMatchObject({ status: 400, body: { errors: { file: expect.any(String) } } });
    expect(await files('archives')).toEqual(before);
    expect(await files('incoming')).toEqual([]);
  });

  it('a ZIP for which the disk has no room, with 507 (T-FLT-10)', async () => {
    disk.isFull = true;
    onTestFinished(() => {
      disk.isFull = false;
    });
    expect(await send(zipOf([{ name: 'lamp.jpg', bytes: await photo() }]))).toMatchObject({
      status: 507,
      body: { code: 'storage_full' },
    });
    expect(await files('incoming')).toEqual([]);
  });

  it('a ZIP bomb with 413, an invalid body with 400', async () => {
    const claims = 9 * 1024 * 1024;
    const bomb = Array.from({ length: 500 }, (_, i) => ({
      name: `${i}.png`,
      bytes: Buffer.from('x'),
      claims,
    }));
    expect((await send(zipOf(bomb))).status).toBe(413);
    expect((await owner.post('/products/import/pictures', {})).status).toBe(400);
    expect((await owner.post('/products/import/pictures', multipart([]))).status).toBe(400);
  });
});
