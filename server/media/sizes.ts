import {
  type PictureFormat,
  type PictureWidth,
  pictureFormats,
  pictureWidths,
} from '../../shared/picture.ts';
import { notFound, ShopError } from '../errors.ts';
import type { FileStore } from './files.ts';
import { resizeImage } from './images.ts';

const storedPattern = /^uploads\/([a-z-]{1,40})\/([A-Za-z0-9_]{1,64})\.webp$/;
const sizedPattern = /^([a-z-]{1,40})\/([A-Za-z0-9_]{1,64})-([1-9]\d{2,3})\.(avif|webp|jpg)$/;
const wholePattern = /^([a-z-]{1,40})\/([A-Za-z0-9_]{1,64})\.webp$/;

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

export type Picture = { bytes: Buffer; type: (typeof types)[PictureFormat] };

/** What stands at `/uploads/<address>`: a stored picture or one of its sizes. 404 for anything else. */
export async function getPicture(files: FileStore, address: string): Promise<Picture> {
  const [, kind, name, width, format] = sizedPattern.exec(address) ?? [];
  if (kind && name && isWidth(Number(width)) && isFormat(format)) {
    const bytes = await resized(files, `uploads/${kind}/${name}.webp`, Number(width) as PictureWidth, format);
    return { bytes, type: types[format] };
  }
  if (!wholePattern.test(address)) throw notFound();
  return { bytes: await files.get(`uploads/${address}`), type: 'image/webp' };
}

/** A stored picture at one width: made when first asked for, once however many ask, and kept. */
export async function resized(
  files: FileStore,
  path: string,
  width: PictureWidth,
  format: PictureFormat,
): Promise<Buffer> {
  const kept = sizePath(path, width, format);
  const found = await files.get(kept).catch(ifMissing);
  // An empty file is what a power cut can leave of one.
  if (found && found.length > 0) return found;
  const work = underWay(files);
  const waiting = work.get(kept);
  if (waiting) return waiting;
  const making = make(files, path, width, format, kept).finally(() => work.delete(kept));
  work.set(kept, making);
  return making;
}

/** Where the sizes of a picture are kept, made or not. */
export const sizesOf = (path: string): string[] =>
  pictureWidths.flatMap((width) => pictureFormats.map((format) => sizePath(path, width, format)));

function sizePath(path: string, width: PictureWidth, format: PictureFormat): string {
  const [, kind, name] = storedPattern.exec(path) ?? [];
  if (!kind || !name) throw notFound();
  return `sizes/${kind}/${name}-${width}.${format}`;
}

async function make(
  files: FileStore,
  path: string,
  width: PictureWidth,
  format: PictureFormat,
  kept: string,
): Promise<Buffer> {
  const stored = await files.get(path);
  const bytes = await resizeImage(stored, width, format);
  // A full disk must not hide the picture: it is made again next time.
  await files.put(kept, bytes).catch((error: unknown) => {
    if (!(error instanceof ShopError && error.status === 507)) throw error;
  });
  return bytes;
}

const all = new WeakMap<FileStore, Map<string, Promise<Buffer>>>();

function underWay(files: FileStore): Map<string, Promise<Buffer>> {
  const work = all.get(files) ?? new Map<string, Promise<Buffer>>();
  all.set(files, work);
  return work;
}

function ifMissing(error: unknown): undefined {
  if (error instanceof ShopError && error.status === 404) return undefined;
  throw error;
}

const isWidth = (width: number) => pictureWidths.some((one) => one === width);
const isFormat = (format: string | undefined): format is PictureFormat =>
  pictureFormats.some((one) => one === format);
