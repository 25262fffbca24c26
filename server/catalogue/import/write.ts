import type { Product } from '../../../shared/contract/catalogue.ts';
import type { Trx } from '../../db/database.ts';
import type { Admin } from '../../deps.ts';
import { createProductIn, listProductsByIds, presentProduct, updateProductIn } from '../products/products.ts';
import { changesOf, missingOf } from './changes.ts';
import { nameOf } from './check.ts';
import * as queries from './import-queries.ts';
import { BadLine, inputOf } from './input.ts';
import type { ImportItem } from './item.ts';
import { type PreparedItem, reasonOf } from './prepare.ts';

/**
 * Creates these products or updates those with the same slugs. A product that can't be written does not affect the
 * others; one that would not change is not written.
 */
export async function writeItems(trx: Trx, admin: Admin, all: PreparedItem[]): Promise<queries.StepResult> {
  const existing = await lockExisting(trx, all);
  const result: queries.StepResult = { written: 0, failures: [], notes: [], missing: [], retry: [] };
  for (const ready of all) {
    const { item, failed } = ready;
    const { line, slug } = item;
    const name = nameOf(item);
    if (ready.rejection) {
      result.failures.push({ line, name, message: ready.rejection });
      continue;
    }
    const now = existing.get(slug);
    try {
      const { written, missing } = await queries.inSavepoint(trx, () => writeItem(trx, admin, ready, now));
      if (written) result.written++;
      if (missing.length > 0) result.missing.push({ line, name, slug, missing });
      result.notes.push(...(now ? [] : item.notes).map((note) => ({ name, ...note })));
      result.notes.push(
        ...failed.map(({ address, message }) => ({ line, name, message: `${message}: ${address}` })),
      );
      if (failed.some(({ address }) => /^https?:/i.test(address))) result.retry.push(picturesAlone(item));
    } catch (error) {
      result.failures.push({
        line: error instanceof BadLine ? error.line : line,
        name,
        message: reasonOf(error),
      });
    }
  }
  return result;
}

/** The existing products with these slugs, locked in id order as checkout does. */
async function lockExisting(trx: Trx, all: PreparedItem[]): Promise<Map<string, Product>> {
  const ids = await queries.lockProducts(
    trx,
    all.map(({ item }) => item.slug),
  );
  const rows = await listProductsByIds(trx, ids, 'admin');
  return new Map(rows.map((row) => [row.slug, presentProduct(row)]));
}

/** Writes a product. Returns whether it changed, and what it lacks. */
async function writeItem(
  trx: Trx,
  admin: Admin,
  { item, groups, stored }: PreparedItem,
  now: Product | undefined,
) {
  const input = inputOf(item, now, stored);
  const written = !now || changesOf(now, item, input).length > 0;
  if (!now) await createProductIn(trx, admin, { ...input, ...groups, name: nameOf(item), slug: item.slug });
  else if (written) await updateProductIn(trx, admin, now._id, { ...input, ...groups });
  const image = input.image === undefined ? now?.image : input.image;
  return { written, missing: missingOf(item, now, input, Boolean(image)) };
}

/** An item with pictures only, which are added to the existing ones. */
const picturesAlone = ({ line, slug, name, pictures, variants }: ImportItem): ImportItem => ({
  ...{ line, slug, pictures, notes: [], own: false },
  label: name,
  variants: variants
    .filter(({ picture }) => picture)
    .map(({ line: at, values, sku, picture }) => ({ line: at, values, sku, picture })),
});
