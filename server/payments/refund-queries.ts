import type { Database, Trx } from '../db/database.ts';
import type { ProviderRefund } from './provider-shapes.ts';

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

/** The refund that a provider's refund stands for: by the provider's id, else by our receipt. */
export async function findRefundOf(db: Database | Trx, refund: ProviderRefund) {
  const ours = refund.receipt?.match(/^rf_([0-9a-f-]{36})$/)?.[1];
  return db
    .selectFrom('refunds')
    .select(['id', 'orderId'])
    .where((eb) => eb.or([eb('providerRefundId', '=', refund.id), ...(ours ? [eb('id', '=', ours)] : [])]))
    .executeTakeFirst();
}

/** The payment, if it is ours, that a provider's refund gives back. */
export async function findPaymentOf(db: Database | Trx, providerPaymentId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'orderId'])
    .where('providerPaymentId', '=', providerPaymentId)
    .executeTakeFirst();
}

/** A refund that was made at the provider itself, outside the shop. */
export async function insertOutsideRefund(
  trx: Trx,
  refund: { orderId: string; paymentId: string; amountPaise: number; providerRefundId: string },
): Promise<string> {
  const { id } = await trx
    .insertInto('refunds')
    .values({
      ...refund,
      status: 'pending',
      reason: 'Refunded at the payment provider',
      idempotencyKey: `outside:${refund.providerRefundId}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRefund(
  trx: Trx,
  id: string,
  change: {
    status: 'pending' | 'processed' | 'failed';
    providerRefundId?: string;
    error?: string;
    processedAt?: Date;
  },
): Promise<void> {
  await trx.updateTable('refunds').set(change).where('id', '=', id).execute();
}

/** Money that went back, written once per refund. */
export async function insertMoneyOut(
  trx: Trx,
  refund: { id: string; orderId: string; paymentId: string; amountPaise: number; reason: string },
  by: string,
): Promise<void> {
  await trx
    .insertInto('moneyMovements')
    .values({
      orderId: refund.orderId,
      paymentId: refund.paymentId,
      refundId: refund.id,
      amountPaise: -refund.amountPaise,
      reason: refund.reason,
      byLabel: by,
    })
    .onConflict((oc) => oc.column('refundId').doNothing())
    .execute();
}

/** Refunds that a lost job left behind. */
export async function listOpenRefunds(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', 'in', ['requested', 'pending'])
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
