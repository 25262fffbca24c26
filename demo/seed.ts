import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { seedContent } from '../server/content/seed.ts';
import { type Database, transaction } from '../server/db/database.ts';
import type { FileStore } from '../server/media/files.ts';
import { storeFinishedImage } from '../server/media/media.ts';
import type { PictureKind } from '../shared/contract/catalogue-admin.ts';
import type { SiteContent } from '../shared/contract/content.ts';
import { brands } from './catalogue/brands.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { categories } from './catalogue/categories.ts';
import { policies } from './catalogue/policies.ts';
import type { DemoProduct } from './catalogue/product.ts';
import { productTypes } from './catalogue/product-types.ts';
import { siteInfo } from './catalogue/site-info.ts';
import { insertGroups, insertProducts, type PicturedProduct } from './seed-queries.ts';

const mastersFolder = path.join(import.meta.dirname, 'pictures/masters');

/**
 * Fills an empty database with the demo shop. Pictures go first, as they are; all rows that
 * shoppers see follow in one transaction, so an interrupted start leaves a database that still counts as empty.
 * Gives the stored paths, for making sizes ahead. Products without a main picture are left out.
 */
export async function seedDemo(parts: {
  db: Database;
  files: FileStore;
  log: (line: string) => void;
  /** Where the pictures are: for tests. */
  masters?: string;
}): Promise<{ products: number; pictures: string[] }> {
  const { db, files, log, masters = mastersFolder } = parts;
  const stored = await storePictures({ db, files, log, masters });
  const products = catalogue.flatMap((product) => pictured(product, stored));
  await transaction(db, async (trx) => {
    await seedContent(trx, { policies, content: siteContent(stored), settings, isDemo: true });
    const groups = await insertGroups(trx, {
      categories: categories.map((category) => ({
        ...category,
        image: categoryImage(category.slug, products),
      })),
      brands,
      productTypes,
    });
    if (products.length > 0) await insertProducts(trx, products, groups);
  });
  log(`Demo shop: ${products.length} products in ${categories.length} categories`);
  return { products: products.length, pictures: [...stored.values()] };
}

/** Stored paths by the names of the masters. */
async function storePictures(parts: {
  db: Database;
  files: FileStore;
  log: (line: string) => void;
  masters: string;
}): Promise<Map<string, string>> {
  const { db, files, log, masters } = parts;
  const wanted = wantedPictures().filter(({ name }) => existsSync(path.join(masters, `${name}.webp`)));
  const stored = new Map<string, string>();
  const waiting = wanted.values();
  let told = Date.now();
  const worker = async () => {
    for (const { name, kind } of waiting) {
      const bytes = await readFile(path.join(masters, `${name}.webp`));
      const { path: place } = await storeFinishedImage(db, files, kind, bytes, nameFor(bytes));
      stored.set(name, place);
      if (Date.now() - told < 2000) continue;
      told = Date.now();
      log(`Demo shop: ${stored.size} of ${wanted.length} pictures`);
    }
  };
  await Promise.all([worker(), worker()]);
  return stored;
}

function wantedPictures(): { name: string; kind: PictureKind }[] {
  const site = ['hero-1', 'hero-2', 'hero-3', 'story', 'company', ...siteInfo.teamMembers.map(portrait)];
  const products = catalogue.flatMap((product) => [...viewsOf(product), ...palettesOf(product)]);
  return [
    ...site.map((name) => ({ name, kind: 'site' as const })),
    ...[...new Set(products)].map((name) => ({ name, kind: 'product' as const })),
  ];
}

function pictured(product: DemoProduct, stored: Map<string, string>): PicturedProduct[] {
  const [main, ...others] = viewsOf(product).map((name) => stored.get(name));
  if (!main) return [];
  const palettes = new Map<string, string>();
  for (const { palette } of product.variants ?? []) {
    const image = palette && stored.get(`${product.slug}-${palette}`);
    if (image) palettes.set(palette, image);
  }
  return [{ ...product, images: [main, ...others.filter((image) => image !== undefined)], palettes }];
}

function siteContent(stored: Map<string, string>): SiteContent {
  const { state: _, teamMembers, ...said } = siteInfo;
  return {
    ...said,
    heroImages: ['hero-1', 'hero-2', 'hero-3'].flatMap((name) => stored.get(name) ?? []),
    companyImageUrl: stored.get('company') ?? stored.get('story') ?? '',
    teamMembers: teamMembers.map((member, i) => ({
      _id: randomUUID(),
      ...member,
      imageUrl: stored.get(portrait(member, i)) ?? '',
    })),
  };
}

const settings = {
  legalName: 'Haat Crafts LLP',
  // Made up, but with a right check digit; PAN numbers never have the serial 0000.
  gstin: '08AAAFH0000A1ZL',
  state: siteInfo.state,
  invoicePrefix: 'HT',
  asksForAddress: true,
  minOrderRupees: 1,
  maxOrderRupees: 500_000,
};

function categoryImage(slug: string, products: PicturedProduct[]): string | null {
  return products.find((product) => product.category === slug)?.images[0] ?? null;
}

const viewsOf = ({ slug }: DemoProduct) => [1, 2, 3].map((view) => `${slug}-${view}`);
const palettesOf = ({ slug, variants = [] }: DemoProduct) =>
  variants.flatMap(({ palette }) => (palette ? [`${slug}-${palette}`] : []));
const portrait = (_: unknown, i: number) => `team-${i + 1}`;

// The same picture has the same name each time, so that a start after an interrupted one leaves nothing behind.
function nameFor(bytes: Buffer): string {
  const digest = createHash('sha256').update(bytes).digest('base64');
  return digest.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 22);
}
