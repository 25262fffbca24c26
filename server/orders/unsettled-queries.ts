import type { Database, Trx } from '../db/database.ts';

/** Orders whose time to pay is over while they hold stock. */
export async function listExpired(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('stock', '=', 'reserved')
    .where('expiresAt', '<', now)
    // An owner may set a paid order back to pending: its pieces are sold all the same.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.orderId', '=', 'orders.id')
            .where('payments.isPrimary', '=', true),
        ),
      ),
    )
    .orderBy('expiresAt')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Takes the orders to ask the provider about now; each comes again at `again` if nobody can settle it until then,
 * so that those that never can do not stand in the way of the others.
 */
export async function claimUnsettled(
  db: Database,
  { now, again, limit }: { now: Date; again: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .updateTable('orders')
    .set((eb) => ({
      nextCheckAt: eb
        .case()
        .when('createdAt', '<', new Date(now.getTime() - 6 * 86_400_000))
        .then(null)
        .else(eb.cast<Date>(eb.val(again), 'timestamptz'))
        .end(),
    }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where('nextCheckAt', '<=', now)
        .orderBy('nextCheckAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Notes that the provider was asked about an order, which by itself changes nothing that anybody sees of it. */
export async function recordCheck(trx: Trx, id: string, nextCheckAt: Date | null): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({ nextCheckAt, checks: eb('checks', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
