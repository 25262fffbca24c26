import { violatedConstraint } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { ShopError } from '../../errors.ts';
import { categoryAdmin, findGroupByName } from '../categories/categories.ts';
import type { OpenArchive } from './archives.ts';
import type { ImportItem } from './item.ts';
import { addressesOf, type Failing, importPicture, type Known } from './pictures.ts';

/** The id of each group that the file names; null where its cell is empty. */
type GroupIds = Partial<Record<'category' | 'subcategory' | 'brand' | 'productType', string | null>>;

/** A product with all that it refers to in the shop, so that it can be written without waiting for anything. */
export type Ready = {
  item: ImportItem;
  groups: GroupIds;
  stored: Map<string, string>;
  /** Its pictures that could not be fetched, with the reason. */
  failed: { address: string; message: string }[];
  /** Why it can't be written. */
  refused?: string;
};

/** What a run of an import remembers from product to product. */
export type Memory = {
  archive: OpenArchive | undefined;
  /** Pictures that were brought or could not be, by what they are known by. */
  pictures: Map<string, Promise<string>>;
  failing: Failing;
  /** Ids of groups by kind and name. */
  groups: Map<string, string>;
};

/** Creates the groups that a product names and stores its pictures. */
export async function prepareItems(
  deps: Deps,
  admin: Admin,
  item: ImportItem,
  known: Known,
  memory: Memory,
): Promise<Ready> {
  const stored = new Map<string, string>();
  const failed: Ready['failed'] = [];
  const bring = async (address: string) => {
    const key = known.keyOf(address);
    const coming =
      known.stored.get(address) ??
      memory.pictures.get(key) ??
      importPicture(deps, address, known, memory.archive, memory.failing);
    try {
      if (typeof coming !== 'string') memory.pictures.set(key, coming);
      stored.set(address, await coming);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      failed.push({ address, message: error.message });
    }
  };
  const addresses = addressesOf(item);
  // Two at a time, as pictures are worked on two at a time.
  for (let i = 0; i < addresses.length; i += 2) await Promise.all(addresses.slice(i, i + 2).map(bring));
  try {
    return { item, groups: await groupsOf(deps, admin, item, memory.groups), stored, failed };
  } catch (error) {
    return { item, groups: {}, stored, failed, refused: refusal(error) };
  }
}

/** What to tell of an error that is the row's own; any other is thrown. */
export function refusal(error: unknown): string {
  if (error instanceof ShopError) return error.message;
  if (violatedConstraint(error)) return 'Something in this row can’t be stored';
  throw error;
}

/** Ids of the groups that an item names; those that are missing are made. */
async function groupsOf(
  deps: Deps,
  admin: Admin,
  item: ImportItem,
  known: Map<string, string>,
): Promise<GroupIds> {
  const edits = categoryAdmin(deps, admin);
  const idOf = async (
    kind: string,
    name: string,
    find: () => Promise<string | undefined>,
    make: () => Promise<{ _id: string }>,
  ) => {
    const key = `${kind}\0${name.toLowerCase()}`;
    const id = known.get(key) ?? (await find()) ?? (await make())._id;
    known.set(key, id);
    return id;
  };
  const found: GroupIds = {};
  const { category, subcategory, brand, productType } = item;
  if (category === '') found.category = null;
  else if (category) {
    const parent = await idOf(
      'category',
      category,
      () => findGroupByName(deps.db, 'categories', category),
      () => edits.createCategory({ name: category }),
    );
    found.category = parent;
    if (subcategory === '') found.subcategory = null;
    else if (subcategory)
      found.subcategory = await idOf(
        parent,
        subcategory,
        () => findGroupByName(deps.db, 'subcategories', subcategory, parent),
        () => edits.createSubcategory(parent, { name: subcategory }),
      );
  }
  for (const [field, table, name] of [
    ['brand', 'brands', brand],
    ['productType', 'productTypes', productType],
  ] as const) {
    if (name === '') found[field] = null;
    if (!name) continue;
    found[field] = await idOf(
      table,
      name,
      () => findGroupByName(deps.db, table, name),
      () => edits.createGroup(table, { name }),
    );
  }
  return found;
}
