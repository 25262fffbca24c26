import type { Product } from '../../../shared/contract/catalogue.ts';
import { type NewProduct, newProduct } from '../../../shared/contract/catalogue-admin.ts';
import type { ImportPlan } from '../../../shared/contract/catalogue-jobs.ts';
import { slugify } from '../../../shared/slug.ts';
import type { Deps } from '../../deps.ts';
import { presentProduct } from '../present.ts';
import { listProductsByIds } from '../queries.ts';
import { findIdsBySlug } from './import-queries.ts';
import type { BadRow, ImportItem } from './item.ts';
import type { ReadFile } from './read.ts';

/** What a file would do: each product made, changed (and in what) or left as it is, and each bad row. */
export async function planImport({ db }: Pick<Deps, 'db'>, file: ReadFile): Promise<ImportPlan> {
  const { good, bad } = sift(file);
  const ids = await findIdsBySlug(
    db,
    good.map(({ slug }) => slug),
  );
  const rows = await listProductsByIds(db, [...ids.values()], 'admin');
  const known = new Map(rows.map((row) => [row.slug, presentProduct(row)]));
  const products = good.map((item) => {
    const now = known.get(item.slug);
    const changes = now ? changesOf(now, item) : [];
    const what = now ? (changes.length > 0 ? ('change' as const) : ('same' as const)) : ('new' as const);
    return { line: item.line, name: item.name, what, changes, notes: item.notes };
  });
  return { format: file.format, products, bad };
}

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
    const { sku, price, countInStock } = first ?? {};
    return { ...plain, options: [], price, countInStock, ...(sku && { sku }) };
  }
  const variants = item.variants.map(({ values, sku, price, countInStock }) => ({
    ...{ values, price, countInStock },
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

function changesOf(now: Product, item: ImportItem): string[] {
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
  differs('options', now.options, wanted.options);
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
    const stock = wanted.variants?.map(({ countInStock }) => countInStock) ?? [wanted.countInStock];
    differs(
      'stock',
      now.variants.map(({ countInStock }) => countInStock),
      stock,
    );
  }
  return changes;
}
