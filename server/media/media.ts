import { randomBytes } from 'node:crypto';
import { type PictureWidth, pageFormats } from '../../shared/picture.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { FileStore } from './files.ts';
import { acceptImage, finishedImage, type StoredImage } from './images.ts';
import { deleteMediaFiles, insertMediaFile, listHalfStored, setStored } from './queries.ts';
import { resized, sizesOf } from './sizes.ts';

export { fetchPicture, isUnreachable } from './fetch-picture.ts';
export { baseName, listZip, openZip, type ZippedPicture } from './zip.ts';

/** The folder of a picture: what it shows. */
export type PictureKind = 'product' | 'category' | 'brand' | 'site' | 'policy';

export type StoredPicture = { path: string; width: number; height: number };

/**
 * Checks an uploaded picture, re-encodes it and keeps it (contract §2 Images). Gives its stored path and its size
 * in pixels. Throws 413 too large, 415 no accepted picture, 400 damaged, 507 no room.
 */
export async function storeImage(
  db: Database,
  files: FileStore,
  kind: PictureKind,
  bytes: Uint8Array,
  name = randomName(),
): Promise<StoredPicture> {
  return keep(db, files, kind, await acceptImage(bytes), name);
}

/** Stores a picture that is already in the shop's format, without encoding it again. Throws like `storeImage`. */
export async function storeFinishedImage(
  db: Database,
  files: FileStore,
  kind: PictureKind,
  bytes: Buffer,
  name: string,
): Promise<StoredPicture> {
  return keep(db, files, kind, await finishedImage(bytes), name);
}

async function keep(
  db: Database,
  files: FileStore,
  kind: PictureKind,
  { bytes, width, height }: StoredImage,
  name: string,
): Promise<StoredPicture> {
  const path = `uploads/${kind}/${name}.webp`;
  // Its row first: what a crash leaves behind is then known, see mediaTasks.
  await insertMediaFile(db, { path, kind, width, height, bytes: bytes.length });
  try {
    await files.put(path, bytes);
    await setStored(db, [path], true);
  } catch (error) {
    await removeImages(db, files, [path]).catch(() => {});
    throw error;
  }
  return { path, width, height };
}

/** Forgets pictures that nothing shows: uploads of a call that failed, what was replaced. Their sizes go too. */
export async function removeImages(db: Database, files: FileStore, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  await setStored(db, paths, false);
  for (const path of paths) {
    await files.remove(path);
    for (const size of sizesOf(path)) await files.remove(size);
  }
  await deleteMediaFiles(db, paths);
}

/** The background jobs of pictures: clears away what a crash in the middle of an upload left over an hour ago. */
export const mediaTasks = ({ db, files }: Pick<Deps, 'db' | 'files'>) => ({
  'half-pictures': async () => removeImages(db, files, await listHalfStored(db)),
});

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
      for (const format of pageFormats) {
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
