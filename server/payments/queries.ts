import type { Database, Trx } from '../db/database.ts';
import type { ProviderPayment } from './provider-shapes.ts';

/** What is known of the payments of an order, oldest first. */
export async function listPayments(trx: Trx | Database, orderId: string) {
  return trx.selectFrom('payments').selectAll().where('orderId', '=', orderId).orderBy('createdAt').execute();
}

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

/** Writes what the provider says of one payment. What was captured stays captured, whatever comes late. */
export async function upsertPayment(trx: Trx, orderId: string, payment: ProviderPayment, now: Date) {
  const captured = payment.status === 'captured' || (payment.status === 'refunded' && payment.captured);
  const status = captured
    ? 'captured'
    : payment.status === 'authorized' || payment.status === 'failed'
      ? payment.status
      : 'created';
  return trx
    .insertInto('payments')
    .values({
      orderId,
      providerPaymentId: payment.id,
      status,
      method: payment.method,
      amountPaise: payment.amountPaise,
      currency: payment.currency,
      errorReason: payment.errorReason ?? '',
      createdAt: payment.createdAt,
      capturedAt: captured ? now : null,
    })
    .onConflict((oc) =>
      oc
        .column('providerPaymentId')
        .doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          method: eb.ref('excluded.method'),
          errorReason: eb.ref('excluded.errorReason'),
          capturedAt: eb.ref('excluded.capturedAt'),
        }))
        .where('payments.status', '!=', 'captured'),
    )
    .execute();
}

export async function markSettling(trx: Trx, paymentId: string): Promise<void> {
  await trx.updateTable('payments').set({ settles: true }).where('id', '=', paymentId).execute();
}

/** Money that came in, written once per payment. */
export async function insertMoneyIn(
  trx: Trx,
  payment: PaymentRow,
  reason: string,
  by: string,
): Promise<void> {
  await trx
    .insertInto('moneyMovements')
    .values({
      orderId: payment.orderId,
      paymentId: payment.id,
      amountPaise: payment.amountPaise,
      reason,
      byLabel: by,
    })
    .onConflict((oc) => oc.column('paymentId').where('refundId', 'is', null).doNothing())
    .execute();
}

/**
 * Asks for money back, once per key: undefined when this key has asked already. The caller has locked the order;
 * the look comes first because the trigger that guards the sum runs before a conflict would be seen.
 */
export async function insertRefund(trx: Trx, refund: RefundRequest): Promise<string | undefined> {
  const asked = await trx
    .selectFrom('refunds')
    .select('id')
    .where('idempotencyKey', '=', refund.idempotencyKey)
    .executeTakeFirst();
  if (asked) return undefined;
  const { id } = await trx.insertInto('refunds').values(refund).returning('id').executeTakeFirstOrThrow();
  return id;
}

export type RefundRequest = {
  orderId: string;
  paymentId: string;
  amountPaise: number;
  reason: string;
  idempotencyKey: string;
  byUser?: string;
};

/** Stores an outside event; false when it is stored already. */
export async function insertWebhookEvent(
  trx: Trx,
  event: { eventId: string; event: string; providerOrderId: string | null; body: string },
): Promise<boolean> {
  const row = await trx
    .insertInto('webhookEvents')
    .values(event)
    .onConflict((oc) => oc.column('eventId').doNothing())
    .returning('eventId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findWebhookEvent(db: Database, eventId: string) {
  return db.selectFrom('webhookEvents').selectAll().where('eventId', '=', eventId).executeTakeFirst();
}

/** Events that a lost job left behind. */
export async function listOpenEvents(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhookEvents')
    .select('eventId')
    .where('handledAt', 'is', null)
    .where('receivedAt', '<', before)
    .orderBy('receivedAt')
    .limit(limit)
    .execute();
  return rows.map((row) => row.eventId);
}

export async function closeWebhookEvent(db: Database, eventId: string, now: Date, error = ''): Promise<void> {
  await db
    .updateTable('webhookEvents')
    .set((eb) => ({ handledAt: now, attempts: eb('attempts', '+', 1), error }))
    .where('eventId', '=', eventId)
    .execute();
}

/** Tells the owner, once per subject; what she has resolved comes back when it happens again. */
export async function insertAttention(
  trx: Trx | Database,
  item: { kind: string; orderId?: string; subject: string; detail: object },
): Promise<void> {
  await trx
    .insertInto('attentionItems')
    .values({ ...item, detail: JSON.stringify(item.detail) })
    .onConflict((oc) => oc.columns(['kind', 'subject']).doNothing())
    .execute();
}
