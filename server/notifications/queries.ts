import { sql } from 'kysely';
import type { PushSubscriptionData } from '../../shared/contract/accounts/notifications.ts';
import type { Database, Trx } from '../db/database.ts';

export type PushText = { title: string; body: string; path: string; tag: string };
type Topic = { orderId: string } | { variantId: string };

export const findKey = (db: Database | Trx) =>
  db.selectFrom('pushKey').select(['publicKey', 'privateKey']).executeTakeFirst();

/** Stores the key of the shop, unless another process has stored one. */
export async function insertKey(db: Database, key: { publicKey: string; privateKey: Buffer }): Promise<void> {
  await db
    .insertInto('pushKey')
    .values(key)
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function replacePrivateKey(db: Database, privateKey: Buffer): Promise<void> {
  await db.updateTable('pushKey').set({ privateKey }).execute();
}

/** Stores a browser, or its new keys, and locks it. Returns its id. */
export async function saveSubscription(
  trx: Trx,
  { endpoint, keys }: PushSubscriptionData,
  createdAt: Date,
): Promise<string> {
  const { id } = await trx
    .insertInto('pushSubscriptions')
    .values({ endpoint, ...keys, createdAt })
    .onConflict((oc) => oc.column('endpoint').doUpdateSet({ ...keys, createdAt }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countTopics(trx: Trx, subscriptionId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('pushTopics')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertTopic(
  trx: Trx,
  topic: Topic & { subscriptionId: string; createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('pushTopics')
    .values(topic)
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** The stock of a variant that shoppers can see; undefined if it is not for sale. */
export async function findStock(trx: Trx, variantId: string): Promise<number | undefined> {
  const { rows } = await sql<{ stock: number }>`
    select v.stock from variants v join products p on p.id = v.product_id
    where v.id = ${variantId} and ${isForSale}`.execute(trx);
  return rows[0]?.stock;
}

/** The browsers that are told about an order and were not told this; from now on they were. */
export async function takeOrderTopics(trx: Trx, orderId: string, what: string): Promise<string[]> {
  const { rows } = await sql<{ subscriptionId: string }>`
    update push_topics set told = array_append(told, ${what})
    where order_id = ${orderId} and not told @> array[${what}::text] returning subscription_id`.execute(trx);
  return rows.map(({ subscriptionId }) => subscriptionId);
}

export async function deleteOrderTopics(trx: Trx, orderId: string): Promise<void> {
  await trx.deleteFrom('pushTopics').where('orderId', '=', orderId).execute();
}

/** Removes the oldest topics of variants that shoppers can buy now, and returns them. */
export async function takeStockTopics(trx: Trx, limit: number) {
  const { rows } = await sql<{
    subscriptionId: string;
    variantId: string;
    slug: string;
    name: string;
    values: string[];
  }>`
    delete from push_topics t using (
      select w.subscription_id, w.variant_id, p.slug, p.name, v.option_values as values
      from push_topics w join variants v on v.id = w.variant_id and v.stock > 0
      join products p on p.id = v.product_id
      where ${isForSale} order by w.created_at limit ${limit} for update of w skip locked
    ) due
    where t.subscription_id = due.subscription_id and t.variant_id = due.variant_id
    returning due.*`.execute(trx);
  return rows;
}

/** Adds messages that wait to be sent. Returns their ids. */
export async function insertMessages(
  trx: Trx,
  messages: (PushText & { subscriptionId: string; createdAt: Date })[],
): Promise<string[]> {
  const rows = await trx.insertInto('pushMessages').values(messages).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** A message that waits, with the browser that gets it. */
export async function findMessage(db: Database, id: string) {
  return db
    .selectFrom('pushMessages as m')
    .innerJoin('pushSubscriptions as s', 's.id', 'm.subscriptionId')
    .select(['m.title', 'm.body', 'm.path', 'm.tag', 'm.createdAt', 's.endpoint', 's.p256dh', 's.auth'])
    .where('m.id', '=', id)
    .executeTakeFirst();
}

/** Deletes a message, and its browser if nothing else is to be told. */
export async function deleteMessage(db: Database, id: string): Promise<void> {
  await sql`
    with done as (delete from push_messages where id = ${id} returning subscription_id)
    delete from push_subscriptions s using done where s.id = done.subscription_id
      and not exists (select from push_topics t where t.subscription_id = s.id)
      and not exists (select from push_messages m where m.subscription_id = s.id and m.id <> ${id})`.execute(
    db,
  );
}

/** Deletes a browser with all that it was to be told. */
export async function deleteSubscription(db: Database, endpoint: string): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('endpoint', '=', endpoint).execute();
}

const isForSale = sql`v.deleted_at is null and p.deleted_at is null and p.status in ('active', 'featured')`;
