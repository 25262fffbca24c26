import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { badRequest } from '../../errors.ts';
import {
  baseName,
  fetchPicture,
  findPictures,
  isUnreachable,
  storeImage,
  type ZippedPicture,
} from '../../media/media.ts';
import type { OpenArchive } from './archives.ts';
import * as queries from './import-queries.ts';
import type { ImportItem } from './item.ts';

/** Pictures inside a ZIP, by name. */
type Zipped = Map<string, ZippedPicture>;

/** The pictures of some products: `stored` maps addresses in the file to paths in the shop. */
export type PictureLookup = {
  stored: Map<string, string>;
  /** The picture of the ZIP with the file name of an address; it takes precedence over the address. */
  zipped: (address: string) => ZippedPicture | undefined;
  /** The key of the picture of an address, by which it is stored only once. */
  keyOf: (address: string) => string;
};

/** All addresses that a product names, each once. */
export const addressesOf = ({ pictures = [], variants }: ImportItem): string[] => [
  ...new Set([...pictures, ...variants.flatMap(({ picture }) => picture || [])]),
];

/** Finds the pictures of these products that are in the shop already, from earlier imports or uploads. */
export async function lookUpPictures(
  { db }: Pick<Deps, 'db'>,
  items: ImportItem[],
  pictures: Zipped,
): Promise<PictureLookup> {
  const addresses = [...new Set(items.flatMap(addressesOf))];
  const own = await findPictures(db, addresses.filter(isOwn), 'product');
  const zipped = (address: string) => (own.has(address) ? undefined : pictures.get(baseName(address)));
  const keyOf = (address: string) => {
    const inZip = zipped(address);
    return inZip ? `zip:${inZip.name}:${inZip.bytes}:${inZip.crc32}` : address;
  };
  const imported = await queries.listImportedPictures(db, addresses.map(keyOf));
  const stored = new Map<string, string>();
  for (const address of addresses) {
    const path = own.has(address) ? address : imported.get(keyOf(address));
    if (path) stored.set(address, path);
  }
  return { stored, zipped, keyOf };
}

/** Whether there is no picture for an address: a file name that is not in the ZIP, or a path of another shop. */
export const isMissing = (address: string, { stored, zipped }: PictureLookup): boolean =>
  !stored.has(address) && !zipped(address) && !/^https?:\/\//i.test(address);

/** Whether a picture is not stored yet, but is in the ZIP or has a URL. */
export const isAvailable = (address: string, lookup: PictureLookup): boolean =>
  !lookup.stored.has(address) && !isMissing(address, lookup);

/** The number of consecutive pictures that each host did not deliver. */
export type Failing = Map<string, number>;

/**
 * Stores a picture from the ZIP or its URL and returns its path. Throws ShopError if it can't be fetched. A host in
 * `failing` that did not respond three times in a row is not contacted again.
 */
export async function importPicture(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  address: string,
  lookup: PictureLookup,
  archive: OpenArchive | undefined,
  failing: Failing,
): Promise<string> {
  const inZip = lookup.zipped(address);
  if (isMissing(address, lookup)) throw badRequest(isOwn(address) ? notInShop : notInZip);
  const bytes = inZip && archive ? await archive.read(inZip.entry) : await fetchFrom(address, failing);
  const { path } = await storeImage(db, files, 'product', bytes);
  await queries.recordImportedPicture(db, lookup.keyOf(address), path);
  return path;
}

/**
 * The pictures of a product after its import; undefined if they do not change. An export of this shop lists all
 * pictures. Pictures of other shops' files are added to the existing ones, in the file's order if all existing ones
 * came from the file. An empty cell removes them.
 */
export function picturesOf(item: ImportItem, now: Product | undefined, stored: Map<string, string>) {
  const existing = now ? [...(now.image ? [now.image] : []), ...now.images] : [];
  if (!item.pictures) return {};
  if (item.pictures.length === 0) return existing.length > 0 ? { image: null, images: [] } : {};
  const imported = [...new Set(item.pictures.flatMap((address) => stored.get(address) ?? []))];
  const [image, ...images] = orderOf(item, existing, imported).slice(0, 20);
  return image ? { image, images } : {};
}

/**
 * What stored pictures show, by their paths. Those of an export of this shop replace what the product has; others are for
 * pictures without a text.
 */
export function altsOf(
  { imageAlts = {}, own }: ImportItem,
  now: Product | undefined,
  stored: Map<string, string>,
): Record<string, string> | undefined {
  const found = Object.entries(imageAlts).flatMap(([address, alt]) => {
    const path = stored.get(address);
    const before = (path && now?.imageAlts?.[path]) || '';
    return path && alt !== before && (own || !before) ? [[path, alt] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function orderOf({ own }: ImportItem, had: string[], imported: string[]): string[] {
  if (imported.length === 0) return had;
  if (own) return imported;
  const added = imported.filter((path) => !had.includes(path));
  if (added.length === 0) return had;
  return had.every((path) => imported.includes(path)) ? imported : [...had, ...added];
}

/** A host is skipped after this many consecutive pictures that it did not deliver. */
const maxFailures = 3;

async function fetchFrom(address: string, failing: Failing): Promise<Buffer> {
  const host = URL.canParse(address) ? new URL(address).host : '';
  if ((failing.get(host) ?? 0) >= maxFailures)
    throw badRequest(`The picture’s server did not respond ${maxFailures} times and was not contacted again`);
  try {
    const bytes = await fetchPicture(address);
    failing.delete(host);
    return bytes;
  } catch (error) {
    // Each further picture of an unresponsive server would time out too; any response shows that it is reachable.
    if (isUnreachable(error)) failing.set(host, (failing.get(host) ?? 0) + 1);
    else failing.delete(host);
    throw error;
  }
}

const isOwn = (address: string) => address.startsWith('uploads/');
const notInShop = 'This picture is not in the shop';
const notInZip = 'This picture is missing; choose a ZIP that contains it';
