import type { Product } from '../../../shared/contract/catalogue.ts';
import { newProduct, type ProductChange } from '../../../shared/contract/catalogue-admin.ts';
import type { Actor, Deps } from '../../deps.ts';
import { ShopError } from '../../errors.ts';
import { fetchPicture, storeImage } from '../../media/media.ts';
import { categoryEdits } from '../categories.ts';
import { groups } from '../groups.ts';
import { presentProduct } from '../present.ts';
import { productEdits } from '../product-edit.ts';
import { findProduct } from '../queries.ts';
import { subcategories } from '../subcategories.ts';
import * as queries from './import-queries.ts';
import type { ImportItem } from './item.ts';
import { inputOf } from './plan.ts';

type Parts = Pick<Deps, 'db' | 'files'> & Deps;

/**
 * Makes the product of an item, or changes the one with its slug, so that the same file again brings no doubles.
 * Gives what had to be left out. Throws ShopError where it can't be written.
 */
export async function writeItem(
  deps: Parts,
  actor: Actor,
  item: ImportItem,
  lost: Set<string>,
): Promise<string[]> {
  const row = await findProduct(deps.db, item.slug, 'admin');
  const now = row && presentProduct(row);
  const notes: string[] = [];
  const stored = new Map<string, string>();
  const wanted = [...item.pictures, ...item.variants.flatMap(({ picture }) => picture ?? [])];
  for (const address of new Set(wanted)) {
    const path = await pictureOf(deps, address, lost).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error;
      notes.push(`${error.message}: ${address}`);
      return undefined;
    });
    if (path) stored.set(address, path);
  }
  const input: ProductChange = {
    ...newProduct.parse(inputOf(item)),
    ...(await groupsOf(deps, actor, item)),
    ...picturesOf(item, now, stored),
  };
  input.variants = input.variants?.map((variant, i) => {
    const image = stored.get(item.variants[i]?.picture ?? '');
    return { ...variant, ...(image && { image }) };
  });
  const write = productEdits(deps, actor);
  if (!now) await write.createProduct({ ...input, name: item.name });
  else await write.updateProduct(now._id, item.keepsStock ? input : withoutStock(input));
  return [...(now ? [] : item.notes), ...notes];
}

/** A stored path for an address, fetched once; hosts in `lost` did not answer before. */
async function pictureOf(deps: Parts, address: string, lost: Set<string>): Promise<string | undefined> {
  if (address.startsWith('uploads/')) {
    if (await queries.isStoredPicture(deps.db, address)) return address;
    throw new ShopError(400, 'no_picture', 'This picture is not in the shop');
  }
  const known = await queries.findFetched(deps.db, address);
  if (known) return known;
  const host = URL.canParse(address) ? new URL(address).host : '';
  if (lost.has(host)) throw new ShopError(400, 'no_picture', 'The picture’s server could not be reached');
  let bytes: Buffer;
  try {
    bytes = await fetchPicture(address);
  } catch (error) {
    // Each picture of a silent server would cost as long again.
    if (error instanceof ShopError && !error.message.includes('answered')) lost.add(host);
    throw error;
  }
  const { path } = await storeImage(deps.db, deps.files, 'product', bytes);
  await queries.noteFetched(deps.db, address, path);
  return path;
}

/** Our own files tell all pictures; those of other shops add to what is there. */
function picturesOf(item: ImportItem, now: Product | undefined, stored: Map<string, string>) {
  const brought = item.pictures.flatMap((address) => stored.get(address) ?? []);
  const had = now ? [...(now.image ? [now.image] : []), ...now.images] : [];
  const [image, ...images] = [
    ...new Set(item.keepsStock && brought.length > 0 ? brought : [...had, ...brought]),
  ];
  return image ? { image, images: images.slice(0, 19) } : {};
}

/** Ids of the groups that an item names; those that are missing are made. */
async function groupsOf(deps: Parts, actor: Actor, item: ImportItem) {
  const edits = { ...categoryEdits(deps, actor), ...subcategories(deps, actor), ...groups(deps, actor) };
  const found: Partial<Record<'category' | 'subcategory' | 'brand' | 'productType', string>> = {};
  if (item.category) {
    const name = item.category;
    found.category =
      (await queries.findGroupByName(deps.db, 'categories', name)) ??
      (await edits.createCategory({ name }))._id;
    if (item.subcategory) {
      const sub = item.subcategory;
      found.subcategory =
        (await queries.findSubcategoryByName(deps.db, found.category, sub)) ??
        (await edits.createSubcategory(found.category, { name: sub }))._id;
    }
  }
  for (const [field, table, name] of [
    ['brand', 'brands', item.brand],
    ['productType', 'productTypes', item.productType],
  ] as const) {
    if (!name) continue;
    found[field] =
      (await queries.findGroupByName(deps.db, table, name)) ?? (await edits.createGroup(table, { name }))._id;
  }
  return found;
}

function withoutStock({ countInStock: _, variants, ...input }: ProductChange): ProductChange {
  const kept = variants?.map(({ countInStock: __, ...variant }) => variant);
  return { ...input, ...(kept && { variants: kept }) };
}
