import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import { readPage } from '../db/paging.ts';

const batches = (db: Database | Trx) =>
  db
    .selectFrom('discountCodeBatches as b')
    .select(['b.id', 'b.createdAt', 'b.discountId', 'b.prefix'])
    .select((eb) =>
      eb
        .selectFrom('discountCodes as c')
        .whereRef('c.batchId', '=', 'b.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('count'),
    )
    .select((eb) =>
      eb
        .selectFrom('discountCodes as c')
        .whereRef('c.batchId', '=', 'b.id')
        .where('c.uses', '>', 0)
        .select(sql<number>`count(*)::int`.as('used'))
        .as('used'),
    );
export type BatchRow = Awaited<ReturnType<typeof listBatches>>['rows'][number];

/** One page of the batches of codes of a discount, newest first, and their number. */
export const listBatches = (db: Database, discountId: string, page: { page: number; limit: number }) =>
  readPage(
    batches(db).where('b.discountId', '=', discountId).orderBy('b.createdAt', 'desc').orderBy('b.id'),
    page,
  );

export const findBatch = (db: Database | Trx, id: string) =>
  batches(db).where('b.id', '=', id).executeTakeFirst();

/** Stores a batch of codes of a discount; returns its id. */
export async function insertBatch(
  trx: Trx,
  batch: { discountId: string; prefix: string },
  codes: string[],
): Promise<string> {
  const { id } = await trx
    .insertInto('discountCodeBatches')
    .values(batch)
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into discount_codes (code, batch_id) select unnest(${codes}::text[]), ${id}`.execute(trx);
  return id;
}

/** The codes of a batch in order, with the orders that have them and have not failed or been cancelled. */
export async function listCodes(trx: Trx, batchId: string): Promise<{ code: string; orders: string[] }[]> {
  const { rows } = await sql<{ code: string; orders: string[] }>`
    select c.code, array_remove(array_agg(o.id order by o.id), null) as orders
    from discount_codes c
      join discount_code_batches b on b.id = c.batch_id
      left join order_discounts d on d.discount_id = b.discount_id and d.code = c.code
      left join orders o on o.id = d.order_id and o.status not in ('failed', 'cancelled')
    where c.batch_id = ${batchId} group by c.code order by c.code`.execute(trx);
  return rows;
}

/** Whether this is a unique code of any discount. */
export async function isUniqueCode(trx: Trx, code: string): Promise<boolean> {
  const found = await trx
    .selectFrom('discountCodes')
    .select('code')
    .where('code', '=', code)
    .executeTakeFirst();
  return found !== undefined;
}
