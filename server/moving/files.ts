import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { MoveKind } from '../../shared/contract/moves.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, conflict, ShopError, tooLarge } from '../errors.ts';
import { isZip, listTextFiles, type Upload, withIncoming } from '../media/media.ts';
import { requirePermission } from '../permissions.ts';
import { assertRoomForUploads } from '../runtime/disk.ts';
import * as queries from './queries.ts';
import { recogniseMoveFile } from './recognise.ts';

/** The largest file that is accepted, packed or not. */
export const maxFileBytes = 100 * 1024 ** 2;
const tooLargeText =
  'A file can be at most 100 MB. Export it in parts, such as the orders of each year, and choose all of them.';
const maxFiles = 50;

/** What an admin needs to move records of a kind. */
export const permissionFor = {
  products: 'catalogue.edit',
  customers: 'customers.edit',
  orders: 'customers.edit',
  discounts: 'discounts.edit',
  giftCards: 'giftCards.edit',
  redirects: 'settings.edit',
  reviews: 'reviews.moderate',
} as const satisfies Record<MoveKind, string>;

type Part = { file: string; name: string };

/** A file of a ZIP that is left out, and why. */
export type Refused = { name: string; message: string };
type Added = { moveId: string; refused: Refused[] };

/**
 * Adds a file to the draft, or those of a ZIP that are recognised by their columns; with the others, and why. 400 with
 * the reason if none is, 403 for what the admin may not import, 409 while another move is running, 413.
 */
export async function addMoveFiles(
  deps: Deps,
  admin: Admin,
  upload: Upload,
  fileName: string,
): Promise<Added> {
  await assertRoomForUploads(deps);
  const added = await withIncoming(deps, upload, tooLargeText, async (file) => {
    if (!(await isZip(file))) return storeFiles(deps, admin, [{ file, name: fileName }], []);
    return withUnpacked(deps, file, (parts, refused) => storeFiles(deps, admin, parts, refused));
  });
  await deps.jobs.enqueue(deps.db, 'move', { moveId: added.moveId });
  return added;
}

/** Unpacks the text files of a ZIP one after the other, and runs `work` with all of them, and those that can't be. */
async function withUnpacked<Result>(
  deps: Deps,
  zip: string,
  work: (parts: Part[], refused: Refused[]) => Promise<Result>,
): Promise<Result> {
  const { entries, refused, close } = await listTextFiles(zip, 5 * maxFileBytes);
  const parts: Part[] = [];
  const unpackNext = async (): Promise<Result> => {
    const entry = entries[parts.length];
    if (!entry) return work(parts, refused);
    const { name, bytes, open } = entry;
    if (bytes > maxFileBytes) throw tooLarge(`“${name}” in this ZIP: ${tooLargeText}`);
    return withIncoming(deps, await open(), tooLargeText, (file) => {
      parts.push({ file, name });
      return unpackNext();
    });
  };
  try {
    if (entries.length === 0 && refused.length === 0)
      throw badField('file', 'This ZIP contains no CSV files. Put the exported files in it.');
    if (entries.length > maxFiles)
      throw badField('file', `A ZIP can contain at most ${maxFiles} files. Pack only the exports.`);
    return await unpackNext();
  } finally {
    close();
  }
}

/** Stores the files that are recognised. `undecoded`: others of their ZIP, which can't be read. */
async function storeFiles(deps: Deps, admin: Admin, parts: Part[], undecoded: Refused[]): Promise<Added> {
  const { db, files } = deps;
  const ready: (Omit<queries.NewFile, 'moveId'> & { file: string })[] = [];
  const refused = [...undecoded];
  const isOneOfMany = parts.length + undecoded.length > 1;
  for (const { file, name } of parts) {
    const recognised = await recogniseNew(file).catch((error: unknown) => {
      if (!(error instanceof ShopError) || !isOneOfMany) throw error;
      refused.push({ name, message: error.message });
    });
    if (!recognised) continue;
    const { program, kind } = recognised.format;
    requirePermission(admin, permissionFor[kind]);
    const path = `moves/${randomBytes(12).toString('hex')}.csv`;
    const { size: bytes } = await stat(file);
    ready.push({ file, name, program, kind, path, bytes, hash: await hashOf(createReadStream(file)) });
  }
  const [first] = refused;
  if (ready.length === 0 && first)
    throw badField('file', `No file in this ZIP can be moved. “${first.name}”: ${first.message}`);
  // Rows come first, so that a file that a crash leaves behind is deleted with its draft.
  const { moveId, added } = await transaction(db, async (trx) => {
    const draft = await queries.findOrCreateDraft(trx, admin.userId);
    if (!draft) throw conflict('conflict', 'Another move is running. Wait until it has finished.');
    const existing = await queries.listFiles(trx, draft);
    if (existing.length + ready.length > maxFiles)
      throw badField('file', `A move can have at most ${maxFiles} files.`);
    const inserted = new Map<string, string>();
    for (const { file, ...row } of ready)
      if (await queries.insertFile(trx, { ...row, moveId: draft })) inserted.set(row.path, file);
    return { moveId: draft, added: inserted };
  });
  if (added.size === 0) throw conflict('conflict', 'This file is in the list already.');
  for (const [path, file] of added) await files.moveIn(path, file);
  return { moveId, refused };
}

/** What a file is. 400 with the reason if it can't be moved, or has nothing to move. */
async function recogniseNew(file: string) {
  const recognised = await recogniseMoveFile(file);
  if (!recognised.hasRows)
    throw badField('file', 'This file has no rows below its heading, so there is nothing to move in it.');
  return recognised;
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('base64url');
}

/** Deletes the stored files of a move. */
export async function removeStoredFiles(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  moveId: string,
): Promise<void> {
  for (const { id, path } of await queries.listFiles(db, moveId)) {
    if (!path) continue;
    await files.remove(path);
    await queries.updateFile(db, id, { path: '' });
  }
}
