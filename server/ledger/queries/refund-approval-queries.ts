import type { Insertable, Selectable } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { readPage } from '../../db/paging.ts';
import type { RefundApprovalState, RefundApprovals } from '../../db/schema.ts';

/** Stores a refund that waits for approval, once per prefix. The order is locked. */
export async function insertRefundApproval(trx: Trx, row: Insertable<RefundApprovals>): Promise<void> {
  await trx
    .insertInto('refundApprovals')
    .values(row)
    .onConflict((conflict) => conflict.column('prefix').doNothing())
    .execute();
}

/** The approval of the refund with this prefix, in any state. */
export async function findApprovalByPrefix(
  trx: Trx,
  prefix: string,
): Promise<Selectable<RefundApprovals> | undefined> {
  return trx.selectFrom('refundApprovals').selectAll().where('prefix', '=', prefix).executeTakeFirst();
}

export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof findApproval>>>;

export async function findApproval(db: Database | Trx, id: string) {
  return withNames(db).where('refundApprovals.id', '=', id).executeTakeFirst();
}

/** Locks an approval; the order is locked before. */
export async function lockApproval(trx: Trx, id: string) {
  return withNames(trx).where('refundApprovals.id', '=', id).forUpdate('refundApprovals').executeTakeFirst();
}

/** One page of the approvals in this state, of one order if it is given, newest first, and their number. */
export async function listApprovals(
  db: Database,
  query: { state: RefundApprovalState; order?: string | undefined; page: number; limit: number },
) {
  let found = withNames(db).where('state', '=', query.state);
  if (query.order) found = found.where('orderId', '=', query.order);
  return readPage(found.orderBy('requestedAt', 'desc').orderBy('refundApprovals.id', 'desc'), query);
}

const withNames = (db: Database | Trx) =>
  db
    .selectFrom('refundApprovals')
    .innerJoin('users as requester', 'requester.id', 'refundApprovals.requestedBy')
    .leftJoin('users as decider', 'decider.id', 'refundApprovals.decidedBy')
    .selectAll('refundApprovals')
    .select(['requester.name as requesterName', 'decider.name as deciderName']);

export const listWaitingApprovals = (trx: Trx) => withNames(trx).where('state', '=', 'waiting').execute();

/** How many refunds the shop itself rejected at this moment. */
export async function countRejectedByShop(db: Database, decidedAt: Date): Promise<number> {
  const { count } = await db
    .selectFrom('refundApprovals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'rejected')
    .where('decidedBy', 'is', null)
    .where('decidedAt', '=', decidedAt)
    .executeTakeFirstOrThrow();
  return count;
}

/** Records the decision of an admin, or of the shop if `decidedBy` is null. */
export async function decideApproval(
  trx: Trx,
  id: string,
  decision: { state: 'approved' | 'rejected'; decidedBy: string | null; decidedAt: Date },
): Promise<void> {
  await trx.updateTable('refundApprovals').set(decision).where('id', '=', id).execute();
}

/** What admins have refunded of an order without approval, in paise. */
export async function sumWithoutApproval(trx: Trx, orderId: string): Promise<number> {
  const { paise } = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountPaise'), eb.lit(0)).as('paise'))
    .where('orderId', '=', orderId)
    .where('byUser', 'is not', null)
    .where('approvedBy', 'is', null)
    .where('status', '!=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(paise);
}
