import type { Insertable, Updateable } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import type { Refunds } from '../../db/schema.ts';
import type { ProviderRefund } from '../../provider/provider-shapes.ts';

/** Whether there is a refund with this key. */
export async function isRefundStored(trx: Trx, idempotencyKey: string): Promise<boolean> {
  const row = await trx
    .selectFrom('refunds')
    .select('id')
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRefund(trx: Trx, refund: Insertable<Refunds>): Promise<string> {
  const { id } = await trx.insertInto('refunds').values(refund).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The refunds of an order, oldest first. */
export async function listRefunds(trx: Trx | Database, orderId: string) {
  return trx.selectFrom('refunds').selectAll().where('orderId', '=', orderId).orderBy('createdAt').execute();
}

/** A refund with the provider's id of its payment. */
export async function findRefund(db: Database | Trx, id: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .selectAll('refunds')
    .select('payments.providerPaymentId')
    .where('refunds.id', '=', id)
    .executeTakeFirst();
}

export async function lockRefund(trx: Trx, id: string) {
  return trx.selectFrom('refunds').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The refund of a provider's refund: by the provider's id, or else by the receipt. */
export async function findRefundOf(db: Database | Trx, refund: ProviderRefund) {
  const ours = refund.receipt?.match(/^rf_([0-9a-f-]{36})$/)?.[1];
  return db
    .selectFrom('refunds')
    .select(['id', 'orderId'])
    .where((eb) => eb.or([eb('providerRefundId', '=', refund.id), ...(ours ? [eb('id', '=', ours)] : [])]))
    .executeTakeFirst();
}

/** The recorded ones of these refunds of the provider. */
export async function listKnownRefunds(db: Database, providerRefundIds: string[]): Promise<Set<string>> {
  if (providerRefundIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('refunds')
    .select('providerRefundId')
    .where('providerRefundId', 'in', providerRefundIds)
    .execute();
  return new Set(rows.flatMap((row) => row.providerRefundId ?? []));
}

/** The recorded payment of a provider's refund, if any. */
export async function findPaymentOf(db: Database | Trx, providerPaymentId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'orderId', 'status', 'currency'])
    .where('providerPaymentId', '=', providerPaymentId)
    .executeTakeFirst();
}

export async function updateRefund(trx: Trx, id: string, change: Updateable<Refunds>): Promise<void> {
  await trx.updateTable('refunds').set(change).where('id', '=', id).execute();
}

/** Refunds whose job was lost. */
export async function listOpenRefunds(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', 'in', ['requested', 'pending'])
    .where('createdAt', '<', before)
    // Those that were never sent come first.
    .orderBy('status')
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
