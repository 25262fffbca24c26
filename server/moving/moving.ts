import {
  type Move,
  type MoveKind,
  type MoveStart,
  type MoveWithNew,
  moveKind,
} from '../../shared/contract/moves.ts';
import { requireMayGain } from '../customers/customers.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import { requireNoLimits, requireWithinLimits } from '../db/value-limits.ts';
import type { Admin, Deps } from '../deps.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import type { Upload } from '../media/media.ts';
import { requirePermission } from '../permissions.ts';
import { addMoveFiles, permissionFor, removeStoredFiles } from './files.ts';
import { formerOrders } from './former-orders.ts';
import * as queries from './queries.ts';
import { kindOf, programOf } from './read.ts';
import { reconcileMove } from './reconciliation.ts';
import * as rows from './row-queries.ts';

export { runMove } from './run.ts';

const draftMs = 24 * 60 * 60_000;

/** Runs each hour: continues moves whose job was lost, and deletes drafts that nobody has touched for a day. */
export async function maintainMoves(deps: Deps): Promise<void> {
  const { db, clock, jobs } = deps;
  for (const { id: moveId } of await queries.listRunning(db)) await jobs.enqueue(db, 'move', { moveId });
  for (const { id } of await queries.listOldDrafts(db, new Date(clock.now().getTime() - draftMs))) {
    await removeStoredFiles(deps, id);
    await transaction(db, (trx) => queries.deleteMove(trx, id));
  }
}

/** Moving a whole shop: the export files of another program, their preview, import and undo. */
export const movingAdmin = (deps: Deps, admin: Admin) => ({
  ...formerOrders(deps),
  reconcileMove: (id: string) => reconcileMove(deps, id),
  ...drafts(deps, admin),
  ...runs(deps, admin),
});

const readMove = async (deps: Deps, id: string): Promise<Move> => {
  const found = await queries.findMove(deps.db, id);
  if (!found) throw missing();
  return presentMove(deps, found);
};

/** The draft, locked. 404; 409 unless it is one. */
async function lockDraft(trx: Trx, id: string) {
  const found = await queries.lockMove(trx, id);
  if (!found) throw missing();
  if (found.state !== 'draft') throw conflict('conflict', 'This move has started already.');
  return found;
}

/** The files of a draft, and what they hold. */
function drafts(deps: Deps, admin: Admin) {
  const { db } = deps;
  return {
    listMoves: async (): Promise<Move[]> => {
      const found: Move[] = [];
      for (const item of await queries.listMoves(db)) found.push(await presentMove(deps, item));
      return found;
    },

    getMove: (id: string) => readMove(deps, id),

    /** Adds a file to the draft. See addMoveFiles for its errors. */
    async addMoveFile(upload: Upload, fileName: string): Promise<MoveWithNew> {
      const { moveId, refused } = await addMoveFiles(deps, admin, upload, fileName);
      return { ...(await readMove(deps, moveId)), refused };
    },

    /** Removes a file from the draft with its records. 404, 409. */
    async removeMoveFile(id: string, fileId: string): Promise<Move> {
      const file = await transaction(db, async (trx) => {
        await lockDraft(trx, id);
        return queries.deleteFile(trx, id, fileId);
      });
      if (!file) throw notFound('This file is not in the list.');
      if (file.path) await deps.files.remove(file.path);
      return readMove(deps, id);
    },

    /** Deletes the draft. 404, 409. */
    async discardMove(id: string): Promise<void> {
      const found = await queries.findMove(db, id);
      if (!found) throw missing();
      if (found.state !== 'draft') throw conflict('conflict', 'This move has started already.');
      await removeStoredFiles(deps, id);
      await transaction(db, async (trx) => {
        await lockDraft(trx, id);
        await queries.deleteMove(trx, id);
      });
    },

    /** One page of what is left out, or has a remark, and their number. 403 for kinds that the admin may not move; 404. */
    async listMoveRemarks(id: string, { kind, ...page }: { kind: MoveKind; page: number; limit: number }) {
      requirePermission(admin, permissionFor[kind]);
      const found = await queries.findMove(db, id);
      if (!found) throw missing();
      const { rows: items, total } = await rows.listRemarks(db, found.id, kind, page);
      return { items: items.map(({ id: _id, ...item }) => presentRemark(item)), total };
    },
  };
}

/** Import and undo. */
function runs(deps: Deps, admin: Admin) {
  const { db, clock, jobs } = deps;
  return {
    /** Starts the import of the draft. 400 with nothing to import, or before all files are read; 403; 404; 409. */
    async startMove(id: string, options: MoveStart): Promise<Move> {
      await transaction(db, async (trx) => {
        await lockDraft(trx, id);
        const files = await queries.listFiles(trx, id);
        const bad = files.find(({ problem }) => problem);
        if (bad) throw badRequest(`Remove “${bad.name}” first: ${bad.problem}`);
        if (files.some(({ isRead }) => !isRead)) throw badRequest('Wait until all files are read.');
        requireAll(admin, files);
        await rows.markKnown(trx, id);
        await requireMayGain(trx, admin, await rows.listNewTags(trx, id));
        if (files.some(({ kind }) => kind === 'discounts')) await requireNoLimits(trx, admin, 'discount');
        const amountPaise = await queries.sumNewCards(trx, id);
        if (amountPaise > 0)
          await requireWithinLimits(trx, admin, 'giftCard', { amountPaise, now: clock.now() });
        const total = (await rows.countRows(trx, id)).reduce((sum, { toDo }) => sum + toDo, 0);
        if (total === 0) throw badRequest('There is nothing new to import in these files.');
        await queries.updateMove(trx, id, {
          state: 'importing',
          userId: admin.userId,
          options: JSON.stringify(options),
          startedAt: clock.now(),
          total,
        });
        const detail = { files: files.map(({ name }) => name), records: total, givenPaise: amountPaise };
        await recordAudit(trx, admin, { action: 'move.start', subject: id, detail });
        await jobs.enqueue(trx, 'move', { moveId: id });
      });
      return readMove(deps, id);
    },

    /** Starts to undo a finished move. 403; 404; 409 after the first new order, or if it is not finished. */
    async undoMove(id: string): Promise<Move> {
      await transaction(db, async (trx) => {
        const found = await queries.lockMove(trx, id);
        if (!found) throw missing();
        requireAll(admin, await queries.listFiles(trx, id));
        const why = await whyNotUndoable(deps, trx, found);
        if (why) throw conflict('not_undoable', why);
        if (await queries.findOpen(trx))
          throw conflict('conflict', 'Another move is running. Wait until it has finished.');
        const total = await rows.countCreated(trx, id);
        await queries.updateMove(trx, id, { state: 'undoing', total, done: 0 });
        await recordAudit(trx, admin, { action: 'move.undo', subject: id, detail: { records: total } });
        await jobs.enqueue(trx, 'move', { moveId: id });
      });
      return readMove(deps, id);
    },
  };
}

/** 403 unless the admin may move what these files hold. */
function requireAll(admin: Admin, files: queries.MoveFileRow[]): void {
  for (const file of files) requirePermission(admin, permissionFor[kindOf(file)]);
}

const missing = () => notFound('This move does not exist.');

/** Why a move can't be undone; null if it can. */
async function whyNotUndoable(
  deps: Pick<Deps, 'db' | 'payments'>,
  from: Database | Trx,
  { state, startedAt }: queries.MoveRow,
): Promise<string | null> {
  if (state !== 'imported' || !startedAt) return 'Only a finished move can be undone.';
  if ((await queries.countOrdersSince(from, startedAt, false)) > 0)
    return 'New orders have been placed since the move, so it can’t be undone any more.';
  const tests = (await countsTestOrders(deps)) ? await queries.countOrdersSince(from, startedAt, true) : 0;
  return tests > 0
    ? 'Test orders have been placed since the move. Remove them under Orders to undo it.'
    : null;
}

async function presentMove(deps: Deps, found: queries.MoveRow): Promise<Move> {
  const { db } = deps;
  const files = await queries.listFiles(db, found.id);
  const counted = await rows.countRows(db, found.id);
  const underWay = found.state === 'importing' ? await queries.countProductsUnderWay(db, found.id) : 0;
  const countOf = (kind: string, outcome: string) =>
    counted.find((row) => row.kind === kind && row.outcome === outcome)?.n ?? 0;
  return {
    _id: found.id,
    state: stateOf(found),
    createdAt: found.createdAt.toISOString(),
    startedAt: found.startedAt?.toISOString() ?? null,
    finishedAt: found.finishedAt?.toISOString() ?? null,
    undoneAt: found.undoneAt?.toISOString() ?? null,
    total: found.total,
    done: Math.min(found.total, found.done + underWay),
    files: files.map((file) => ({
      _id: file.id,
      name: file.name,
      program: programOf(file),
      kind: kindOf(file),
      bytes: file.bytes,
      read: file.isRead,
      problem: file.problem,
    })),
    counts: moveKind.options
      .filter((kind) => files.some((file) => file.kind === kind))
      .map((kind) => ({
        kind,
        new: countOf(kind, 'new'),
        known: countOf(kind, 'known'),
        left: countOf(kind, 'left'),
        remarks: counted.reduce((sum, row) => sum + (row.kind === kind ? row.remarks : 0), 0),
      })),
    remains: remainsOf(found),
    cantUndo: await whyNotUndoable(deps, db, found),
  };
}

const states = ['draft', 'importing', 'imported', 'undoing', 'undone'] as const;
const stateOf = ({ state }: queries.MoveRow) => states.find((known) => known === state) ?? 'draft';

const remainsOf = ({ remains }: queries.MoveRow): Move['remains'] =>
  moveKind.options.flatMap((kind) => {
    const count =
      typeof remains === 'object' && remains !== null && kind in remains ? Reflect.get(remains, kind) : 0;
    return typeof count === 'number' && count > 0 ? [{ kind, count }] : [];
  });

const outcomes = ['new', 'known', 'left'] as const;
const presentRemark = ({
  outcome,
  ...row
}: {
  file: string;
  line: number;
  label: string;
  outcome: string;
  reason: string;
}) => ({
  ...row,
  outcome: outcomes.find((known) => known === outcome) ?? 'left',
});
