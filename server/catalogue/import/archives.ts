import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportArchive } from '../../../shared/contract/catalogue-jobs.ts';
import type { Deps } from '../../deps.ts';
import { badField, ShopError, tooLarge } from '../../errors.ts';
import { listZip, openZip, type ZippedPicture } from '../../media/media.ts';
import * as queries from './archive-queries.ts';

type Parts = Pick<Deps, 'db' | 'files' | 'config'>;

/** An upload in progress; `truncated` if it exceeded the size limit. */
export type Upload = Readable & { truncated?: boolean };

/**
 * Stores a ZIP with the pictures of an import, without unpacking it, and deletes earlier ones that no import uses.
 * Throws 400 if it is not a ZIP, 413 if it is too large.
 */
export async function storeArchive(
  deps: Parts,
  userId: string,
  upload: Upload,
  fileName: string,
): Promise<ImportArchive> {
  const { db, files, config } = deps;
  const folder = path.join(config.dataDir, 'files', 'incoming');
  const name = `${randomBytes(12).toString('hex')}.zip`;
  const incoming = path.join(folder, name);
  await mkdir(folder, { recursive: true });
  try {
    await pipeline(upload, createWriteStream(incoming));
    if (upload.truncated) throw tooLarge('A ZIP can be at most 1 GB.');
    const { pictures, ignored } = await listZip(incoming);
    if (pictures.length === 0) throw badField('file', 'There are no pictures in this ZIP');
    await deleteUnused(deps, userId);
    const stored = `archives/${name}`;
    await files.moveIn(stored, incoming);
    const id = await queries.insertArchive(db, { userId, fileName, path: stored, pictures });
    const left = ignored.slice(0, 100);
    return { _id: id, fileName, pictures: pictures.length, left, leftOut: ignored.length };
  } finally {
    await rm(incoming, { force: true });
  }
}

/** The pictures of an archive by name. 400 if the archive does not exist any more. */
export async function listArchivePictures({ db }: Pick<Deps, 'db'>, id: string | undefined) {
  if (!id) return new Map<string, ZippedPicture>();
  const archive = await queries.findArchive(db, id);
  if (!archive) throw badField('archive', 'Please choose the ZIP once more');
  return new Map(archive.pictures.map((picture) => [picture.name, picture]));
}

/** Opens the archive of a job, if it has one that still exists. Call `close` afterwards. */
export async function openArchive({ db, files }: Pick<Deps, 'db' | 'files'>, id: string | null) {
  const archive = id ? await queries.findArchive(db, id) : undefined;
  if (!archive) return undefined;
  const local = await files.local(archive.path).catch(ifMissing);
  if (!local) return undefined;
  const { file, release } = local;
  const zip = await openZip(file);
  const close = async () => {
    zip.close();
    await release();
  };
  return { pictures: new Map(archive.pictures.map((each) => [each.name, each])), read: zip.read, close };
}
export type OpenArchive = NonNullable<Awaited<ReturnType<typeof openArchive>>>;

/** Deletes an archive and its file. */
export async function deleteArchive({ db, files }: Pick<Deps, 'db' | 'files'>, id: string): Promise<void> {
  const stored = await queries.deleteArchive(db, id);
  if (stored) await files.remove(stored);
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof ShopError && error.status === 404)) throw error;
}

async function deleteUnused(deps: Parts, userId: string): Promise<void> {
  for (const id of await queries.listUnused(deps.db, userId)) await deleteArchive(deps, id);
}
