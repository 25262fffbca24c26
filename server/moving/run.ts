import { type MoveKind, moveKind } from '../../shared/contract/moves.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { ShopError } from '../errors.ts';
import { adminOfJob } from '../permissions.ts';
import { removeStoredFiles } from './files.ts';
import { linkCustomers } from './former-order-queries.ts';
import * as queries from './queries.ts';
import { readMoveFile } from './read.ts';
import * as rows from './row-queries.ts';
import { undoStep } from './undo.ts';
import { addUsualRedirects } from './usual-redirects.ts';
import { importNextProducts, importNextReviews } from './whole-files.ts';
import { writers } from './write.ts';

/** After this time a job enqueues itself again, so that it never seems to hang. */
const maxRunMs = 60_000;

/** The job `move`: reads the files of a draft, imports what was started, or undoes it, one step at a time. */
export async function runMove(deps: Deps, moveId: string): Promise<void> {
  const until = Date.now() + maxRunMs;
  while (Date.now() < until) if (!(await runNext(deps, moveId))) return;
  await deps.jobs.enqueue(deps.db, 'move', { moveId });
}

/** Does the next step; false if there is nothing left to do. */
async function runNext(deps: Deps, moveId: string): Promise<boolean> {
  const move = await queries.findMove(deps.db, moveId);
  if (move?.state === 'draft') return readNext(deps, move);
  if (move?.state === 'importing') return importNext(deps, move);
  return move?.state === 'undoing' ? undoStep(deps, move) : false;
}

/** Reads the next file of a draft. What can't be read has a problem, and no records. */
async function readNext(deps: Deps, move: queries.MoveRow): Promise<boolean> {
  const { db } = deps;
  const { id: moveId } = move;
  const file = (await queries.listFiles(db, moveId)).find(({ isRead, problem }) => !isRead && !problem);
  if (!file) return false;
  await rows.deleteRowsOfFile(db, file.id);
  try {
    await readMoveFile(deps, adminOfJob(move.userId), file);
    await transaction(db, async (trx) => {
      await rows.markKnown(trx, moveId);
      await queries.updateFile(trx, file.id, { isRead: true });
    });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    await rows.deleteRowsOfFile(db, file.id);
    await queries.updateFile(db, file.id, { problem: error.message });
  }
  return true;
}

async function importNext(deps: Deps, move: queries.MoveRow): Promise<boolean> {
  const admin = adminOfJob(move.userId);
  if (await importNextProducts(deps, admin, move)) return true;
  for (const kind of moveKind.options) if (await importStep(deps, move, kind)) return true;
  if (await importNextReviews(deps, move)) return true;
  await transaction(deps.db, async (trx) => {
    await linkCustomers(trx);
    await addUsualRedirects(trx, move.id);
    await rows.forgetPersons(trx, move.id);
    await queries.updateMove(trx, move.id, { state: 'imported', finishedAt: deps.clock.now() });
  });
  await removeStoredFiles(deps, move.id);
  return false;
}

/** Imports the next records of a kind in one transaction; false if all are imported. */
async function importStep(deps: Deps, move: queries.MoveRow, kind: MoveKind): Promise<boolean> {
  const writer = writers[kind];
  if (!writer) return false;
  const { write, atOnce } = writer;
  return transaction(deps.db, async (trx) => {
    const current = await queries.lockMove(trx, move.id);
    if (current?.state !== 'importing') return false;
    const next = await rows.lockNext(trx, move.id, kind, atOnce);
    if (next.length === 0) return false;
    const files = new Map((await queries.listFiles(trx, move.id)).map((file) => [file.id, file]));
    const results = await write({ deps, trx, admin: adminOfJob(move.userId), move, files }, next);
    await rows.finishRows(trx, results);
    await rows.insertCreated(
      trx,
      move.id,
      kind,
      results.flatMap(({ outcome, targetId }) => (outcome === 'new' && targetId ? targetId : [])),
    );
    await queries.updateMove(trx, move.id, { done: current.done + next.length });
    return true;
  });
}
