import type { Product } from '../../../shared/contract/catalogue.ts';
import type { Trx } from '../../db/database.ts';
import type { Admin } from '../../deps.ts';
import { createProductIn, listProductsByIds, presentProduct, updateProductIn } from '../products/products.ts';
import { changesOf } from './changes.ts';
import { nameOf } from './check.ts';
import { type Ready, refusal } from './gather.ts';
import * as queries from './import-queries.ts';
import { BadLine, inputOf } from './input.ts';
import type { ImportItem } from './item.ts';
import { missingOf } from './missing.ts';

/**
 * Makes these products, or changes those with their slugs, so that the same file again brings no doubles. One
 * that can't be written fails alone. What is there as the file says is not written at all.
 */
export async function writeItems(trx: Trx, admin: Admin, all: Ready[]): Promise<queries.StepReport> {
  const known = await lockKnown(trx, all);
  const told: queries.StepReport = { written: 0, failures: [], notes: [], missing: [], retry: [] };
  for (const ready of all) {
    const { item, failed } = ready;
    const { line, slug } = item;
    const name = nameOf(item);
    if (ready.refused) {
      told.failures.push({ line, name, message: ready.refused });
      continue;
    }
    const now = known.get(slug);
    try {
      const { written, missing } = await queries.apart(trx, () => writeItem(trx, admin, ready, now));
      if (written) told.written++;
      if (missing.length > 0) told.missing.push({ line, name, slug, missing });
      told.notes.push(...(now ? [] : item.notes).map((note) => ({ name, ...note })));
      told.notes.push(
        ...failed.map(({ address, message }) => ({ line, name, message: `${message}: ${address}` })),
      );
      if (failed.some(({ address }) => /^https?:/i.test(address))) told.retry.push(picturesAlone(item));
    } catch (error) {
      told.failures.push({
        line: error instanceof BadLine ? error.line : line,
        name,
        message: refusal(error),
      });
    }
  }
  return told;
}

/** The products of these slugs as they are, locked in id order as checkout locks them. */
async function lockKnown(trx: Trx, all: Ready[]): Promise<Map<string, Product>> {
  const ids = await queries.lockProducts(
    trx,
    all.map(({ item }) => item.slug),
  );
  const rows = await listProductsByIds(trx, ids, 'admin');
  return new Map(rows.map((row) => [row.slug, presentProduct(row)]));
}

/** Writes a product. Returns whether there was a change, and what the product lacks. */
async function writeItem(trx: Trx, admin: Admin, { item, groups, stored }: Ready, now: Product | undefined) {
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
