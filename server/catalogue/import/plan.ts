import type { Product } from '../../../shared/contract/catalogue.ts';
import { type NewProduct, newProduct } from '../../../shared/contract/catalogue-admin.ts';
import type { ImportPlan } from '../../../shared/contract/catalogue-jobs.ts';
import { slugify } from '../../../shared/slug.ts';
import type { Deps } from '../../deps.ts';
import { presentProduct } from '../present.ts';
import { listProductsByIds } from '../queries.ts';
import { picturesIn } from './archives.ts';
import { findIdsBySlug } from './import-queries.ts';
import type { BadRow, ImportItem } from './item.ts';
import { addressesOf, findKnown, isMissing, type Known, picturesOf } from './pictures.ts';
import type { ReadFile } from './read.ts';

/**
 * What a file would do: each product made, changed (and in what) or left as it is, each bad row, and how its
 * pictures and those of the ZIP beside it fit.
 */
export async function planImport(
  { db }: Pick<Deps, 'db'>,
  file: ReadFile,
  archiveId: string | undefined,
): Promise<Omit<ImportPlan, 'importedAt'>> {
  const { good, bad } = sift(file);
  const inZip = await picturesIn({ db }, archiveId);
  const known = await findKnown({ db }, good, inZip);
  const ids = await findIdsBySlug(
    db,
    good.map(({ slug }) => slug),
  );
  const rows = await listProductsByIds(db, [...ids.values()], 'admin');
  const there = new Map(rows.map((row) => [row.slug, presentProduct(row)]));
  const products = good.map((item) => {
    const now = there.get(item.slug);
    const changes = now ? changesOf(now, item, known.stored, known) : [];
    const what = now ? (changes.length > 0 ? ('change' as const) : ('same' as const)) : ('new' as const);
    return { line: item.line, name: item.name, what, changes, notes: item.notes };
  });
  return { format: file.format, products, bad, pictures: fitOf(good, known, [...inZip.keys()]) };
}

/** Which pictures the ZIP has, which nobody sent, and which of the ZIP no product names. */
function fitOf(items: ImportItem[], known: Known, names: string[]): ImportPlan['pictures'] {
  const named = new Set(items.flatMap(addressesOf).flatMap((address) => known.zipped(address)?.name ?? []));
  const missing = items.flatMap((item) =>
    addressesOf(item)
      .filter((address) => isMissing(address, known))
      .map((picture) => ({ line: item.line, name: item.name, picture: picture.slice(0, 300) })),
  );
  return {
    found: named.size,
    missing: missing.slice(0, mostTold),
    missingCount: missing.length,
    unused: names.filter((name) => !named.has(name)).slice(0, mostTold),
    unusedCount: names.length - named.size,
  };
}

const mostTold = 500;

/** The products that can be written, and the rows that can't with the reason. */
export function sift({ items, bad }: ReadFile): { good: ImportItem[]; bad: BadRow[] } {
  const good: ImportItem[] = [];
  const refused = [...bad];
  const slugs = new Set<string>();
  for (const item of items) {
    const parsed = newProduct.safeParse(inputOf(item));
    const { line, name } = item;
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      refused.push({ line, name, message: issue?.message ?? 'Not valid' });
    } else if (!item.slug || slugify(item.slug) !== item.slug) {
      refused.push({ line, name, message: `“${item.slug}” can’t be part of an address` });
    } else if (groupNames(item).some((group) => group.length > 120)) {
      refused.push({ line, name, message: 'The name of a category, brand or type is too long' });
    } else if (item.variants.length === 0) refused.push({ line, name, message: 'Valid price is required' });
    else if (item.options.length === 0 && item.variants.length > 1) {
      refused.push({ line, name, message: 'Several rows, but no options that tell them apart' });
    } else if (slugs.has(item.slug)) refused.push({ line, name, message: 'This product is there twice' });
    else {
      slugs.add(item.slug);
      good.push(item);
    }
  }
  return { good, bad: refused.toSorted((a, b) => a.line - b.line) };
}

/** The body that a form would send for this product, without groups and pictures. */
export function inputOf(item: ImportItem): unknown {
  const { slug, name, description, status, isFeatured, isTopDeal, isTrending, discount, hsn, gstRate } = item;
  const plain = {
    slug,
    name,
    description,
    status,
    isFeatured,
    isTopDeal,
    isTrending,
    discount,
    hsn,
    gstRate,
  };
  const [first] = item.variants;
  if (item.options.length === 0) {
    const { sku, price, countInStock, countInStockBefore } = first ?? {};
    return { ...plain, options: [], price, countInStock, countInStockBefore, ...(sku && { sku }) };
  }
  const variants = item.variants.map(({ values, sku, price, countInStock, countInStockBefore }) => ({
    ...{ values, price, countInStock, countInStockBefore },
    ...(sku && { sku }),
  }));
  return { ...plain, options: item.options, variants };
}

const groupNames = ({ category = '', subcategory = '', brand = '', productType = '' }: ImportItem) => [
  category,
  subcategory,
  brand,
  productType,
];

/**
 * The names of what an item would change of a product as it is now; `stored` are the pictures that can be told.
 * With `known` a picture that waits in a ZIP counts as a change too.
 */
export function changesOf(
  now: Product,
  item: ImportItem,
  stored: Map<string, string>,
  known?: Known,
): string[] {
  const wanted = newProduct.parse(inputOf(item)) as NewProduct;
  const changes: string[] = [];
  const differs = (label: string, a: unknown, b: unknown) => {
    if (b !== undefined && JSON.stringify(a) !== JSON.stringify(b)) changes.push(label);
  };
  differs('name', now.name, wanted.name);
  differs('description', now.description, wanted.description);
  differs('status', now.status, wanted.status);
  differs('discount', now.discount, wanted.discount);
  differs('HSN', now.hsn, wanted.hsn);
  differs('GST rate', now.gstRate, wanted.gstRate);
  for (const [label, a, b] of [
    ['category', now.category, item.category],
    ['subcategory', now.subcategory, item.subcategory],
    ['brand', now.brand, item.brand],
    ['product type', now.productType, item.productType],
  ] as const)
    differs(label, a?.name.toLowerCase(), b?.toLowerCase() || undefined);
  differs('featured', now.isFeatured, wanted.isFeatured);
  differs('top deal', now.isTopDeal, wanted.isTopDeal);
  differs('trending', now.isTrending, wanted.isTrending);
  differs('options', now.options, wanted.options);
  differs(
    'combinations',
    now.variants.map(({ values }) => values),
    wanted.variants?.map(({ values }) => values),
  );
  const prices = wanted.variants?.map(({ price }) => price) ?? [wanted.price];
  differs(
    'price',
    now.variants.map(({ price }) => price),
    prices,
  );
  const skus = item.variants.map(({ sku }, i) => sku || now.variants[i]?.sku);
  differs(
    'SKU',
    now.variants.map(({ sku }) => sku),
    skus,
  );
  if (item.keepsStock) {
    const left = now.variants.map(({ countInStock }) => countInStock);
    const stock = (wanted.variants ?? [wanted]).map(({ countInStock = 0, countInStockBefore }, i) =>
      countInStockBefore === undefined ? countInStock : (left[i] ?? 0) + countInStock - countInStockBefore,
    );
    differs('stock', left, stock);
  }
  const { image = now.image, images = now.images } = picturesOf(item, now, stored);
  const ofVariants = item.variants.map(
    ({ picture = '' }, i) => stored.get(picture) ?? now.variants[i]?.image ?? null,
  );
  const waiting = known && addressesOf(item).some((each) => known.zipped(each) && !stored.has(each));
  differs(
    'pictures',
    [now.image, now.images, now.variants.map((variant) => variant.image)],
    waiting ? null : [image, images, ofVariants],
  );
  return changes;
}
