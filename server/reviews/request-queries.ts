import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';

export type DueOrder = { id: string; accessKey: string; email: string; isTest: boolean; products: string[] };

/** The orders of a buyer are found by their mailbox, else by their account, as in `findReviewable`. */
const buyer = sql`coalesce(nullif(o.mailbox, ''), o.user_id::text, o.id::text)`;
const buyerHash = sql`encode(sha256(convert_to(${buyer}, 'UTF8')), 'hex')`;

/**
 * Delivered orders whose buyer has not been asked for reviews: delivered before `before` and not before `after`, not
 * refunded completely, with an e-mail address that has not opted out, and with a product that is for sale and that
 * they have not reviewed. Orders from more than 90 days before are not searched. In a large shop, only the timelines of
 * orders without a request are read, the newest first, until 200 are due.
 */
export async function listDueOrders(
  db: Database,
  { before, after }: { before: Date; after: Date },
): Promise<DueOrder[]> {
  // Each level is read in the order of the one within it, so that reading ends with the 200th order.
  const { rows } = await sql<DueOrder>`
    select id, access_key, email, is_test, products from (
      select o.*, array(select distinct p.name from order_items i join products p on p.id = i.product_id
          where i.order_id = o.id and i.recipient is null and p.deleted_at is null and p.status in ('active', 'featured')
            and not exists (select from reviews r where r.product_id = p.id and r.buyer_hash = o.buyer_hash))
          as products
      from (
        select o.id, o.access_key, o.is_test, coalesce(nullif(o.email, ''), u.email) as email,
          ${buyerHash} as buyer_hash
        from (
          select * from orders
          where status = 'delivered' and deleted_at is null and refund_state <> 'refunded'
            and created_at > ${after}::timestamptz - interval '90 days' and created_at <= ${before}
          order by created_at desc offset 0) o
        left join lateral (select email, deleted_at from users where id = o.user_id offset 0) u on true
        where u.deleted_at is null and coalesce(nullif(o.email, ''), u.email) is not null
          and (select id from review_requests where order_id = o.id) is null
          and (select min(at) between ${after} and ${before} from order_events
            where order_id = o.id and status = 'delivered')
        offset 0) o
      where not exists (select from review_opt_outs x where x.buyer_hash = o.buyer_hash)
      offset 0) due
    where cardinality(products) > 0
    limit 200`.execute(db);
  return rows;
}

/** Records that the buyer of an order is asked. False if they were asked already. */
export async function insertRequest(trx: Trx, orderId: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('reviewRequests')
    .values({ orderId, createdAt: now })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Records that a buyer wants no further requests. */
export async function insertOptOut(db: Database, hash: string): Promise<void> {
  await db
    .insertInto('reviewOptOuts')
    .values({ buyerHash: hash })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
