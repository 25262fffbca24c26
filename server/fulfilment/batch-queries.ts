import { sql } from 'kysely';
import type { UnmatchedNumber } from '../../shared/contract/orders/order-batches.ts';
import { isId } from '../../shared/id.ts';
import type { Database, Trx } from '../db/database.ts';

export type NewOrderBatch = {
  createdAt: Date;
  userId: string;
  action: string;
  detail: object;
  orderIds: string[];
};

export async function insertOrderBatch(trx: Trx, values: NewOrderBatch): Promise<string> {
  const { id } = await trx
    .insertInto('orderBatches')
    .values({ ...values, detail: JSON.stringify(values.detail) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const summary = (db: Database) =>
  db
    .selectFrom('orderBatches')
    .select(['id', 'action', 'detail', 'done', 'createdAt', 'finishedAt'])
    .select([
      sql<UnmatchedNumber[]>`coalesce(detail->'unmatched', '[]')`.as('unmatched'),
      sql<number>`cardinality(order_ids)`.as('total'),
      sql<number>`(select count(*)::int from order_batch_skips where batch_id = order_batches.id)`.as(
        'skipped',
      ),
    ]);

/** A batch of this admin. */
export async function findOrderBatch(db: Database, userId: string, id: string) {
  if (!isId(id)) return undefined;
  return summary(db).where('id', '=', id).where('userId', '=', userId).executeTakeFirst();
}
export type OrderBatchRow = NonNullable<Awaited<ReturnType<typeof findOrderBatch>>>;

/** The orders that a batch of this admin did not skip, at most 10,000. */
export async function listChangedOrders(db: Database, userId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select unnest(order_ids) as id from order_batches
    where id = ${id} and user_id = ${userId}
    except select order_id from order_batch_skips where batch_id = ${id}`.execute(db);
  return rows.map((row) => row.id);
}

export async function listOrderBatches(db: Database, userId: string) {
  return summary(db).where('userId', '=', userId).orderBy('createdAt', 'desc').limit(5).execute();
}

/** The first orders that a batch left as they were, with the reasons. */
export async function listSkips(db: Database, batchId: string) {
  return db
    .selectFrom('orderBatchSkips')
    .select(['orderId', 'message'])
    .where('batchId', '=', batchId)
    .orderBy('orderId')
    .limit(1000)
    .execute();
}

/**
 * Locks a batch and returns its next order, with the author and the tracking number of that order, so that two workers
 * never process the same one. Undefined if it has finished.
 */
export async function lockNextOrder(trx: Trx, id: string) {
  const { rows } = await sql<{
    orderId: string;
    action: string;
    courier: string;
    trackingNumber: string;
    provider: string;
    pickup: boolean;
    userId: string;
    author: string;
    startedAt: Date;
  }>`
    select next.id as order_id, b.action, b.user_id, b.created_at as started_at, u.name as author, coalesce(b.detail->>'courier', '') as courier,
      coalesce(b.detail->'trackingNumbers'->>(next.id::text), '') as tracking_number,
      coalesce(b.detail->>'provider', '') as provider, coalesce((b.detail->>'pickup')::boolean, false) as pickup
    from order_batches b join users u on u.id = b.user_id
    cross join lateral (select b.order_ids[b.done + 1] as id) next
    where b.id = ${id} and b.finished_at is null for update of b`.execute(trx);
  return rows[0];
}

/** Counts an order of a batch as done; with a message, it was left as it was. */
export async function advanceOrderBatch(
  trx: Trx,
  id: string,
  orderId: string,
  message: string,
): Promise<void> {
  await sql`
    with skip as (insert into order_batch_skips select ${id}, ${orderId}, ${message}::text where ${message}::text <> '')
    update order_batches set done = done + 1,
      finished_at = case when done + 1 = cardinality(order_ids) then now() end
    where id = ${id}`.execute(trx);
}

/** The next orders of a batch that it did not skip, after `from` of them. */
export async function listFileOrders(db: Database, batchId: string, from: number, limit: number) {
  const { rows } = await sql<{ id: string; at: number }>`
    select o.id, o.at::int from order_batches b, unnest(b.order_ids) with ordinality o (id, at)
    where b.id = ${batchId} and o.at > ${from}
      and not exists (select from order_batch_skips s where s.batch_id = b.id and s.order_id = o.id)
    order by o.at limit ${limit}`.execute(db);
  return rows;
}
