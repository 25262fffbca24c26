import { setImmediate } from 'node:timers/promises';
import type { Product } from '../../../shared/contract/catalogue.ts';
import { slugify } from '../../../shared/slug.ts';
import type { Database } from '../../db/database.ts';
import { listProductsByIds, presentProduct } from '../products/products.ts';
import { variantsAfter } from './changes.ts';
import { findIdsBySlug, findSkuOwners } from './import-queries.ts';
import { BadLine, inputOf } from './input.ts';
import type { BadRow, ImportItem } from './item.ts';
import { reasonOf } from './prepare.ts';
import type { ReadFile } from './read.ts';
import { withStoredValues } from './stored-values.ts';

/** A product of a file that can be imported, with the one it changes. */
export type Checked = { item: ImportItem; now: Product | undefined };

/** Other requests are served after this number of items. */
export const itemsAtOnce = 20;

/** Checks which products of a file can be written, and returns the other rows with the reason. */
export async function checkFile(
  db: Database,
  { items, bad }: ReadFile,
): Promise<{ good: Checked[]; bad: BadRow[] }> {
  const rejected = [...bad];
  const valid: ImportItem[] = [];
  const slugs = new Set<string>();
  for (const { problems, ...item } of items) {
    const [problem = problemOf(item, slugs)] = problems;
    if (problem) rejected.push({ name: nameOf(item), ...problem });
    else valid.push(item);
    slugs.add(item.slug);
  }
  const existing = await findExisting(db, valid);
  const conflictOf = await skuConflicts(db, valid);
  const good: Checked[] = [];
  for (const [i, read] of valid.entries()) {
    if (i % itemsAtOnce === 0) await setImmediate();
    const now = existing.get(read.slug);
    const item = now ? withStoredValues(read, now) : read;
    const problem = conflictOf(item) ?? writingProblem(item, now);
    if (problem) rejected.push({ name: nameOf(item), ...problem });
    else good.push({ item, now });
  }
  return { good, bad: rejected.toSorted((a, b) => a.line - b.line) };
}

/** The name of a product in messages; a file that changes products need not contain their names. */
export const nameOf = ({ name, label, slug }: ImportItem): string => name || label || slug;

type Problem = { line: number; message: string } | undefined;

function problemOf(item: ImportItem, slugs: Set<string>): Problem {
  const { line, slug, name, category = '', subcategory = '', brand = '', productType = '' } = item;
  if (name === '') return { line, message: 'Product name is required' };
  if (!slug || slugify(slug) !== slug) return { line, message: `“${slug}” can’t be part of an address` };
  if (slugs.has(slug)) return { line, message: 'This product is in the file twice' };
  if ([category, subcategory, brand, productType].some((group) => group.length > 120))
    return { line, message: 'The name of a category, brand or type is too long' };
  return undefined;
}

async function findExisting(db: Database, items: ImportItem[]): Promise<Map<string, Product>> {
  const ids = await findIdsBySlug(
    db,
    items.map(({ slug }) => slug),
  );
  const rows = await listProductsByIds(db, [...ids.values()], 'admin');
  return new Map(rows.map((row) => [row.slug, presentProduct(row)]));
}

/** Finds products whose SKUs another product in the shop or in the file has. */
async function skuConflicts(db: Database, items: ImportItem[]): Promise<(item: ImportItem) => Problem> {
  const given = items.flatMap(({ variants }) => variants.flatMap(({ sku }) => sku?.toLowerCase() ?? []));
  const owners = new Map(
    (await findSkuOwners(db, given)).map(({ sku, slug, name }) => [sku.toLowerCase(), { slug, name }]),
  );
  const seen = new Map<string, number>();
  return (item) => {
    for (const { sku, line } of item.variants) {
      if (!sku) continue;
      const owner = owners.get(sku.toLowerCase());
      const other = seen.get(sku.toLowerCase());
      if (owner && owner.slug !== item.slug)
        return { line, message: `The SKU “${sku}” belongs to “${owner.name}”` };
      if (other !== undefined) return { line, message: `The SKU “${sku}” is on line ${other} too` };
      seen.set(sku.toLowerCase(), line);
    }
    return undefined;
  };
}

function writingProblem(item: ImportItem, now: Product | undefined): Problem {
  try {
    variantsAfter(now, inputOf(item, now, new Map()));
    return undefined;
  } catch (error) {
    return { line: error instanceof BadLine ? error.line : item.line, message: reasonOf(error) };
  }
}
