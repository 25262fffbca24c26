import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import { insertCaptureEntry } from './ledger-queries.ts';
import type { ProviderPayment } from './provider-shapes.ts';

/** The payments of an order, oldest first. */
export async function listPayments(trx: Trx | Database, orderId: string) {
  return trx.selectFrom('payments').selectAll().where('orderId', '=', orderId).orderBy('createdAt').execute();
}

/** The recorded ones of these payments of the provider. */
export async function listKnown(db: Database, providerPaymentIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payments')
    .select('providerPaymentId')
    .where('providerPaymentId', 'in', providerPaymentIds)
    .execute();
  return new Set(rows.flatMap((row) => row.providerPaymentId ?? []));
}

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

/** Records a payment of the provider. A captured payment stays captured, even if an older state arrives late. */
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
          amountPaise: eb.ref('excluded.amountPaise'),
          currency: eb.ref('excluded.currency'),
          errorReason: eb.ref('excluded.errorReason'),
          capturedAt: eb.ref('excluded.capturedAt'),
        }))
        .where('payments.status', '!=', 'captured'),
    )
    .execute();
}

export async function markPrimary(trx: Trx, paymentId: string): Promise<void> {
  await trx.updateTable('payments').set({ isPrimary: true }).where('id', '=', paymentId).execute();
}

/** Records an offline payment and its ledger entry. Amount in paise. */
export async function insertOfflinePayment(
  trx: Trx,
  payment: {
    orderId: string;
    amountPaise: number;
    isPrimary: boolean;
    note: string;
    byUser: string;
    by: string;
    now: Date;
  },
): Promise<void> {
  const { now, by, ...row } = payment;
  const made = await trx
    .insertInto('payments')
    .values({
      ...row,
      status: 'captured',
      method: 'offline',
      currency: 'INR',
      createdAt: now,
      capturedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertCaptureEntry(trx, made, 'Offline payment', by);
}

/** Deletes the payments, refunds and webhook events of test orders, with their ledger entries. */
export async function deletePayments(
  trx: Trx,
  orders: { id: string; providerOrderId: string | null }[],
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const providerOrderIds = orders.map(({ providerOrderId }) => providerOrderId);
  await sql`delete from ledger_entries where order_id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from refunds where order_id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from payments where order_id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from webhook_events where provider_order_id = any(${providerOrderIds}::text[])`.execute(
    trx,
  );
}

/** Stores an event; false if it is stored already. */
export async function insertWebhookEvent(
  trx: Trx,
  event: { eventId: string; event: string; providerOrderId: string | null; body: string; receivedAt: Date },
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

/** Events whose job was lost. */
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

/** Marks a handled event as unhandled, for a retry. */
export async function reopenWebhookEvent(trx: Trx, eventId: string, now: Date): Promise<void> {
  await trx
    .updateTable('webhookEvents')
    .set({ handledAt: null, error: '', receivedAt: now })
    .where('eventId', '=', eventId)
    .execute();
}
