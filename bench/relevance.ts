import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brands } from '../demo/catalogue/brands.ts';
import { catalogue } from '../demo/catalogue/catalogue.ts';
import { categories } from '../demo/catalogue/categories.ts';
import { productTypes } from '../demo/catalogue/product-types.ts';
import { insertGroups, insertProducts } from '../demo/seed-queries.ts';
import { readProducts } from '../server/catalogue/import/formats/read.ts';
import type { ReadItem } from '../server/catalogue/import/item.ts';
import { readProductsById } from '../server/catalogue/products/cached-products.ts';
import { listProducts } from '../server/catalogue/products/list-queries.ts';
import type { Database } from '../server/db/database.ts';
import { transaction } from '../server/db/database.ts';
import type { Product } from '../shared/contract/catalogue/catalogue.ts';
import { productQuery } from '../shared/contract/catalogue/catalogue.ts';
import { relevanceQueries } from './relevance-queries.ts';

const exportFiles = ['shopify-apparel', 'shopify-home-and-garden', 'woocommerce-sample'];
const picture = 'uploads/product/relevance.webp';

/** Fills an empty database with the products of the demo shop and of the export files of three other shops. */
export async function fillForRelevance(db: Database): Promise<void> {
  const items = await Promise.all(exportFiles.map(readExport));
  await transaction(db, async (trx) => {
    await trx
      .insertInto('mediaFiles')
      .values({ path: picture, kind: 'product', width: 1, height: 1, bytes: 1 })
      .execute();
    const groups = await insertGroups(trx, {
      categories: categories.map((category) => ({ ...category, image: null })),
      brands: brands.map(({ picture: _, ...brand }) => ({ ...brand, image: null })),
      productTypes,
    });
    const pictured = catalogue.map((product) => ({ ...product, images: [picture], palettes: new Map() }));
    await insertProducts(trx, pictured, groups, () => ({}));
    for (const { slug, name = slug, description = '', variants } of items.flat()) {
      const { id } = await trx
        .insertInto('products')
        .values({ slug, name, description })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('variants')
        .values(
          variants.map(({ sku, values }, position) => ({
            productId: id,
            optionValues: values,
            position,
            pricePaise: 100,
            sellingPaise: 100,
            sku: sku || `${slug}-${position}`,
          })),
        )
        .execute();
    }
  });
}

async function readExport(name: string): Promise<ReadItem[]> {
  const file = fileURLToPath(new URL(`../tests/exports/${name}.csv`, import.meta.url));
  return (await readProducts(await readFile(file), { rupeesPerUnit: 1, asDraft: false })).items;
}

/** The share of searches whose first three products contain the expected one, and those for which it is missing. */
export async function scoreRelevance(db: Database) {
  const missed: string[] = [];
  for (const [search, expected] of relevanceQueries) {
    const { ids } = await listProducts(db, productQuery.parse({ search, limit: '3' }), 'shopper');
    const byId = await readProductsById(db, ids, 'shopper');
    const found = ids.flatMap((id) => byId.get(id) ?? []);
    if (!isExpected(found, expected))
      missed.push(
        `${search}: ${found.map(({ name }) => name).join(' | ') || 'nothing'} instead of ${expected}`,
      );
  }
  return { score: 1 - missed.length / relevanceQueries.length, searches: relevanceQueries.length, missed };
}

function isExpected(found: Product[], expected: string): boolean {
  if (!expected.startsWith('@')) return found.some(({ name }) => expected.split(' | ').includes(name));
  const isIn = ({ category, subcategory, productType }: Product) =>
    [category, subcategory, productType].some((group) => group?.name === expected.slice(1));
  return found.length > 0 && found.every(isIn);
}
