import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { codDuePaise } from '../../db/order-money.ts';
import type { CodState } from '../../db/schema.ts';

/**
 * Stores the hash of the token with which the buyer of an order that is paid on delivery confirms it; null for no
 * token.
 */
export async function saveCodToken(trx: Trx, id: string, hash: Buffer | null): Promise<void> {
  await trx.updateTable('orders').set({ codTokenHash: hash }).where('id', '=', id).execute();
}

/** Uses up this token of an order that waits for its confirmation. False if it is wrong, was used, or has expired. */
export async function takeCodToken(trx: Trx, id: string, hash: Buffer): Promise<boolean> {
  const row = await trx
    .updateTable('orders')
    .set({ codTokenHash: null })
    .where('id', '=', id)
    .where('codTokenHash', '=', hash)
    .where('codState', '=', 'unconfirmed')
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that an order that is paid on delivery was confirmed. The token of its mail can't be used any more. */
export async function setCodState(trx: Trx, id: string, codState: CodState): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ codState, codTokenHash: null, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** What the courier has to collect for an order, in paise: 0 once it was collected, or if it is not paid on delivery. */
export async function readCodDue(trx: Trx, id: string): Promise<number> {
  const { codDuePaise: paise } = await trx
    .selectFrom('orders')
    .select(codDuePaise)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return paise;
}

/**
 * Whether this mobile number has an order that was delivered, or paid and not refunded in full: of test orders if
 * `isTest`, else of others.
 */
export async function hasBought(
  trx: Trx,
  { mobile, isTest }: { mobile: string; isTest: boolean },
): Promise<boolean> {
  const row = await trx
    .selectFrom('orders')
    .select('id')
    .where('mobile', '=', mobile)
    .where('isTest', '=', isTest)
    .where(
      sql<boolean>`(orders.status = 'delivered' or orders.refund_state <> 'refunded' and due_on_delivery(orders) = 0
        and exists (select from payments p where p.order_id = orders.id and p.is_primary))`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Column for a query of `orders`: of one that is paid on delivery, how many other orders of its buyer came back (RTO),
 * and whether the buyer is blocked. A buyer is an account, a mailbox or a mobile number.
 */
export const codBuyerOfOrder = sql<{
  returns: number;
  isBlocked: boolean;
} | null>`case when orders.cod_state is not null then
  jsonb_build_object(
    'returns', (select count(*) from orders o join order_states s on s.order_id = o.id
      where s.has_return and o.id <> orders.id and (o.mobile = orders.mobile and o.mobile <> ''
        or o.mailbox = orders.mailbox and o.mailbox <> '' or o.user_id = orders.user_id)),
    'isBlocked', exists (select from cod_blocks where contact in (orders.mobile, orders.mailbox))) end`.as(
  'codBuyer',
);

/** The mobile number and the mailbox of an order. */
export const findBuyer = (db: Database, id: string) =>
  db.selectFrom('orders').select(['mobile', 'mailbox']).where('id', '=', id).executeTakeFirst();
