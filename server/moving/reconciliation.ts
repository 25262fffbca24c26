import { moveKind, type Reconciliation } from '../../shared/contract/moves.ts';
import { toRupees } from '../../shared/money.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { findMove } from './queries.ts';
import * as queries from './reconciliation-queries.ts';

/** Compares the files of a move with what is here now, to the paisa. 404 unless it is a finished move. */
export async function reconcileMove({ db }: Pick<Deps, 'db'>, id: string): Promise<Reconciliation> {
  const move = await findMove(db, id);
  if (move?.state !== 'imported') throw notFound('There is no finished move with this address.');
  const [counts, here, months, orders, customers] = [
    await queries.countByKind(db, id),
    await queries.countHere(db, id),
    await queries.sumByMonth(db, id),
    await queries.listDifferentOrders(db, id),
    await queries.listDifferentCustomers(db, id),
  ];
  return {
    finishedAt: move.finishedAt?.toISOString() ?? null,
    kinds: moveKind.options.flatMap((kind) => {
      const found = counts.find((row) => row.kind === kind);
      if (!found) return [];
      const { inFiles, moved, known, left } = found;
      return [{ kind, inFiles, moved, known, left, here: here.get(kind) ?? 0 }];
    }),
    months: months.map(({ month, fileOrders, filePaise, hereOrders, herePaise, refundedPaise }) => ({
      month,
      fileOrders,
      fileTotal: toRupees(filePaise),
      hereOrders,
      hereTotal: toRupees(herePaise),
      refunded: toRupees(refundedPaise),
    })),
    orders: orders.map(({ number, filePaise, herePaise, reason }) => ({
      number,
      inFile: filePaise === null ? null : toRupees(filePaise),
      here: herePaise === null ? null : toRupees(herePaise),
      reason,
    })),
    customers: customers.map(({ id: _id, name, filePaise, herePaise }) => ({
      _id,
      name,
      inFile: toRupees(filePaise),
      here: toRupees(herePaise),
    })),
  };
}
