import type { Product } from '../../../shared/contract/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, ShopError } from '../../errors.ts';
import { baseName, fetchPicture, storeImage, type ZippedPicture } from '../../media/media.ts';
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
export const addressesOf = ({ pictures, variants }: ImportItem): string[] => [
  ...new Set([...pictures, ...variants.flatMap(({ picture }) => picture ?? [])]),
];

/** Which pictures of these products are in the shop already, brought by an earlier import or by hand. */
export async function findKnown(
  { db }: Pick<Deps, 'db'>,
  items: ImportItem[],
  pictures: Zipped,
): Promise<Known> {
  const addresses = [...new Set(items.flatMap(addressesOf))];
  const own = new Set(await queries.listStored(db, addresses.filter(isOwn)));
  const zipped = (address: string) => (own.has(address) ? undefined : pictures.get(baseName(address)));
  const keyOf = (address: string) => {
    const inZip = zipped(address);
    return inZip ? `zip:${inZip.name}:${inZip.bytes}:${inZip.crc32}` : address;
  };
  const brought = await queries.listBrought(db, addresses.map(keyOf));
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

/**
 * Brings a picture into the shop, from the ZIP or by its address, and gives its path. Throws ShopError where it
 * can't be had; `lost` are hosts that did not answer before.
 */
export async function bringPicture(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  address: string,
  known: Known,
  archive: OpenArchive | undefined,
  lost: Set<string>,
): Promise<string> {
  const inZip = known.zipped(address);
  if (isMissing(address, known)) throw badRequest(isOwn(address) ? notHere : notSent);
  const bytes = inZip && archive ? await archive.read(inZip.entry) : await fetchFrom(address, lost);
  const { path } = await storeImage(db, files, 'product', bytes);
  await queries.noteBrought(db, known.keyOf(address), path);
  return path;
}

/** What a product shows after its import: our own files tell all pictures; those of other shops add to what is there. */
export function picturesOf(item: ImportItem, now: Product | undefined, stored: Map<string, string>) {
  const brought = item.pictures.flatMap((address) => stored.get(address) ?? []);
  const had = now ? [...(now.image ? [now.image] : []), ...now.images] : [];
  const [image, ...images] = [
    ...new Set(item.keepsStock && brought.length > 0 ? brought : [...had, ...brought]),
  ];
  return image ? { image, images: images.slice(0, 19) } : {};
}

async function fetchFrom(address: string, lost: Set<string>): Promise<Buffer> {
  const host = URL.canParse(address) ? new URL(address).host : '';
  if (lost.has(host)) throw badRequest('The picture’s server could not be reached');
  try {
    return await fetchPicture(address);
  } catch (error) {
    // Each picture of a silent server would cost as long again.
    if (error instanceof ShopError && !error.message.includes('answered')) lost.add(host);
    throw error;
  }
}

const isOwn = (address: string) => address.startsWith('uploads/');
const notHere = 'This picture is not in the shop';
const notSent = 'This picture was not sent; choose a ZIP that has it';
