import { type Insertable, sql } from 'kysely';
import { isId } from '../../shared/id.ts';
import type { Database, Trx } from '../db/database.ts';
import { likeAnywhere, readPage } from '../db/paging.ts';
import type { FormerOrders } from '../db/schema.ts';

/** Stores orders of the former shop; one with the same number is left as it is. Returns the ids by number. */
export async function insertFormerOrders(
  trx: Trx,
  orders: Insertable<FormerOrders>[],
): Promise<Map<string, string>> {
  const rows = await trx
    .insertInto('formerOrders')
    .values(orders)
    .onConflict((oc) => oc.columns(['program', 'number']).doNothing())
    .returning(['id', 'number'])
    .execute();
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/** Links old orders without a customer to those who have their e-mail address or mobile number now. */
export async function linkCustomers(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = '60s'`.execute(trx);
  await sql`
    update former_orders o set customer_id = found.customer_id
    from (
      select o.id, coalesce(
        (select c.id from users u join customers c on c.user_id = u.id where u.email = o.email and u.deleted_at is null),
        (select customer_id from customer_contacts where value = nullif(o.email, '')),
        (select c.id from users u join customers c on c.user_id = u.id
          where u.mobile = nullif(o.mobile, '') and u.deleted_at is null),
        (select customer_id from customer_contacts where value = nullif(o.mobile, ''))) as customer_id
      from former_orders o where o.customer_id is null and (o.email <> '' or o.mobile <> '')) found
    where o.id = found.id and found.customer_id is not null`.execute(trx);
}

export async function deleteFormerOrders(trx: Trx, ids: string[]): Promise<void> {
  await trx.deleteFrom('formerOrders').where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
}

const columns = [
  'id',
  'program',
  'number',
  'customerId',
  'placedAt',
  'email',
  'mobile',
  'paymentStatus',
  'fulfilmentStatus',
  'cancelledAt',
  'totalPaise',
  'refundedPaise',
  'netPaise',
  'details',
] as const;
/** The name in the file, or that of the customer. */
const name = sql<string>`coalesce(nullif(former_orders.name, ''),
  (select c.name from customers c where c.id = former_orders.customer_id), '')`.as('name');

type Filter = { search?: string | undefined; customer?: string | undefined };

/** One page of the old orders, newest first, and their number. */
export function listFormerOrders(
  db: Database,
  { search, customer, ...page }: Filter & { page: number; limit: number },
) {
  let found = db.selectFrom('formerOrders').select([...columns, name]);
  if (customer) found = found.where('customerId', '=', isId(customer) ? customer : null);
  if (search) found = found.where('searchText', 'like', likeAnywhere(search));
  return readPage(found.orderBy('placedAt', 'desc').orderBy('id', 'desc'), page);
}
export type FormerOrderRow = Awaited<ReturnType<typeof listFormerOrders>>['rows'][number];

export const findFormerOrder = (db: Database, id: string) =>
  isId(id)
    ? db
        .selectFrom('formerOrders')
        .select([...columns, name])
        .where('id', '=', id)
        .executeTakeFirst()
    : Promise.resolve(undefined);
