import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import type { PaymentStatus } from '../../db/schema.ts';
import { wasCaptured } from '../../provider/provider.ts';
import type { ProviderPayment } from '../../provider/provider-shapes.ts';
import { insertOfflineEntry } from './entry-queries.ts';

/** The payments of an order, oldest first. */
export async function listPayments(trx: Trx | Database, orderId: string) {
  return trx.selectFrom('payments').selectAll().where('orderId', '=', orderId).orderBy('createdAt').execute();
}

/** The newest order that the shop opened at Razorpay, with live or with test keys: its id there. */
export async function findNewestProviderOrder(
  db: Database,
  { isTest }: { isTest: boolean },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('providerOrderId')
    .where('provider', '=', 'razorpay')
    .where('isTest', '=', isTest)
    .where('providerOrderId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.providerOrderId ?? undefined;
}

/** Those of these payments of the provider that are recorded as captured. */
export async function listKnown(db: Database, providerPaymentIds: string[]): Promise<Set<string>> {
  if (providerPaymentIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('payments')
    .select('providerPaymentId')
    .where('providerPaymentId', 'in', providerPaymentIds)
    .where('status', '=', 'captured')
    .execute();
  return new Set(rows.flatMap((row) => row.providerPaymentId ?? []));
}

/**
 * Selects a payment of the provider if it is recorded as captured and its order is paid: then the provider knows nothing
 * new of it, other than refunds.
 */
export const settledPayments = (providerPaymentId: string) => sql`
  select from payments p join payments main on main.order_id = p.order_id and main.is_primary
  where p.provider_payment_id = ${providerPaymentId} and p.status = 'captured'`;

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

/**
 * Records payments of the provider for a locked order, and enters captured ones in the ledger, which is in rupees, each
 * once. A captured payment stays captured, even if an older state arrives late. Returns all payments of the order, oldest
 * first, and whether the order has refunds.
 */
export async function recordPayments(
  trx: Trx,
  orderId: string,
  found: ProviderPayment[],
  now: Date,
): Promise<(PaymentRow & { hasRefunds: boolean })[]> {
  // A statement can't change a row twice: of two states in one reply the captured one counts, or else the later one.
  const last = found.toSorted((a, b) => Number(wasCaptured(a)) - Number(wasCaptured(b)));
  const rows = [...new Map(last.map((payment) => [payment.id, payment])).values()].map((payment) => {
    const { id, status, method, amountPaise, currency, createdAt } = payment;
    const isCaptured = wasCaptured(payment);
    const open = status === 'authorized' || status === 'failed' ? status : 'created';
    const stored: PaymentStatus = isCaptured ? 'captured' : open;
    return {
      id,
      status: stored,
      method,
      amount: amountPaise,
      currency,
      created_at: createdAt,
      error: payment.errorReason ?? '',
      captured_at: isCaptured ? now : null,
    };
  });
  // The parts of the statement see the tables as they were before it, so the rows that it changes come from `changed`.
  const { rows: recorded } = await sql<PaymentRow & { hasRefunds: boolean }>`
    with changed as (
      insert into payments as p (order_id, provider_payment_id, status, method, amount_paise, currency, created_at,
        error_reason, captured_at)
      select ${orderId}::uuid, id, status, method, amount, currency, created_at, error, captured_at
      from jsonb_to_recordset(${JSON.stringify(rows)}) as found (id text, status payment_status, method text, amount bigint,
        currency text, created_at timestamptz, error text, captured_at timestamptz)
      on conflict (provider_payment_id) do update set status = excluded.status, method = excluded.method,
        amount_paise = excluded.amount_paise, currency = excluded.currency, error_reason = excluded.error_reason,
        captured_at = excluded.captured_at
      where p.status <> 'captured'
      returning *),
    recorded as (
      select * from changed where order_id = ${orderId}
      union all
      select * from payments where order_id = ${orderId} and id not in (select id from changed)),
    entered as (
      insert into ledger_entries (order_id, payment_id, amount_paise, reason, by_label)
      select order_id, id, amount_paise, 'Payment captured', 'Payment provider' from recorded
      where status = 'captured' and currency = 'INR' and not is_free
      on conflict do nothing)
    select *, exists (select from refunds where order_id = ${orderId}) as has_refunds
    from recorded order by created_at`.execute(trx);
  return recorded;
}

export async function markPrimary(trx: Trx, paymentId: string): Promise<void> {
  await trx.updateTable('payments').set({ isPrimary: true }).where('id', '=', paymentId).execute();
}

type OfflinePayment = Pick<
  PaymentRow,
  'orderId' | 'amountPaise' | 'isPrimary' | 'method' | 'note' | 'byUser'
> & { isFree?: boolean };

/**
 * Records an offline payment and its ledger entry, which what a free gift card pays does not have. Amount in paise.
 */
export async function insertOfflinePayment(
  trx: Trx,
  payment: OfflinePayment,
  { now, by }: { now: Date; by: string },
): Promise<void> {
  const captured = { status: 'captured' as const, createdAt: now, capturedAt: now };
  const made = await trx
    .insertInto('payments')
    .values({ ...payment, ...captured, currency: 'INR' })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!made.isFree) await insertOfflineEntry(trx, made, by);
}

/** Deletes the payments, refunds and webhook events of test orders, with their ledger entries. */
export async function deletePayments(
  trx: Trx,
  orders: { id: string; providerOrderId: string | null }[],
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const providerOrderIds = orders.map(({ providerOrderId }) => providerOrderId);
  await sql`delete from ledger_entries where order_id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from refund_approvals where order_id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from refunds where order_id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from payments where order_id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from webhook_events where provider_order_id = any(${providerOrderIds}::text[])`.execute(
    trx,
  );
}
