import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../server/db/database.ts';
import type { DB } from '../server/db/schema.ts';

export type OrderRow = Selectable<DB['sandbox.orders']>;
export type PaymentRow = Selectable<DB['sandbox.payments']>;
export type RefundRow = Selectable<DB['sandbox.refunds']>;
export type WebhookRow = Selectable<DB['sandbox.webhooks']>;
export type Page = { from?: number; to?: number; count: number; skip: number };

export const findOrder = (db: Database, id: string): Promise<OrderRow | undefined> =>
  db.selectFrom('sandbox.orders').selectAll().where('id', '=', id).executeTakeFirst();

export const lockOrder = (db: Database, id: string): Promise<OrderRow | undefined> =>
  db.selectFrom('sandbox.orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** False if the receipt is taken. The lock makes two callers with one receipt wait for each other. */
export async function isReceiptFree(db: Database, receipt: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox receipt ${receipt}`}, 0))`.execute(db);
  const taken = await db
    .selectFrom('sandbox.orders')
    .select('id')
    .where('receipt', '=', receipt)
    .executeTakeFirst();
  return taken === undefined;
}

export const insertOrder = (db: Database, row: Insertable<DB['sandbox.orders']>): Promise<OrderRow> =>
  db.insertInto('sandbox.orders').values(row).returningAll().executeTakeFirstOrThrow();

export const updateOrder = (
  db: Database,
  id: string,
  change: Updateable<DB['sandbox.orders']>,
): Promise<OrderRow> =>
  db.updateTable('sandbox.orders').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export function listOrders(
  db: Database,
  { from, to, count, skip, receipt, authorized }: Page & { receipt?: string; authorized?: boolean },
): Promise<OrderRow[]> {
  let query = db.selectFrom('sandbox.orders as o').selectAll();
  if (receipt !== undefined) query = query.where('receipt', '=', receipt);
  if (from !== undefined) query = query.where('createdAt', '>=', from);
  if (to !== undefined) query = query.where('createdAt', '<=', to);
  if (authorized !== undefined) {
    query = query.where((eb) => {
      const has = eb.exists(
        eb
          .selectFrom('sandbox.payments as p')
          .select('p.id')
          .whereRef('p.orderId', '=', 'o.id')
          .where('p.status', '=', 'authorized'),
      );
      return authorized ? has : eb.not(has);
    });
  }
  return query.orderBy('createdAt', 'desc').orderBy('id').limit(count).offset(skip).execute();
}

export const findPayment = (db: Database, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('sandbox.payments').selectAll().where('id', '=', id).executeTakeFirst();

export const lockPayment = (db: Database, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('sandbox.payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertPayment = (db: Database, row: Insertable<DB['sandbox.payments']>): Promise<PaymentRow> =>
  db.insertInto('sandbox.payments').values(row).returningAll().executeTakeFirstOrThrow();

export const updatePayment = (
  db: Database,
  id: string,
  change: Updateable<DB['sandbox.payments']>,
): Promise<PaymentRow> =>
  db
    .updateTable('sandbox.payments')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const listOrderPayments = (db: Database, orderId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('sandbox.payments')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export function listPayments(db: Database, { from, to, count, skip }: Page): Promise<PaymentRow[]> {
  let query = db.selectFrom('sandbox.payments').selectAll();
  if (from !== undefined) query = query.where('createdAt', '>=', from);
  if (to !== undefined) query = query.where('createdAt', '<=', to);
  return query.orderBy('createdAt', 'desc').orderBy('id').limit(count).offset(skip).execute();
}

/** Payments whose bank answers now. */
export const listAnswered = (db: Database, now: Date): Promise<PaymentRow[]> =>
  db
    .selectFrom('sandbox.payments')
    .selectAll()
    .where('answerAt', '<=', now)
    .orderBy('id')
    .limit(100)
    .execute();

/** False while another request with the same key is being carried out. */
export async function takeRefundKey(db: Database, paymentId: string, key: string): Promise<boolean> {
  const name = `sandbox refund ${paymentId} ${key}`;
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken
  `.execute(db);
  return rows[0]?.taken === true;
}

export const findRefund = (db: Database, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('sandbox.refunds').selectAll().where('id', '=', id).executeTakeFirst();

export const findRefundByKey = (
  db: Database,
  paymentId: string,
  key: string,
): Promise<RefundRow | undefined> =>
  db
    .selectFrom('sandbox.refunds')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst();

export const insertRefund = (db: Database, row: Insertable<DB['sandbox.refunds']>): Promise<RefundRow> =>
  db.insertInto('sandbox.refunds').values(row).returningAll().executeTakeFirstOrThrow();

export const updateRefund = (
  db: Database,
  id: string,
  change: Updateable<DB['sandbox.refunds']>,
): Promise<RefundRow> =>
  db.updateTable('sandbox.refunds').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export function listRefunds(
  db: Database,
  { from, to, count, skip, paymentId }: Page & { paymentId?: string },
): Promise<RefundRow[]> {
  let query = db.selectFrom('sandbox.refunds').selectAll();
  if (paymentId !== undefined) query = query.where('paymentId', '=', paymentId);
  if (from !== undefined) query = query.where('createdAt', '>=', from);
  if (to !== undefined) query = query.where('createdAt', '<=', to);
  return query.orderBy('createdAt', 'desc').orderBy('id').limit(count).offset(skip).execute();
}

/** Refunds that fail now. */
export const listFailing = (db: Database, now: Date): Promise<RefundRow[]> =>
  db.selectFrom('sandbox.refunds').selectAll().where('failsAt', '<=', now).orderBy('id').limit(100).execute();

export const insertWebhook = (db: Database, row: Insertable<DB['sandbox.webhooks']>) =>
  db.insertInto('sandbox.webhooks').values(row).execute();

export const findWebhook = (db: Database, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('sandbox.webhooks').selectAll().where('id', '=', id).executeTakeFirst();

export const updateWebhook = (db: Database, id: string, change: Updateable<DB['sandbox.webhooks']>) =>
  db.updateTable('sandbox.webhooks').set(change).where('id', '=', id).execute();

/** Webhooks that are due, each given to one caller, who must be done with it by `until`. */
export async function takeDueWebhooks(db: Database, now: Date, until: Date): Promise<WebhookRow[]> {
  const taken = await db
    .updateTable('sandbox.webhooks')
    .set((eb) => ({ nextAt: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sandbox.webhooks')
        .select('id')
        .where('nextAt', '<=', now)
        .orderBy('nextAt')
        .limit(20)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  return taken.sort((one, other) => one.position - other.position);
}

/** When the worker has something to do next. */
export async function nextDue(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(next_at) from sandbox.webhooks where next_at is not null),
      (select min(answer_at) from sandbox.payments where answer_at is not null),
      (select min(fails_at) from sandbox.refunds where fails_at is not null)
    ) as at
  `.execute(db);
  return rows[0]?.at ?? null;
}

/** Keeps the first keys that are offered and gives those kept. */
export async function keepKeys(
  db: Database,
  offered: { keyId: string; keySecret: string; webhookSecret: string },
) {
  await db
    .insertInto('sandbox.keys')
    .values(offered)
    .onConflict((oc) => oc.doNothing())
    .execute();
  return db
    .selectFrom('sandbox.keys')
    .select(['keyId', 'keySecret', 'webhookSecret'])
    .executeTakeFirstOrThrow();
}
