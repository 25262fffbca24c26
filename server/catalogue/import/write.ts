import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { ProductChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { Trx } from '../../db/database.ts';
import type { Admin } from '../../deps.ts';
import { recordFormerSlug } from '../former-slugs/former-slugs.ts';
import {
  chargesGst,
  chooseProductSlug,
  createProductIn,
  listProductsByIds,
  presentProduct,
  updateProductIn,
} from '../products/products.ts';
import { inSavepoint } from '../queries.ts';
import { changesOf, missingOf } from './changes.ts';
import { nameOf } from './check.ts';
import * as queries from './import-queries.ts';
import { BadLine } from './input.ts';
import type { ImportItem } from './item.ts';
import { sellableInput } from './keep-off-sale.ts';
import { findAgain } from './match.ts';
import { lockImports, rememberSource } from './match-queries.ts';
import { type PreparedItem, reasonOf } from './prepare.ts';

/**
 * Creates these products or updates those that they were found to be. A product that can't be written does not affect the
 * others; one that would not change is not written.
 */
export async function writeItems(trx: Trx, admin: Admin, all: PreparedItem[]): Promise<queries.StepResult> {
  await lockImports(trx);
  const existing = await lockExisting(trx, all);
  const hasGst = await chargesGst(trx);
  const result: queries.StepResult = {
    written: 0,
    created: [],
    failures: [],
    notes: [],
    missing: [],
    retry: [],
  };
  for (const ready of all) {
    const { item, failed } = ready;
    const { line, slug } = item;
    const name = nameOf(item);
    if (ready.rejection) {
      result.failures.push({ line, name, message: ready.rejection });
      continue;
    }
    const now = existing.get(item);
    try {
      const { id, written, missing, notes } = await inSavepoint(trx, () =>
        writeItem(trx, admin, ready, { now, hasGst }),
      );
      if (written) result.written++;
      if (!now) result.created.push(id);
      if (missing.length > 0) result.missing.push({ line, name, slug, missing });
      result.notes.push(...notes.map((note) => ({ name, ...note })));
      result.notes.push(
        ...failed.map(({ address, message }) => ({ line, name, message: `${message}: ${address}` })),
      );
      if (failed.some(({ address }) => /^https?:/i.test(address))) result.retry.push(picturesAlone(id, item));
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

/** The existing products that these are, locked in id order as checkout does. */
async function lockExisting(trx: Trx, all: PreparedItem[]): Promise<Map<ImportItem, Product>> {
  const found = await findAgain(
    trx,
    all.map(({ item }) => item),
  );
  const ids = [...new Set(found.values())];
  await queries.lockProducts(trx, ids);
  const rows = await listProductsByIds(trx, ids, 'admin');
  const products = new Map(rows.map((row) => [row.id, presentProduct(row)]));
  return new Map(
    [...found].flatMap(([item, id]) => {
      const product = products.get(id);
      return product ? [[item, product] as const] : [];
    }),
  );
}

/** Writes a product. Returns its id, whether it changed, what it lacks, and what is not as the file says. */
async function writeItem(
  trx: Trx,
  admin: Admin,
  { item, groups, richText: formatted, stored }: PreparedItem,
  { now, hasGst }: { now: Product | undefined; hasGst: boolean },
) {
  const { input, notes } = sellableInput(item, now, stored, hasGst);
  const written = !now || changesOf(now, item, input).length > 0;
  const isNewText = input.description !== undefined && input.description !== now?.description;
  const prepared = { richText: isNewText ? formatted : undefined };
  const id = now?._id ?? (await createItem(trx, admin, item, { ...input, ...groups }, prepared));
  if (now && written) await updateProductIn(trx, admin, id, { ...input, ...groups }, prepared);
  await rememberItem(trx, id, item);
  const image = input.image === undefined ? now?.image : input.image;
  return { id, written, missing: missingOf(item, now, input, Boolean(image)), notes };
}

async function createItem(
  trx: Trx,
  admin: Admin,
  item: ImportItem,
  input: ProductChange,
  prepared: Pick<PreparedItem, 'richText'>,
): Promise<string> {
  const slug = await chooseProductSlug(trx, { name: item.slug });
  return createProductIn(trx, admin, { ...input, name: input.name ?? nameOf(item), slug }, prepared);
}

/** Remembers what the product is called in the file, and lets an address that can't be ours lead to it. */
async function rememberItem(trx: Trx, id: string, { slug, address, source }: ImportItem): Promise<void> {
  if (source) await rememberSource(trx, id, source);
  if (address && address !== slug) await recordFormerSlug(trx, 'products', address, id);
}

/** An item with pictures only, which are added to those of a product. */
const picturesAlone = (
  product: string,
  { line, slug, name, pictures, imageAlts, variants }: ImportItem,
): ImportItem => ({
  line,
  slug,
  product,
  pictures,
  notes: [],
  imageAlts,
  own: false,
  label: name,
  variants: variants
    .filter(({ picture }) => picture)
    .map(({ line: index, values, sku, picture }) => ({ line: index, values, sku, picture })),
});
