import type { Insertable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { CourierTestParcels } from '../db/schema.ts';

export type TestParcel = NonNullable<Awaited<ReturnType<typeof findTestParcel>>>;

/** The parcel of the test courier with this number. */
export async function findTestParcel(db: Database, by: { reference: string } | { trackingNumber: string }) {
  const query = db.selectFrom('courierTestParcels').selectAll();
  return 'reference' in by
    ? query.where('reference', '=', by.reference).executeTakeFirst()
    : query.where('trackingNumber', '=', by.trackingNumber).executeTakeFirst();
}

/** Adds a parcel. One with its reference that exists already is returned as it is. */
export async function insertTestParcel(
  db: Database,
  parcel: Insertable<CourierTestParcels>,
): Promise<TestParcel> {
  return db
    .insertInto('courierTestParcels')
    .values(parcel)
    .onConflict((conflict) => conflict.column('reference').doUpdateSet({ reference: parcel.reference }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function cancelTestParcel(db: Database, trackingNumber: string): Promise<void> {
  await db
    .updateTable('courierTestParcels')
    .set({ isCancelled: true })
    .where('trackingNumber', '=', trackingNumber)
    .execute();
}

/** Moves a parcel one step, unless it was cancelled. Returns it as it is then. */
export async function moveTestParcel(
  db: Database,
  trackingNumber: string,
  before: TestParcel,
): Promise<TestParcel> {
  const row = await db
    .updateTable('courierTestParcels')
    .set((eb) => ({ steps: eb('steps', '+', 1) }))
    .where('trackingNumber', '=', trackingNumber)
    .where('isCancelled', '=', false)
    .returningAll()
    .executeTakeFirst();
  return row ?? before;
}
