import { type MoveKind, type MoveProgram, moveKind } from '../../shared/contract/moves.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, tooLarge } from '../errors.ts';
import type { MoveFileRow } from './queries.ts';
import { isStreamed, readRecords } from './read-file.ts';
import { leftOut, type OrderLine, type ReadRecord } from './records.ts';
import * as rows from './row-queries.ts';
import { readProductFile, readReviewFile } from './whole-files.ts';

/** The number of records that are stored at once. */
const atOnce = 500;

/** Stores the records of a file of a draft. 400 with the reason if it can't be read. */
export async function readMoveFile(deps: Deps, admin: Admin, file: MoveFileRow): Promise<void> {
  const kind = kindOf(file);
  if (!isStreamed(kind)) return readWhole(deps, admin, file, kind);
  const { db, files, clock, config } = deps;
  const { file: local, release } = await files.local(file.path).catch(() => {
    throw badField('file', 'The file could not be stored. Choose it once more.');
  });
  const source = { moveId: file.moveId, fileId: file.id, kind };
  const parts: ReadRecord[] = [];
  try {
    let batch: ReadRecord[] = [];
    const { origin } = new URL(config.publicUrl);
    for await (const record of readRecords(local, {
      program: programOf(file),
      kind,
      origin,
      now: clock.now(),
    })) {
      (record.isContinuation ? parts : batch).push(record);
      if (batch.length < atOnce) continue;
      await rows.insertRows(db, source, batch);
      batch = [];
    }
    await rows.insertRows(db, source, batch);
    await addParts(deps, source, parts);
  } finally {
    await release();
  }
}

/** The largest file of products or reviews, which are read as a whole. */
const maxWholeBytes = 40 * 1024 ** 2;

/** Stores the records of a file whose import reads it as a whole. */
async function readWhole(deps: Deps, admin: Admin, file: MoveFileRow, kind: MoveKind): Promise<void> {
  const { db, files } = deps;
  if (file.bytes > maxWholeBytes)
    throw tooLarge(
      'A file of products or reviews can be at most 40 MB. Export it in parts, and choose all of them.',
    );
  const bytes = await files.get(file.path);
  const read =
    kind === 'products'
      ? await readProductFile(deps, admin, bytes, file.id)
      : await readReviewFile(deps, bytes, file.id);
  for (let from = 0; from < read.length; from += atOnce)
    await rows.insertRows(
      db,
      { moveId: file.moveId, fileId: file.id, kind },
      read.slice(from, from + atOnce),
    );
}

/** Lines of orders that do not follow their order in the file, such as in one that a spreadsheet has sorted. */
async function addParts(
  { db }: Deps,
  source: { moveId: string; fileId: string; kind: MoveKind },
  parts: ReadRecord[],
): Promise<void> {
  const lost: ReadRecord[] = [];
  for (const { key, line, label, data } of parts) {
    const lines = data && 'lines' in data && Array.isArray(data.lines) ? (data.lines as OrderLine[]) : [];
    if (!key || !(await rows.appendLines(db, source, key, lines)))
      lost.push(leftOut(line, label, 'The line with the amounts of this order is not in the file'));
  }
  await rows.insertRows(db, source, lost);
}

export const kindOf = ({ kind }: Pick<MoveFileRow, 'kind'>): MoveKind =>
  moveKind.options.find((known) => known === kind) ?? 'products';
export const programOf = ({ program }: Pick<MoveFileRow, 'program'>): MoveProgram =>
  program === 'woocommerce' ? 'woocommerce' : 'shopify';
