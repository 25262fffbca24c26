import type { PictureKind } from '../../shared/contract/catalogue/catalogue-admin.ts';
import { type PictureWidth, pageFormats } from '../../shared/products/picture.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badField } from '../errors.ts';
import type { FileStore } from './files.ts';
import type { StoredImage } from './images.ts';
import {
  deleteMediaFiles,
  findPictures,
  findUsedByPages,
  insertMediaFile,
  listIncompleteFiles,
  setStored,
} from './queries.ts';
import { randomName } from './random-name.ts';
import { getSize, listSizes } from './sizes.ts';

export { fetchPicture, isUnreachable } from './fetch-picture.ts';
export { bucketProblems } from './files.ts';
export { type Upload, withIncoming } from './incoming.ts';
export { findPictures, findSize, findStoredFiles } from './queries.ts';
export { getSize } from './sizes.ts';
export { storeVideo } from './video.ts';
export { baseName, isZip, listTextFiles, listZip, openZip, type ZippedPicture } from './zip.ts';

export type StoredPicture = { path: string; width: number; height: number };

/**
 * Checks an uploaded picture, re-encodes it and stores it (contract §2 Images). Returns its path and its size in
 * pixels. Throws 413 if it is too large, 415 if its format is not accepted, 400 if it is damaged, 507 if the disk is
 * full.
 */
export async function storeImage(
  db: Database,
  files: FileStore,
  kind: PictureKind,
  bytes: Uint8Array,
): Promise<StoredPicture> {
  // Loaded when it is first needed (decision 56).
  const { acceptImage, redrawSvg } = await import('./images.ts');
  const picture = (kind === 'logo' && (await redrawSvg(bytes))) || (await acceptImage(bytes));
  return store(db, files, kind, picture, randomName());
}

/** Stores a picture that is already in the shop's format, without encoding it again. Throws like `storeImage`. */
export async function storeFinishedImage(
  db: Database,
  files: FileStore,
  kind: PictureKind,
  bytes: Buffer,
  name: string,
): Promise<StoredPicture> {
  const { finishedImage } = await import('./images.ts');
  return store(db, files, kind, await finishedImage(bytes), name);
}

async function store(
  db: Database,
  files: FileStore,
  kind: PictureKind,
  { bytes, width, height }: StoredImage,
  name: string,
): Promise<StoredPicture> {
  const path = `uploads/${kind}/${name}.webp`;
  // The row comes first, so that `half-pictures` can remove what a crash leaves behind.
  await insertMediaFile(db, { path, kind, width, height, bytes: bytes.length });
  try {
    await files.put(path, bytes);
    await setStored(db, [path], true);
  } catch (error) {
    // Otherwise `half-pictures` does it.
    await removeImages(db, files, [path]).catch(() => {});
    throw error;
  }
  return { path, width, height };
}

/** Throws 400 for `field` unless all of these are stored pictures of this kind. */
export async function checkPictures(
  db: Database | Trx,
  paths: string[],
  kind: PictureKind,
  field: string,
): Promise<void> {
  const found = await findPictures(db, paths, kind);
  if (paths.some((path) => !found.has(path))) throw badField(field, 'Not a picture of this shop');
}

/** Throws 400 for `video` unless it is a stored video, or none. */
export async function checkVideo(db: Database | Trx, path: string | null | undefined): Promise<void> {
  if (path && !(await findPictures(db, [path], 'video')).has(path))
    throw badField('video', 'Not a video of this shop');
}

/**
 * Deletes pictures that are no longer used, with their sizes: uploads of a failed call, replaced pictures. Those that a
 * page of the owner shows stay.
 */
export async function removeImages(db: Database, files: FileStore, given: string[]): Promise<void> {
  if (given.length === 0) return;
  const used = await findUsedByPages(db, given);
  const paths = given.filter((path) => !used.has(path));
  if (paths.length === 0) return;
  await setStored(db, paths, false);
  for (const path of paths) {
    await files.remove(path);
    if (path.endsWith('.webp')) for (const size of listSizes(path)) await files.remove(size);
  }
  await deleteMediaFiles(db, paths);
}

/** Deletes the pictures whose uploads a crash interrupted more than an hour ago. */
export const removeHalfPictures = async ({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> =>
  removeImages(db, files, await listIncompleteFiles(db));

/**
 * Creates sizes before they are requested, one after another, so that requests come first. Skips deleted pictures and
 * stops when `signal` aborts. Returns how many exist.
 */
export async function prepareSizes(
  files: FileStore,
  paths: string[],
  widths: readonly PictureWidth[],
  signal?: AbortSignal,
): Promise<number> {
  let created = 0;
  for (const width of widths) {
    for (const path of paths) {
      for (const format of pageFormats) {
        if (signal?.aborted) return created;
        // One that fails is created, or fails with a reason, when it is requested.
        const done = await getSize(files, path, width, format).catch(() => undefined);
        if (done) created++;
      }
    }
  }
  return created;
}
