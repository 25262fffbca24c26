import {
  type PictureFormat,
  type PictureWidth,
  pictureFormats,
  pictureWidths,
} from '../../shared/products/picture.ts';
import { notFound, ShopError } from '../errors.ts';
import type { FileStore } from './files.ts';

const storedPattern = /^uploads\/([a-z-]{1,40})\/([A-Za-z0-9_]{1,64})\.webp$/;
const sizedPattern = /^([a-z-]{1,40})\/([A-Za-z0-9_]{1,64})-([1-9]\d{2,3})\.(avif|webp|jpg)$/;

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

export type Picture = { bytes: Buffer; type: (typeof types)[PictureFormat] };

/** The picture at `/uploads/<address>`: a stored picture or one of its sizes. 404 for anything else. */
export async function getPicture(files: FileStore, address: string): Promise<Picture> {
  const [, kind, name, width, format] = sizedPattern.exec(address) ?? [];
  if (kind && name && isWidth(Number(width)) && isFormat(format)) {
    const bytes = await getSize(files, `uploads/${kind}/${name}.webp`, Number(width) as PictureWidth, format);
    return { bytes, type: types[format] };
  }
  const path = `uploads/${address}`;
  if (!storedPattern.test(path)) throw notFound();
  return { bytes: await files.get(path), type: 'image/webp' };
}

/** A stored picture at one width. It is created by the first request, once for concurrent requests, and stored. */
export async function getSize(
  files: FileStore,
  path: string,
  width: PictureWidth,
  format: PictureFormat,
): Promise<Buffer> {
  const sizedPath = sizePath(path, width, format);
  const found = await files.get(sizedPath).catch(ifMissing);
  // A power failure can leave an empty file.
  if (found && found.length > 0) return found;
  const work = stores.get(files) ?? new Map<string, Promise<Buffer>>();
  stores.set(files, work);
  const running = work.get(sizedPath);
  if (running) return running;
  const creating = createSize(files, path, width, format, sizedPath).finally(() => work.delete(sizedPath));
  work.set(sizedPath, creating);
  return creating;
}

/** The paths of all sizes of a picture, whether they exist or not. */
export const listSizes = (path: string): string[] =>
  pictureWidths.flatMap((width) => pictureFormats.map((format) => sizePath(path, width, format)));

function sizePath(path: string, width: PictureWidth, format: PictureFormat): string {
  const [, kind, name] = storedPattern.exec(path) ?? [];
  if (!kind || !name) throw notFound();
  return `sizes/${kind}/${name}-${width}.${format}`;
}

async function createSize(
  files: FileStore,
  path: string,
  width: PictureWidth,
  format: PictureFormat,
  sizedPath: string,
): Promise<Buffer> {
  const stored = await files.get(path);
  // Loaded when it is first needed (decision 56).
  const { resizeImage } = await import('./images.ts');
  const bytes = await resizeImage(stored, width, format);
  // A full disk must not hide the picture: the size is created again next time.
  await files.put(sizedPath, bytes).catch((error: unknown) => {
    if (!(error instanceof ShopError && error.status === 507)) throw error;
  });
  return bytes;
}

/** The sizes that are being created, per store. */
const stores = new WeakMap<FileStore, Map<string, Promise<Buffer>>>();

function ifMissing(error: unknown): undefined {
  if (error instanceof ShopError && error.status === 404) return undefined;
  throw error;
}

const isWidth = (width: number) => pictureWidths.some((pictureWidth) => pictureWidth === width);
const isFormat = (format: string | undefined): format is PictureFormat =>
  pictureFormats.some((pictureFormat) => pictureFormat === format);
