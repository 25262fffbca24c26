import { type ImportJob, importFields } from '../../shared/contract/catalogue/catalogue-jobs.ts';
import { moveStart } from '../../shared/contract/moves.ts';
import { catalogueAdmin, readImportResult, runImport } from '../catalogue/catalogue.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { ShopError } from '../errors.ts';
import { addMovedReviews, planMovedReviews } from '../reviews/reviews.ts';
import * as queries from './queries.ts';
import { leftOut, type ReadRecord } from './records.ts';
import * as rows from './row-queries.ts';

/** How products are read before the owner has said it; it concerns values only. */
const fields = importFields.parse({});

/** The products of a file as the product import plans them. 400 with the reason if it can't be read. */
export async function readProductFile(
  deps: Deps,
  admin: Admin,
  bytes: Buffer,
  fileId: string,
): Promise<ReadRecord[]> {
  const { products, bad } = await catalogueAdmin(deps, admin).planImport(bytes, fields);
  const read = products.map(({ line, name, slug, what, summary, notes }): ReadRecord => {
    if (what === 'ask') return leftOut(line, name, summary);
    const isKnown = what !== 'new';
    return {
      line,
      key: `${fileId} ${line}`,
      label: name.slice(0, 200),
      data: { slug },
      reason: isKnown
        ? what === 'change'
          ? 'It is here with other values, which stay as they are'
          : ''
        : remarkOf(notes),
      isKnown,
    };
  });
  return read.concat(bad.map(({ line, name, message }) => leftOut(line, name, message)));
}

const remarkOf = (notes: { message: string }[]) =>
  [...new Set(notes.map(({ message }) => message))].slice(0, 3).join('; ').slice(0, 500);

/** The reviews of a file. Whether their products are here is known when the products of all files are. */
export async function readReviewFile(deps: Deps, bytes: Buffer, fileId: string): Promise<ReadRecord[]> {
  const { ready, skipped, known, homeless } = await planMovedReviews(deps, bytes);
  const key = (line: number) => `${fileId} ${line}`;
  const waiting = new Map(homeless.map(({ line, handle }) => [line, handle]));
  return [
    ...ready.map(({ line, name }) => ({ line, key: key(line), label: name, data: {}, reason: '' })),
    ...known.map((line) => ({ line, key: key(line), label: '', data: {}, reason: '', isKnown: true })),
    ...skipped.map(({ line, reason }) => {
      const handle = waiting.get(line);
      if (handle === undefined) return leftOut(line, '', reason);
      return { line, key: key(line), label: '', data: { handle: handle.toLowerCase() }, reason: '' };
    }),
  ];
}

/**
 * Imports the next file with products, as the product import does. False if all are done.
 */
export async function importNextProducts(deps: Deps, admin: Admin, move: queries.MoveRow): Promise<boolean> {
  const { db } = deps;
  const started = await queries.listProductImports(db, move.id);
  for (const next of (await queries.listFiles(db, move.id)).filter(({ kind }) => kind === 'products')) {
    const importId = started.get(next.id);
    if (importId === undefined) {
      await startProducts(deps, admin, move, next);
      return true;
    }
    if (!importId) continue;
    const job = await catalogueAdmin(deps, admin).getImport(importId);
    if (!job.finished) {
      await runImport(deps, importId);
      return true;
    }
    if (await rows.hasUndone(db, next.id)) {
      await finishProducts(deps, move, next.id, importId);
      return true;
    }
  }
  return false;
}

async function startProducts(
  deps: Deps,
  admin: Admin,
  move: queries.MoveRow,
  file: queries.MoveFileRow,
): Promise<void> {
  const options = { ...fields, ...moveStart.parse(move.options) };
  try {
    const bytes = await deps.files.get(file.path);
    const { _id } = await catalogueAdmin(deps, admin).startImport(bytes, file.name, options, {
      isOfMove: true,
    });
    await queries.setProductImport(deps.db, move.id, file.id, _id);
  } catch (error) {
    // Nothing of it is new, or the file is gone.
    if (!(error instanceof ShopError)) throw error;
    await transaction(deps.db, async (trx) => {
      await queries.setProductImport(trx, move.id, file.id, '');
      await rows.finishFile(trx, file.id, [], 'It is here already and stays as it is');
    });
  }
}

async function finishProducts(
  deps: Deps,
  move: queries.MoveRow,
  fileId: string,
  importId: string,
): Promise<void> {
  const { created, failures, notes } = await readImportResult(deps.db, importId);
  await transaction(deps.db, async (trx) => {
    const current = await queries.lockMove(trx, move.id);
    if (current?.state !== 'importing') return;
    const done = await rows.finishFile(trx, fileId, failures);
    await rows.addRemarks(trx, fileId, picturesNotFetched(notes));
    await rows.insertCreated(trx, move.id, 'products', created);
    await queries.updateMove(trx, move.id, { done: current.done + done });
  });
}

/** How many pictures of each product could not be fetched. */
function picturesNotFetched(notes: ImportJob['notes']): { line: number; message: string }[] {
  const failed = notes.filter(({ message }) => /: https?:\/\/\S+$/i.test(message));
  return [...Map.groupBy(failed, ({ line }) => line)].map(([line, { length }]) => ({
    line,
    message: `${length === 1 ? '1 picture' : `${length} pictures`} could not be fetched`,
  }));
}

/** Imports the next file with reviews; false if all are done. */
export async function importNextReviews(deps: Deps, move: queries.MoveRow): Promise<boolean> {
  for (const file of (await queries.listFiles(deps.db, move.id)).filter(({ kind }) => kind === 'reviews')) {
    if (!(await rows.hasUndone(deps.db, file.id))) continue;
    const bytes = await deps.files.get(file.path);
    await addMovedReviews(deps, bytes, async (trx, { ids, skipped }) => {
      const current = await queries.lockMove(trx, move.id);
      const done = await rows.finishFile(
        trx,
        file.id,
        skipped.map(({ line, reason }) => ({ line, message: reason })),
      );
      await rows.insertCreated(trx, move.id, 'reviews', ids);
      await queries.updateMove(trx, move.id, { done: (current?.done ?? 0) + done });
    });
    return true;
  }
  return false;
}
