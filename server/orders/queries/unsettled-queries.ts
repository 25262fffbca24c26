import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';

/**
 * Unpaid orders with reserved stock whose reservation has expired by the clock of the database. One that is paid on
 * delivery only until it is confirmed.
 */
export async function listExpired(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('stock', '=', 'reserved')
    .where('expiresAt', '<', sql<Date>`now()`)
    .where((eb) => eb.or([eb('codState', 'is', null), eb('codState', '=', 'unconfirmed')]))
    // An admin may set a paid order to pending; its units stay sold.
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
 * Claims the orders that are due for a check with the provider. Each is due again at `again` if it can't be
 * settled, so that it does not block others.
 */
export async function claimUnsettled(
  db: Database,
  { now, again, limit }: { now: Date; again: Date; limit: number },
): Promise<string[]> {
  const longAgo = new Date(now.getTime() - 6 * 86_400_000);
  const rows = await db
    .updateTable('orders')
    .set((eb) => ({
      nextCheckAt: eb
        .case()
        .when(
          eb.and([
            eb('expiresAt', '<', longAgo),
            eb.not(
              eb.exists(
                eb
                  .selectFrom('paymentRequests')
                  .select('paymentRequests.id')
                  .whereRef('orderId', '=', 'orders.id')
                  .where('paymentRequests.expiresAt', '>=', longAgo),
              ),
            ),
          ]),
        )
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

/** Records a check with the provider, without changing `updated_at`. */
export async function recordCheck(trx: Trx, id: string, nextCheckAt: Date | null): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({ nextCheckAt, checks: eb('checks', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
