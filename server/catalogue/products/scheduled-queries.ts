import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { gstTenthsOf } from '../../db/gst-columns.ts';
import { sellingNow } from '../price-lists/price-lists.ts';

/**
 * Gives up to `limit` variants the price that their scheduled sale says now, and forgets the sales that are over. Locks
 * them in id order, as checkout does. Returns how many there were.
 */
export async function applyDueSales(trx: Trx, limit: number): Promise<number> {
  const isOver = sql`coalesce(sale_until <= now(), false)`;
  const isOn = sql`(coalesce(sale_from <= now(), true) and not ${isOver})`;
  const { numAffectedRows = 0n } = await sql`
    with due as (
      select id from variants
      where sale_paise is not null and deleted_at is null and (${isOver} or ${isOn} <> (regular_paise is not null))
      order by id limit ${limit} for no key update
    )
    update variants set
      selling_paise = ${sellingNow},
      regular_paise = case when ${isOn} then coalesce(regular_paise, selling_paise) end,
      sale_paise = case when not ${isOver} then sale_paise end,
      sale_from = case when not ${isOver} then sale_from end,
      sale_until = case when not ${isOver} then sale_until end
    where id in (select id from due)`.execute(trx);
  return Number(numAffectedRows);
}

/** The drafts that are to be published by now. */
export async function listDueDrafts(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('publishAt', '<=', sql<Date>`now()`)
    .where('status', '=', 'draft')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of these products that are still due, locked, with what decides whether they can be sold. */
export async function lockDueDrafts(trx: Trx, ids: string[]) {
  return trx
    .selectFrom('products')
    .select(['id', 'status', 'hsn', 'isGiftCard'])
    .select(sql<number | null>`${gstTenthsOf('products')} / 10`.as('gstRate'))
    .where('id', 'in', ids)
    .where('publishAt', '<=', sql<Date>`now()`)
    .where('status', '=', 'draft')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** When the scheduled sales of these products end that are on now, by their ids; the first of several. */
export async function findSaleEnds(db: Database, products: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; endsAt: Date }>`
    select product_id as id, min(sale_until) as "endsAt" from variants
    where product_id = any(${products}::uuid[]) and deleted_at is null and sale_paise is not null
      and coalesce(sale_from <= now(), true) and sale_until > now()
    group by product_id`.execute(db);
  return new Map(rows.map(({ id, endsAt }) => [id, endsAt.toISOString()]));
}
