import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isUnseeded, seedEmpty } from '../server/content/seed.ts';
import { type Database, openDatabase, openPool } from '../server/db/database.ts';
import { createFileStore, type FileStore } from '../server/media/files.ts';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { seedDemo } from './seed.ts';

let database: TestDatabase;
let pool: pg.Pool;
let db: Database;
let folder: string;
let files: FileStore;
let masters: string;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, 2);
  db = openDatabase(pool);
  folder = await mkdtemp(path.join(tmpdir(), 'haat-seed-'));
  masters = path.join(folder, 'masters');
  files = createFileStore({ dataDir: folder });
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const log = () => {};
const coloured = catalogue.find(({ variants = [] }) => variants.some(({ palette }) => palette));
const plain = catalogue.find(({ variants }) => !variants);

test('a statement that takes longer than the limit does not end the first start', async () => {
  await draw([`${plain?.slug}-1`]);
  await pool.query(`create function be_slow() returns trigger language plpgsql as $$
    begin perform pg_sleep(2.1); return null; end $$;
    create trigger be_slow after insert on products for each statement execute function be_slow()`);
  const limited = openPool(database.url, 2);
  onTestFinished(() => limited.end());
  limited.on('connect', (client) => client.query("set statement_timeout = '2s'"));
  expect(await seedDemo({ db: openDatabase(limited), files, log, masters })).toMatchObject({ products: 1 });
});

test('the shop holds every product that has a picture, with its pictures, variants and stock', async () => {
  const palette = coloured?.variants?.find((variant) => variant.palette)?.palette;
  await draw([`${plain?.slug}-1`, `${plain?.slug}-2`, `${coloured?.slug}-1`, `${coloured?.slug}-${palette}`]);
  await draw(['hero-1', 'company', 'team-2', 'no-such-product-1']);
  expect(await isUnseeded(db)).toBe(true);
  expect(await seedDemo({ db, files, log, masters })).toMatchObject({ products: 2 });
  expect(await isUnseeded(db)).toBe(false);

  const products = await db.selectFrom('products').selectAll().execute();
  expect(products.map(({ slug }) => slug).sort()).toEqual([plain?.slug, coloured?.slug].sort());
  expect(products.every(({ fromPaise, status }) => fromPaise > 0 && status === 'active')).toBe(true);
  expect(products.map(({ ratingTenths, numReviews }) => [ratingTenths, numReviews])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  const variants = await db.selectFrom('variants').selectAll().execute();
  expect(variants).toHaveLength(1 + (coloured?.variants?.length ?? 0));
  expect(variants.filter(({ image }) => image !== null).length).toBeGreaterThan(0);
  const moved = await db.selectFrom('stockMovements').select(['variantId', 'delta', 'reason']).execute();
  for (const { id, stock } of variants) {
    const mine = moved.filter(({ variantId }) => variantId === id);
    expect(mine).toEqual(stock > 0 ? [{ variantId: id, delta: stock, reason: 'initial' }] : []);
  }
  expect(await db.selectFrom('productImages').selectAll().execute()).toHaveLength(3);

  const site = await db.selectFrom('siteInfo').selectAll().executeTakeFirstOrThrow();
  const content = site.content as {
    clientName: string;
    companyImageUrl: string;
    heroImages: string[];
    teamMembers: { imageUrl: string }[];
  };
  expect(content.clientName).toBe('Haat');
  expect(await files.exists(content.companyImageUrl)).toBe(true);
  expect(content.teamMembers.map(({ imageUrl }) => imageUrl !== '')).toEqual([false, true, false, false]);
  expect(content.heroImages).toHaveLength(1);
  const settings = site.settings as { gstin: string };
  expect(settings.gstin).toMatch(/^08[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/);
  expect(checkDigit(settings.gstin.slice(0, 14))).toBe(settings.gstin.at(14));
  expect(await db.selectFrom('policies').selectAll().execute()).toHaveLength(4);
});

test('an interrupted filling is done over and leaves nothing behind (T-CRS-06)', async () => {
  await draw([`${plain?.slug}-1`, `${coloured?.slug}-1`, 'hero-1']);
  const put = files.put;
  let puts = 0;
  vi.spyOn(files, 'put').mockImplementation(async (...given) => {
    puts++;
    if (puts === 3) throw new Error('killed');
    await put(...given);
  });
  await expect(seedDemo({ db, files, log, masters })).rejects.toThrow('killed');
  expect(await isUnseeded(db)).toBe(true);
  expect(await seedDemo({ db, files, log, masters })).toMatchObject({ products: 2 });
  const kept = await readdir(path.join(folder, 'files/uploads'), { recursive: true });
  expect(kept.filter((file) => file.includes('.'))).toHaveLength(3);
  expect(await db.selectFrom('mediaFiles').selectAll().execute()).toHaveLength(3);
});

test('an empty shop starts with its policies and a name to change', async () => {
  await seedEmpty({ db });
  expect(await isUnseeded(db)).toBe(false);
  const drafts = await db.selectFrom('policies').select('isActive').execute();
  expect(drafts).toEqual(Array(4).fill({ isActive: false }));
  expect(await db.selectFrom('products').selectAll().execute()).toEqual([]);
});

async function draw(names: string[]) {
  await mkdir(masters, { recursive: true });
  for (const [i, name] of names.entries()) {
    const background = { r: (i * 37) % 255, g: name.length * 3, b: 99 };
    await sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .webp()
      .toFile(path.join(masters, `${name}.webp`));
  }
}

/** The last character of a GSTIN: weights 1 and 2 in turn over base 36. */
function checkDigit(first14: string): string | undefined {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const sum = [...first14]
    .map((character, i) => digits.indexOf(character) * (i % 2 === 0 ? 1 : 2))
    .reduce((total, product) => total + Math.floor(product / 36) + (product % 36), 0);
  return digits[(36 - (sum % 36)) % 36];
}
