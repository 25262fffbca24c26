import { randomBytes } from 'node:crypto';
import type { ImportArchive } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import type { Deps } from '../../deps.ts';
import { badField, ShopError } from '../../errors.ts';
import { listZip, openZip, type Upload, withIncoming, type ZippedPicture } from '../../media/media.ts';
import * as queries from './archive-queries.ts';

type Parts = Pick<Deps, 'db' | 'files' | 'config'>;

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
  const { db, files } = deps;
  return withIncoming(deps, upload, 'A ZIP can be at most 1 GB.', async (file) => {
    const { pictures, ignored } = await listZip(file);
    if (pictures.length === 0) throw badField('file', 'There are no pictures in this ZIP');
    await deleteUnused(deps, userId);
    const stored = `archives/${randomBytes(12).toString('hex')}.zip`;
    await files.moveIn(stored, file);
    const id = await queries.insertArchive(db, { userId, fileName, path: stored, pictures });
    const left = ignored.slice(0, 100);
    return { _id: id, fileName, pictures: pictures.length, left, leftOut: ignored.length };
  });
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
  return {
    pictures: new Map(archive.pictures.map((picture) => [picture.name, picture])),
    read: zip.read,
    close,
  };
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
