import type { Product } from '../../../shared/contract/catalogue.ts';
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

/** Where the pictures of some products are: those that the shop has by their address in the file. */
export type Known = {
  stored: Map<string, string>;
  /** The one of a ZIP that an address names; it goes before what the address leads to. */
  zipped: (address: string) => ZippedPicture | undefined;
  /** What the picture of an address is remembered by, so that the same one is stored once. */
  keyOf: (address: string) => string;
};

/** All addresses that a product names, each once. */
export const addressesOf = ({ pictures = [], variants }: ImportItem): string[] => [
  ...new Set([...pictures, ...variants.flatMap(({ picture }) => picture || [])]),
];

/** Which pictures of these products are in the shop already, brought by an earlier import or by hand. */
export async function findKnown(
  { db }: Pick<Deps, 'db'>,
  items: ImportItem[],
  pictures: Zipped,
): Promise<Known> {
  const addresses = [...new Set(items.flatMap(addressesOf))];
  const own = await findPictures(db, addresses.filter(isOwn), 'product');
  const zipped = (address: string) => (own.has(address) ? undefined : pictures.get(baseName(address)));
  const keyOf = (address: string) => {
    const inZip = zipped(address);
    return inZip ? `zip:${inZip.name}:${inZip.bytes}:${inZip.crc32}` : address;
  };
  const brought = await queries.listImportedPictures(db, addresses.map(keyOf));
  const stored = new Map<string, string>();
  for (const address of addresses) {
    const path = own.has(address) ? address : brought.get(keyOf(address));
    if (path) stored.set(address, path);
  }
  return { stored, zipped, keyOf };
}

/** Whether an address leads nowhere: a file name that no ZIP has, or a stored picture of another shop. */
export const isMissing = (address: string, { stored, zipped }: Known): boolean =>
  !stored.has(address) && !zipped(address) && !/^https?:\/\//i.test(address);

/** Whether a picture is not stored yet but available in the ZIP or at its address. */
export const isToCome = (address: string, known: Known): boolean =>
  !known.stored.has(address) && !isMissing(address, known);

/** The number of consecutive pictures that each host did not deliver. */
export type Failing = Map<string, number>;

/**
 * Brings a picture into the shop, from the ZIP or by its address, and gives its path. Throws ShopError where it
 * can't be fetched. A host in `failing` that did not answer three times in a row is not asked again.
 */
export async function importPicture(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  address: string,
  known: Known,
  archive: OpenArchive | undefined,
  failing: Failing,
): Promise<string> {
  const inZip = known.zipped(address);
  if (isMissing(address, known)) throw badRequest(isOwn(address) ? notHere : notSent);
  const bytes = inZip && archive ? await archive.read(inZip.entry) : await fetchFrom(address, failing);
  const { path } = await storeImage(db, files, 'product', bytes);
  await queries.recordImportedPicture(db, known.keyOf(address), path);
  return path;
}

/**
 * The pictures of a product after its import; undefined if they do not change. An export of this shop lists all
 * pictures. Pictures of other shops' files are added to the existing ones, in the file's order if all existing ones
 * came from the file. An empty cell removes them.
 */
export function picturesOf(item: ImportItem, now: Product | undefined, stored: Map<string, string>) {
  const had = now ? [...(now.image ? [now.image] : []), ...now.images] : [];
  if (!item.pictures) return {};
  if (item.pictures.length === 0) return had.length > 0 ? { image: null, images: [] } : {};
  const brought = [...new Set(item.pictures.flatMap((address) => stored.get(address) ?? []))];
  const [image, ...images] = orderOf(item, had, brought).slice(0, 20);
  return image ? { image, images } : {};
}

function orderOf({ own }: ImportItem, had: string[], brought: string[]): string[] {
  if (brought.length === 0) return had;
  if (own) return brought;
  const added = brought.filter((path) => !had.includes(path));
  if (added.length === 0) return had;
  return had.every((path) => brought.includes(path)) ? brought : [...had, ...added];
}

/** A host is skipped after this many consecutive pictures that it did not deliver. */
const maxFailures = 3;

async function fetchFrom(address: string, failing: Failing): Promise<Buffer> {
  const host = URL.canParse(address) ? new URL(address).host : '';
  if ((failing.get(host) ?? 0) >= maxFailures)
    throw badRequest(`The picture’s server did not answer ${maxFailures} times and was not asked again`);
  try {
    const bytes = await fetchPicture(address);
    failing.delete(host);
    return bytes;
  } catch (error) {
    // Each further picture of a silent server would time out too; any answer shows that the server is reachable.
    if (isUnreachable(error)) failing.set(host, (failing.get(host) ?? 0) + 1);
    else failing.delete(host);
    throw error;
  }
}

const isOwn = (address: string) => address.startsWith('uploads/');
const notHere = 'This picture is not in the shop';
const notSent = 'This picture was not sent; choose a ZIP that has it';
