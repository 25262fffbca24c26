import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import { countRows, readPage } from '../db/paging.ts';
import type { Discounts } from '../db/schema.ts';

export type DiscountRow = Selectable<Discounts>;

/** Who gets an order, and where; addressee_of says which spellings are the same. */
type Addressee = { name: string; address: string; postalCode: string };

/**
 * A buyer as the limits of discounts count them: orders with this account, mailbox, mobile number, or name and address
 * are those of one customer. The mailbox is empty, and the others absent, if they are not known. `replacedOrder`: the
 * buyer’s unpaid order that does not count, because a new one would replace it.
 */
export type Buyer = {
  userId: string | null;
  mailbox: string;
  mobile?: string;
  addressee?: Addressee | null;
  replacedOrder?: string | null;
};

const hasBegun = sql<boolean>`coalesce(starts_at <= now(), true)`;
const hasEnded = sql<boolean>`coalesce(ends_at <= now(), false)`;
/** An order that is replaced gives its use back. */
const isUsedUp = (replacedOrder: string | null = null) => sql<boolean>`coalesce(uses - (
  select count(*) from order_discounts o where o.order_id = ${replacedOrder} and o.discount_id = discounts.id
  ) >= max_uses, false)`;
/** The state of a discount (`discountState` of the contract). */
const state = sql<'active' | 'scheduled' | 'ended' | 'used_up' | 'disabled'>`case
  when not is_enabled then 'disabled' when ${hasEnded} then 'ended' when ${isUsedUp()} then 'used_up'
  when not ${hasBegun} then 'scheduled' else 'active' end`;
const isActive = (replacedOrder?: string | null) =>
  sql<boolean>`deleted_at is null and is_enabled and ${hasBegun} and not ${hasEnded} and not ${isUsedUp(replacedOrder)}`;

/**
 * The discounts that a buyer can use now: the automatic ones, and the one with this code. One with unique codes has
 * this one as its code.
 */
export async function listActive(
  trx: Database | Trx,
  { replacedOrder }: Buyer,
  code: string | undefined,
): Promise<DiscountRow[]> {
  const rows = await trx
    .selectFrom('discounts')
    .selectAll()
    .where(isActive(replacedOrder))
    .where((eb) =>
      eb.or([
        eb.and([eb('code', 'is', null), eb('hasUniqueCodes', '=', false)]),
        eb('code', '=', code ?? ''),
        eb.and([eb('hasUniqueCodes', '=', true), eb('id', '=', discountOfUnused(code ?? '', replacedOrder))]),
      ]),
    )
    .execute();
  return rows.map((row) => (row.hasUniqueCodes ? { ...row, code: code ?? null } : row));
}

/** The id of the discount of a unique code that no order has. */
const discountOfUnused = (code: string, replacedOrder: string | null = null) =>
  sql<string>`(select b.discount_id from discount_codes c join discount_code_batches b on b.id = c.batch_id
    where c.code = ${code} and c.uses <= (
      select count(*) from order_discounts o where o.order_id = ${replacedOrder} and o.code = c.code))`;

/** The newest discount that the footer names. */
export const findAnnounced = (db: Database | Trx) =>
  db
    .selectFrom('discounts')
    .selectAll()
    .where('isAnnounced', '=', true)
    .where(isActive())
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The announced discount that ends first. */
export const findEnding = (db: Database) =>
  db
    .selectFrom('discounts')
    .selectAll()
    .where('isAnnounced', '=', true)
    .where('endsAt', 'is not', null)
    .where(isActive())
    .orderBy('endsAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The orders of a buyer with a discount that have not failed or been cancelled: all, and those of this day in India. */
export type Uses = { inAll: number; today: number };

/** How often a buyer has used each of these discounts, and whether they have paid for an order, even if it was refunded. */
export async function findHistory(
  trx: Database | Trx,
  { userId, mailbox, mobile = '', addressee, replacedOrder = null }: Buyer,
  ids: string[],
): Promise<{ uses: Map<string, Uses>; hasOrdered: boolean }> {
  const { name, address, postalCode } = addressee ?? { name: null, address: null, postalCode: null };
  // An array, so that each alternative is looked up in its index.
  const isOfBuyer = sql<boolean>`(o.user_id = ${userId} or o.mailbox = ${mailbox} and o.mailbox <> ''
    or o.mobile = ${mobile} and o.mobile <> '' or o.id = any(array(select order_id from order_addressees
      where addressee = addressee_of(${name}, ${address}, ${postalCode}))))`;
  const { rows } = await sql<Uses & { discountId: string }>`
    select d.discount_id, count(*)::int as in_all, count(*) filter (where o.created_at
      >= date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata')::int as today
    from orders o join order_discounts d on d.order_id = o.id
    where ${isOfBuyer} and o.status not in ('failed', 'cancelled') and d.discount_id = any(${ids}::uuid[])
      and o.id is distinct from ${replacedOrder}
    group by 1`.execute(trx);
  const paid = await sql<{ hasOrdered: boolean }>`select exists (
    select from orders o join payments p on p.order_id = o.id where p.is_primary and ${isOfBuyer}) as has_ordered`.execute(
    trx,
  );
  return {
    uses: new Map(rows.map(({ discountId, ...uses }) => [discountId, uses])),
    hasOrdered: paid.rows[0]?.hasOrdered ?? false,
  };
}

/** The tags of the customer with this account, and the days since it was created. */
export async function findAccount(
  trx: Database | Trx,
  userId: string,
): Promise<{ tags: string[]; days: number } | undefined> {
  const { rows } = await sql<{ tags: string[]; days: number }>`
    select extract(epoch from now() - u.created_at)::float8 / 86400 as days, array(select t.tag from customer_tags t
      join customers c on c.id = t.customer_id where c.user_id = u.id) as tags
    from users u where u.id = ${userId}`.execute(trx);
  return rows[0];
}

/** Counts a use of each of these discounts. False if one of them can't be used any more; the caller then rolls back. */
export async function countUses(trx: Trx, discounts: DiscountRow[]): Promise<boolean> {
  const ids = discounts.map(({ id }) => id);
  const isOneOf = sql<boolean>`id = any(${ids}::uuid[])`;
  // Waits for other orders with them, and then sees their uses.
  const usable = await trx
    .selectFrom('discounts')
    .select('id')
    .where(isOneOf)
    .where(isActive())
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (usable.length < ids.length) return false;
  await trx
    .updateTable('discounts')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where(isOneOf)
    .execute();
  const codes = discounts.flatMap(({ hasUniqueCodes, code }) => (hasUniqueCodes && code ? code : []));
  if (codes.length === 0) return true;
  // Orders with codes of one discount have waited for its row.
  const { numUpdatedRows } = await trx
    .updateTable('discountCodes')
    .set({ uses: 1 })
    .where('code', 'in', codes)
    .where('uses', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === codes.length;
}

type OrderDiscount = {
  discount: Pick<DiscountRow, 'id' | 'title' | 'code'>;
  shares: number[];
  shippingPaise: number;
};

/** Stores the discounts of a new order, with their shares of its lines by position. */
export async function insertOrderDiscounts(
  trx: Trx,
  orderId: string,
  applied: OrderDiscount[],
): Promise<void> {
  await trx
    .insertInto('orderDiscounts')
    .values(
      applied.map(({ discount: { id, title, code }, shares, shippingPaise }) => ({
        orderId,
        discountId: id,
        title,
        code,
        amountPaise: shares.reduce((sum, share) => sum + share, shippingPaise),
        isOffShipping: shippingPaise > 0,
      })),
    )
    .execute();
  await insertShares(trx, orderId, applied);
}

async function insertShares(trx: Trx, orderId: string, applied: OrderDiscount[]): Promise<void> {
  const shares = applied.flatMap(({ discount, shares }) =>
    shares.map((paise, position) => ({ id: discount.id, position, paise })),
  );
  await sql`insert into order_item_discounts (order_item_id, discount_id, amount_paise)
    select i.id, s.discount_id, s.paise
    from unnest(${shares.map(({ id }) => id)}::uuid[], ${shares.map(({ position }) => position)}::int[],
      ${shares.map(({ paise }) => paise)}::bigint[]) s (discount_id, position, paise)
    join order_items i on i.order_id = ${orderId} and i.position = s.position
    where s.paise > 0`.execute(trx);
}

/**
 * The discounts of products that an order has, with what each takes off. `isChanged`: an admin has changed or deleted it
 * since the order was placed.
 */
export async function listOfOrder(trx: Trx, orderId: string) {
  return trx
    .selectFrom('orderDiscounts as o')
    .innerJoin('discounts', 'discounts.id', 'o.discountId')
    .innerJoin('orders', 'orders.id', 'o.orderId')
    .selectAll('discounts')
    .select(['o.code', 'o.amountPaise as takenPaise'])
    .select(sql<boolean>`discounts.updated_at > orders.created_at`.as('isChanged'))
    .where('o.orderId', '=', orderId)
    .where(
      sql<boolean>`exists (select from order_item_discounts s join order_items i on i.id = s.order_item_id
        where i.order_id = o.order_id and s.discount_id = o.discount_id)`,
    )
    .execute();
}

/** Replaces the shares that discounts have of the lines of an order. Those that have none stay as uses. */
export async function replaceShares(trx: Trx, orderId: string, applied: OrderDiscount[]): Promise<void> {
  await sql`delete from order_item_discounts
    where order_item_id in (select id from order_items where order_id = ${orderId})`.execute(trx);
  for (const { discount, shares } of applied)
    await trx
      .updateTable('orderDiscounts')
      .set({ amountPaise: shares.reduce((sum, share) => sum + share, 0) })
      .where('orderId', '=', orderId)
      .where('discountId', '=', discount.id)
      .execute();
  await insertShares(trx, orderId, applied);
}

const notDeleted = (db: Database | Trx) =>
  db.selectFrom('discounts').selectAll().select(state.as('state')).where('deletedAt', 'is', null);
export type DiscountWithState = NonNullable<Awaited<ReturnType<typeof findDiscount>>>;

/** One page of the discounts, newest first, and their number. */
export const listDiscounts = (db: Database, page: { page: number; limit: number }) =>
  readPage(notDeleted(db).orderBy('createdAt', 'desc').orderBy('id'), page);

export const findDiscount = (db: Database | Trx, id: string) =>
  notDeleted(db).where('id', '=', id).executeTakeFirst();

/** Locks a discount against other changes of it; orders that use it wait. */
export const lockDiscount = (trx: Trx, id: string) =>
  notDeleted(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function insertDiscount(trx: Trx, values: Insertable<Discounts>): Promise<string> {
  const { id } = await trx.insertInto('discounts').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateDiscount(trx: Trx, id: string, values: Updateable<Discounts>): Promise<void> {
  await trx
    .updateTable('discounts')
    .set({ ...values, updatedAt: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes the discounts of the demo shop that no admin has changed. */
export const deleteDemoDiscounts = (trx: Trx) =>
  trx
    .updateTable('discounts')
    .set({ deletedAt: sql`now()`, updatedAt: sql`clock_timestamp()` })
    .where('isDemo', '=', true)
    .where('deletedAt', 'is', null)
    .returning(['id', 'title'])
    .execute();

/** The number of discounts of the demo shop that no admin has changed. */
export const countDemoDiscounts = (db: Database): Promise<number> =>
  countRows(db.selectFrom('discounts').where('isDemo', '=', true).where('deletedAt', 'is', null));

/** Those of these codes that a discount has, also as one of its unique codes. */
export async function findTakenCodes(trx: Trx, codes: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select code from discounts where code = any(${codes}::text[]) and deleted_at is null
    union select code from discount_codes where code = any(${codes}::text[])`.execute(trx);
  return new Set(rows.map(({ code }) => code));
}

/** Deletes those of these discounts that no order has. Returns how many stay. */
export async function removeUnusedDiscounts(trx: Trx, ids: string[]): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('discounts')
    .set({ deletedAt: sql<Date>`now()` })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('uses', '=', 0)
    .executeTakeFirst();
  return ids.length - Number(numUpdatedRows);
}
