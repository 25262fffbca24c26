import { removeMovedCustomers } from '../customers/customers.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { deleteFormerOrders } from './former-order-queries.ts';
import * as queries from './queries.ts';
import { type MoveKind, moveKinds } from './records.ts';
import * as rows from './row-queries.ts';

/** How many records an undo removes at once. */
const atOnce = 500;

/** Removes the next records of a move, in the reverse order of the import; false once it is undone. */
export function undoStep({ db, clock }: Deps, move: queries.MoveRow): Promise<boolean> {
  return transaction(db, async (trx) => {
    const current = await queries.lockMove(trx, move.id);
    if (current?.state !== 'undoing') return false;
    for (const kind of moveKinds.toReversed()) {
      const removed = await undoKind(trx, current, kind);
      if (removed === 0) continue;
      await queries.updateMove(trx, move.id, { done: Math.min(current.total, current.done + removed) });
      return true;
    }
    await queries.updateMove(trx, move.id, { state: 'undone', undoneAt: clock.now(), done: current.total });
    return false;
  });
}

async function undoKind(trx: Trx, move: queries.MoveRow, kind: MoveKind): Promise<number> {
  const ids = await rows.listCreated(trx, move.id, kind, atOnce);
  if (ids.length === 0) return 0;
  if (kind === 'orders') await deleteFormerOrders(trx, ids);
  if (kind === 'customers') {
    const used = await removeMovedCustomers(trx, ids);
    if (used > 0) await queries.addRemaining(trx, move.id, kind, used);
  }
  await rows.deleteCreated(trx, move.id, kind, ids);
  return ids.length;
}
