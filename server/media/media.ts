import { randomBytes } from 'node:crypto';
import { type PictureWidth, pictureFormats } from '../../shared/picture.ts';
import type { Database, Trx } from '../db/database.ts';
import type { FileStore } from './files.ts';
import { acceptImage } from './images.ts';
import { deleteMediaFiles, insertMediaFile } from './queries.ts';
import { resized } from './sizes.ts';

export { fetchPicture } from './fetch-picture.ts';
export { baseName, listZip, openZip, type ZippedPicture } from './zip.ts';

/** The folder of a picture: what it shows. */
export type PictureKind = 'product' | 'category' | 'brand' | 'site' | 'policy';

export type StoredPicture = { path: string; width: number; height: number };

/**
 * Checks an uploaded picture, re-encodes it and keeps it (contract §2 Images). Gives its stored path and its size
 * in pixels. Throws 413 too large, 415 no accepted picture, 400 damaged, 507 no room.
 */
export async function storeImage(
  db: Database | Trx,
  files: FileStore,
  kind: PictureKind,
  bytes: Uint8Array,
  name = randomName(),
): Promise<StoredPicture> {
  const image = await acceptImage(bytes);
  const path = `uploads/${kind}/${name}.webp`;
  await files.put(path, image.bytes);
  const { width, height } = image;
  try {
    await insertMediaFile(db, { path, kind, width, height, bytes: image.bytes.length });
  } catch (error) {
    await files.remove(path).catch(() => {});
    throw error;
  }
  return { path, width, height };
}

/** Forgets pictures that nothing shows yet: uploads of a call that failed. */
export async function removeImages(db: Database | Trx, files: FileStore, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  await deleteMediaFiles(db, paths);
  for (const path of paths) await files.remove(path);
}

/**
 * Makes sizes ahead of the first visit, one after another so that visitors' own go first.
 * Stops early when `signal` aborts; pictures that are gone are passed over.
 */
export async function warmImages(
  files: FileStore,
  paths: string[],
  widths: readonly PictureWidth[],
  signal?: AbortSignal,
): Promise<number> {
  let made = 0;
  for (const width of widths) {
    for (const path of paths) {
      for (const format of pictureFormats) {
        if (signal?.aborted) return made;
        const done = await resized(files, path, width, format).catch(() => undefined);
        if (done) made++;
      }
    }
  }
  return made;
}

// 22 letters and digits, over 128 bits; no dash, which sets off the width of a size.
function randomName(): string {
  let name = '';
  while (name.length < 22)
    name += randomBytes(24)
      .toString('base64')
      .replaceAll(/[^A-Za-z0-9]/g, '');
  return name.slice(0, 22);
}
