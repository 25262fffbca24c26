import pLimit from 'p-limit';
import type { Attribute } from '../../../shared/contract/catalogue/attributes.ts';
import { violatedConstraint } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { ShopError } from '../../errors.ts';
import type { SanitisedText } from '../../rich-text.ts';
import { sanitise } from '../../sanitise.ts';
import { categoryAdmin, findGroupByName, type GroupTable } from '../categories/categories.ts';
import type { OpenArchive } from './archives.ts';
import { createAttributes } from './create-attributes.ts';
import { creatingAlone } from './import-queries.ts';
import type { ImportItem } from './item.ts';
import { addressesOf, type Failing, importPicture, type PictureLookup } from './pictures.ts';

/** The id of each group that the file names; null where its cell is empty. */
type GroupIds = Partial<Record<'category' | 'subcategory' | 'brand' | 'productType', string | null>>;

/** A product with the groups and pictures that it refers to, so that it can be written without further requests. */
export type PreparedItem = {
  item: ImportItem;
  groups: GroupIds;
  richText?: SanitisedText | undefined;
  stored: Map<string, string>;
  /** The pictures that could not be stored, with the reason. */
  failed: { address: string; message: string }[];
  /** Why it can't be written. */
  rejection?: string;
};

/** The state that the products of one run share. */
export type ImportState = {
  archive: OpenArchive | undefined;
  /** Stored and failed pictures by key. */
  pictures: Map<string, Promise<string>>;
  failing: Failing;
  /** Ids of groups by kind and name. */
  groups: Map<string, string>;
  /** Attributes by id; empty until they are needed. */
  attributes: Map<string, Attribute>;
};

/** Creates the groups and attributes that a product names, sanitises its text, and stores its pictures. */
export async function prepareItem(
  deps: Deps,
  admin: Admin,
  item: ImportItem,
  lookup: PictureLookup,
  state: ImportState,
): Promise<PreparedItem> {
  const stored = new Map<string, string>();
  const failed: PreparedItem['failed'] = [];
  const store = async (address: string) => {
    const key = lookup.keyOf(address);
    const picture =
      lookup.stored.get(address) ??
      state.pictures.get(key) ??
      importPicture(deps, address, lookup, state.archive, state.failing);
    try {
      if (typeof picture !== 'string') state.pictures.set(key, picture);
      stored.set(address, await picture);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      failed.push({ address, message: error.message });
    }
  };
  const limit = pLimit(2);
  await Promise.all(addressesOf(item).map((address) => limit(() => store(address))));
  try {
    return {
      item: await createAttributes(deps, admin, item, state.attributes),
      groups: await groupsOf(deps, admin, item, state.groups),
      richText: await richTextOf(deps, item),
      stored,
      failed,
    };
  } catch (error) {
    return { item, groups: {}, stored, failed, rejection: reasonOf(error) };
  }
}

/** The formatted description; undefined without one, or if it can't be read, so that its plain text counts. */
async function richTextOf(
  { workers }: Pick<Deps, 'workers'>,
  { description, descriptionHtml }: ImportItem,
): Promise<SanitisedText | undefined> {
  if (!description || !descriptionHtml) return undefined;
  const [text] = await sanitise(workers, [{ field: 'description', given: descriptionHtml }]).catch(
    (error: unknown) => {
      if (error instanceof ShopError) return [];
      throw error;
    },
  );
  // The plain text is the one that the file is compared with when it is imported again.
  return text && { ...text, words: description };
}

/** The message of an error that concerns one row; throws any other error. */
export function reasonOf(error: unknown): string {
  if (error instanceof ShopError) return error.message;
  if (violatedConstraint(error)) return 'Something in this row can’t be stored';
  throw error;
}

/** Ids of the groups that an item names; missing ones are created. */
async function groupsOf(
  deps: Deps,
  admin: Admin,
  { category, subcategory, brand, productType }: ImportItem,
  ids: Map<string, string>,
): Promise<GroupIds> {
  const edits = categoryAdmin(deps, admin);
  const idOf = async (table: GroupTable, name: string | undefined, parent?: string) => {
    if (!name) return name === undefined ? undefined : null;
    const key = `${parent ?? table}\0${name.toLowerCase()}`;
    const create = () => {
      if (parent) return edits.createSubcategory(parent, { name });
      return table === 'brands' || table === 'productTypes'
        ? edits.createGroup(table, { name })
        : edits.createCategory({ name });
    };
    const find = () => findGroupByName(deps.db, table, name, parent);
    const id =
      ids.get(key) ??
      (await find()) ??
      (await creatingAlone(deps.db, async () => (await find()) ?? (await create())._id));
    ids.set(key, id);
    return id;
  };
  const parent = await idOf('categories', category);
  return {
    category: parent,
    subcategory: parent ? await idOf('subcategories', subcategory, parent) : undefined,
    brand: await idOf('brands', brand),
    productType: await idOf('productTypes', productType),
  };
}
