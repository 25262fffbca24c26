import type { Updateable } from 'kysely';
import type { CourierProvider } from '../../shared/contract/orders/couriers.ts';
import type { Database, Trx } from '../db/database.ts';
import type { CourierAccounts } from '../db/schema.ts';

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function findAccount(db: Database | Trx, provider: CourierProvider) {
  return db.selectFrom('courierAccounts').selectAll().where('provider', '=', provider).executeTakeFirst();
}

export async function listAccounts(db: Database | Trx) {
  return db.selectFrom('courierAccounts').selectAll().orderBy('provider').execute();
}

/** Changes the account at a courier, or adds it. */
export async function saveAccount(
  trx: Trx,
  provider: CourierProvider,
  change: Updateable<CourierAccounts>,
): Promise<void> {
  await trx
    .insertInto('courierAccounts')
    .values({ ...change, provider })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(change))
    .execute();
}

/** The courier that sends events with this token. */
export async function findByEventToken(db: Database, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('courierAccounts')
    .select('provider')
    .where('eventTokenHash', '=', tokenHash)
    .executeTakeFirst();
  return row?.provider;
}

/** Stores an event. False if it was stored before. */
export async function insertEvent(
  trx: Trx,
  event: { id: string; provider: string; body: string; receivedAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await trx
    .insertInto('courierEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted === 1n;
}

export async function findEvent(db: Database, id: string) {
  return db.selectFrom('courierEvents').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The events before this time that were not handled. */
export async function listOpenEvents(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('courierEvents')
    .select('id')
    .where('handledAt', 'is', null)
    .where('receivedAt', '<', before)
    .orderBy('receivedAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks an event as handled, with the reason if it can't be. */
export async function closeEvent(db: Database, id: string, handledAt: Date, error: string): Promise<void> {
  await db.updateTable('courierEvents').set({ handledAt, error }).where('id', '=', id).execute();
}
