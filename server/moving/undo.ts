import { type MoveKind, moveKind } from '../../shared/contract/moves.ts';
import { deleteEmptyGroups, deleteProducts } from '../catalogue/catalogue.ts';
import { deleteRedirects } from '../content/content.ts';
import { removeMovedCustomers } from '../customers/customers.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { removeUnusedDiscounts } from '../discounts/discounts.ts';
import { cancelMovedCards } from '../gift-cards/gift-cards.ts';
import { deleteImported } from '../reviews/reviews.ts';
import { deleteFormerOrders } from './former-order-queries.ts';
import * as queries from './queries.ts';
import * as rows from './row-queries.ts';

/** How many records an undo removes at once. */
const atOnce = 500;

/** Removes the next records of a move, in the reverse order of the import; false once it is undone. */
export function undoStep({ db, clock }: Deps, move: queries.MoveRow): Promise<boolean> {
  return transaction(db, async (trx) => {
    const current = await queries.lockMove(trx, move.id);
    if (current?.state !== 'undoing') return false;
    for (const kind of moveKind.options.toReversed()) {
      const removed = await undoKind(trx, current, kind);
      if (removed === 0) continue;
      await queries.updateMove(trx, move.id, { done: Math.min(current.total, current.done + removed) });
      return true;
    }
    if (current.startedAt) await deleteEmptyGroups(trx, current.startedAt);
    await queries.updateMove(trx, move.id, { state: 'undone', undoneAt: clock.now(), done: current.total });
    return false;
  });
}

async function undoKind(trx: Trx, move: queries.MoveRow, kind: MoveKind): Promise<number> {
  const ids = await rows.listCreated(trx, move.id, kind, atOnce);
  if (ids.length === 0) return 0;
  const left = await removers[kind](trx, ids);
  if (left) await queries.addRemaining(trx, move.id, kind, left);
  await rows.deleteCreated(trx, move.id, kind, ids);
  return ids.length;
}

/** How the records of each kind are removed; some return how many stay because they were used. */
const removers: Record<MoveKind, (trx: Trx, ids: string[]) => Promise<number>> = {
  products: async (trx, ids) => {
    await deleteProducts(trx, ids);
    return 0;
  },
  customers: removeMovedCustomers,
  orders: async (trx, ids) => {
    await deleteFormerOrders(trx, ids);
    return 0;
  },
  discounts: removeUnusedDiscounts,
  giftCards: cancelMovedCards,
  redirects: async (trx, ids) => {
    await deleteRedirects(trx, ids);
    return 0;
  },
  reviews: async (trx, ids) => {
    await deleteImported(trx, ids);
    return 0;
  },
};
