import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { seedContent } from '../server/content/seed.ts';
import { type Database, transaction } from '../server/db/database.ts';
import type { FileStore } from '../server/media/files.ts';
import { storeFinishedImage } from '../server/media/media.ts';
import type { PictureKind } from '../shared/contract/catalogue/catalogue-admin.ts';
import type { SiteContent } from '../shared/contract/content.ts';
import { brands } from './catalogue/brands.ts';
import { care, careByCategory } from './catalogue/care.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { categories } from './catalogue/categories.ts';
import { delivery } from './catalogue/delivery.ts';
import { occasion, productsByOccasion } from './catalogue/occasions.ts';
import { policies } from './catalogue/policies.ts';
import type { DemoProduct } from './catalogue/product.ts';
import { productTypes } from './catalogue/product-types.ts';
import { demoQuestions, demoReviews } from './catalogue/reviews.ts';
import { siteInfo } from './catalogue/site-info.ts';
import { sizeGuides } from './catalogue/size-guides.ts';
import {
  allowLongStatements,
  insertAttribute,
  insertGroups,
  insertOpinions,
  insertProducts,
  insertSizeGuides,
  insertWelcomeDiscount,
  type PicturedProduct,
} from './seed-queries.ts';

const mastersFolder = path.join(import.meta.dirname, 'pictures/masters');

/**
 * Fills an empty database with the demo shop. Pictures are stored first; all visible rows follow in one transaction, so
 * that an interrupted start leaves a database that still counts as empty. Products without a main picture are omitted.
 * Returns the paths of the pictures, whose sizes can be prepared.
 */
export async function seedDemo(parts: {
  db: Database;
  files: FileStore;
  log: (line: string) => void;
  /** The folder of the pictures; tests set it. */
  masters?: string;
}): Promise<{ products: number; pictures: string[] }> {
  const { db, files, log, masters = mastersFolder } = parts;
  const stored = await storePictures({ db, files, log, masters });
  const products = catalogue.flatMap((product) => pictured(product, stored));
  await transaction(db, async (trx) => {
    await allowLongStatements(trx);
    await seedContent(trx, { policies, content: siteContent(stored), settings, isDemo: true });
    const occasionId = await insertAttribute(trx, occasion);
    const careId = await insertAttribute(trx, care);
    const groups = await insertGroups(trx, {
      categories: categories.map((category) => ({
        ...category,
        image: categoryImage(category.slug, products),
      })),
      brands: brands.map(({ picture, ...brand }) => ({ ...brand, image: stored.get(picture) ?? null })),
      productTypes,
    });
    await insertSizeGuides(trx, sizeGuides, groups);
    await insertWelcomeDiscount(trx);
    if (products.length === 0) return;
    const ids = await insertProducts(trx, products, groups, attributesOf(occasionId, careId));
    await insertOpinions(trx, { reviews: demoReviews, questions: demoQuestions }, ids);
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
  const pictures = listPictures().filter(({ name }) => existsSync(path.join(masters, `${name}.webp`)));
  const stored = new Map<string, string>();
  const remaining = pictures.values();
  let loggedAt = Date.now();
  const worker = async () => {
    for (const { name, kind } of remaining) {
      const bytes = await readFile(path.join(masters, `${name}.webp`));
      const { path: place } = await storeFinishedImage(db, files, kind, bytes, nameFor(bytes));
      stored.set(name, place);
      if (Date.now() - loggedAt < 2000) continue;
      loggedAt = Date.now();
      log(`Demo shop: ${stored.size} of ${pictures.length} pictures`);
    }
  };
  await Promise.all([worker(), worker()]);
  return stored;
}

function listPictures(): { name: string; kind: PictureKind }[] {
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
  const { state: _, teamMembers, ...info } = siteInfo;
  return {
    ...info,
    whatsapp: '',
    returnDays: 30,
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
  // Invented, with a valid check digit; real PAN numbers never have the serial 0000.
  gstin: '08AAAFH0000A1ZL',
  state: siteInfo.state,
  invoicePrefix: 'HT',
  asksForAddress: true,
  minOrderRupees: 1,
  maxOrderRupees: 500_000,
  delivery,
  codEnabled: true,
  codFeeRupees: 40,
  codMaxRupees: 10_000,
};

function categoryImage(slug: string, products: PicturedProduct[]): string | null {
  return products.find((product) => product.category === slug)?.images[0] ?? null;
}

/** The values of the attributes of a product. */
const attributesOf =
  (occasionId: string, careId: string) =>
  ({ slug, category }: DemoProduct): Record<string, string[]> => {
    const occasions = occasion.choices.filter((choice) => productsByOccasion[choice]?.includes(slug));
    const text = careByCategory[category];
    return {
      ...(occasions.length > 0 && { [occasionId]: occasions }),
      ...(text && { [careId]: [text] }),
    };
  };

const viewsOf = ({ slug }: DemoProduct) => [1, 2, 3].map((view) => `${slug}-${view}`);
const palettesOf = ({ slug, variants = [] }: DemoProduct) =>
  variants.flatMap(({ palette }) => (palette ? [`${slug}-${palette}`] : []));
const portrait = (_: unknown, i: number) => `team-${i + 1}`;

// The name depends on the content, so that a start after an interrupted one leaves no unused files.
function nameFor(bytes: Buffer): string {
  const digest = createHash('sha256').update(bytes).digest('base64');
  return digest.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 22);
}
