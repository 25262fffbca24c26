import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { likeAnywhere, readPage } from '../../db/paging.ts';
import type { PriceLists } from '../../db/schema.ts';
import { ownPrice, sellingNow } from './own-price-queries.ts';
import type { Problem } from './price-file.ts';

const listed = (db: Database | Trx) =>
  db
    .selectFrom('priceLists')
    .selectAll()
    .select([
      sql<number>`(select count(*)::int from customer_tags t join customers c on c.id = t.customer_id
        where t.tag = customer_tag and c.user_id is not null and c.erased_at is null)`.as('customers'),
      sql<number>`(select count(*)::int from price_list_prices p join variants v on v.id = p.variant_id
        where p.price_list_id = price_lists.id and v.deleted_at is null)`.as('prices'),
    ]);
export type PriceListRow = NonNullable<Awaited<ReturnType<typeof findPriceList>>>;

/** One page of the price lists by name, and their number. */
export const listPriceLists = (db: Database, page: { page: number; limit: number }) =>
  readPage(listed(db).orderBy(sql`lower(name)`), page);

export const findPriceList = (db: Database | Trx, id: string) =>
  listed(db).where('id', '=', id).executeTakeFirst();

/** Locks a price list against other changes of it; orders do not wait. */
export const lockPriceList = (trx: Trx, id: string) =>
  trx.selectFrom('priceLists').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function insertPriceList(trx: Trx, values: Insertable<PriceLists>): Promise<string> {
  const { id } = await trx.insertInto('priceLists').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updatePriceList(trx: Trx, id: string, values: Updateable<PriceLists>): Promise<void> {
  await trx
    .updateTable('priceLists')
    .set({ ...values, updatedAt: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

export async function deletePriceList(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('priceLists').where('id', '=', id).execute();
}

const prices = (db: Database | Trx, listId: string) =>
  db
    .selectFrom('priceListPrices')
    .innerJoin('variants', 'variants.id', 'priceListPrices.variantId')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select([
      ...(['priceListPrices.paise', 'variants.id', 'variants.productId', 'variants.sku'] as const),
      ...(['variants.optionValues', 'variants.sellingPaise', 'products.name'] as const),
    ])
    .select(
      sql<string | null>`coalesce(variants.image, (select path from product_images i
        where i.product_id = products.id order by i.position limit 1))`.as('image'),
    )
    .where('priceListId', '=', listId)
    .where('variants.deletedAt', 'is', null);
export type PriceRow = Awaited<ReturnType<typeof listNextPrices>>[number];

/** One page of the prices of a list by name and SKU, and how many match. */
export function listPrices(
  db: Database,
  listId: string,
  { search, ...page }: { search?: string | undefined; page: number; limit: number },
) {
  let found = prices(db, listId);
  if (search) {
    const pattern = likeAnywhere(search);
    found = found.where(
      sql<SqlBool>`(lower(products.name) like ${pattern} or lower(variants.sku) like ${pattern})`,
    );
  }
  return readPage(found.orderBy('products.name').orderBy('variants.sku'), page);
}

/** The next prices of a list after this variant, for the export. */
export function listNextPrices(db: Database, listId: string, after: string | undefined, limit: number) {
  let found = prices(db, listId);
  if (after) found = found.where('priceListPrices.variantId', '>', after);
  return found.orderBy('priceListPrices.variantId').limit(limit).execute();
}

export const findPrice = (db: Database | Trx, listId: string, variantId: string) =>
  prices(db, listId).where('variants.id', '=', variantId).executeTakeFirst();

/** A variant with its product, if it can have a price in a list. */
export const findVariant = (trx: Trx, id: string) =>
  trx
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select(['variants.sku', 'products.name', 'products.isGiftCard'])
    .where('variants.id', '=', id)
    .where('variants.deletedAt', 'is', null)
    .executeTakeFirst();

export async function setPrice(trx: Trx, price: { priceListId: string; variantId: string; paise: number }) {
  await trx
    .insertInto('priceListPrices')
    .values(price)
    .onConflict((oc) => oc.columns(['priceListId', 'variantId']).doUpdateSet({ paise: price.paise }))
    .execute();
}

export async function deletePrice(trx: Trx, priceListId: string, variantId: string): Promise<void> {
  await trx
    .deleteFrom('priceListPrices')
    .where('priceListId', '=', priceListId)
    .where('variantId', '=', variantId)
    .execute();
}

/** Statements about a large file take longer than others. */
export const allowMinute = (trx: Trx) => sql`set local statement_timeout = '60s'`.execute(trx);

/** The rows of a file (`readPrices`) with their variants. */
const given = (json: string) => sql`(
  select r.line, r.sku, r.paise, v.id, v.selling_paise, coalesce(p.is_gift_card, false) as is_gift_card
  from json_to_recordset(${json}::json) r (line int, sku text, paise bigint)
  left join variants v on lower(v.sku) = lower(r.sku) and v.deleted_at is null
  left join products p on p.id = v.product_id)`;

/**
 * The first rows that name no variant that can have a price, or one that an earlier row names, and how many there are.
 * Here and not where the file is read, because the database decides which SKUs are the same.
 */
export async function findProblems(trx: Trx, json: string, most: number) {
  const { rows } = await sql<Problem & { all: number }>`
    select line, left(sku, 40) || case when id is null then ': there is no such SKU'
        when is_gift_card then ': gift cards have no other price' else ' is on line ' || earlier || ' too' end as reason,
      count(*) over ()::int as all
    from (select *, min(line) over (partition by id) as earlier from ${given(json)} g) g
    where id is null or is_gift_card or line > earlier order by line limit ${most}`.execute(trx);
  return { problems: rows.map(({ line, reason }) => ({ line, reason })), count: rows[0]?.all ?? 0 };
}

/** What the rows of a file would change. */
export async function countChanges(trx: Trx, listId: string, json: string) {
  const { rows } = await sql<Record<'prices' | 'changed' | 'removed' | 'withoutEffect', number>>`
    select count(g.paise)::int as prices, count(*) filter (where g.paise is distinct from p.paise and g.paise is not null)::int as changed,
      count(*) filter (where g.paise is null and p.paise is not null)::int as removed,
      count(*) filter (where g.paise >= g.selling_paise)::int as without_effect
    from ${given(json)} g left join price_list_prices p on p.price_list_id = ${listId} and p.variant_id = g.id`.execute(
    trx,
  );
  return rows[0] ?? { prices: 0, changed: 0, removed: 0, withoutEffect: 0 };
}

/**
 * Sets the prices of the rows of a file, and removes those whose cell is empty. Products may have been deleted since
 * `findProblems`: they get none.
 */
export async function savePrices(trx: Trx, listId: string, json: string): Promise<void> {
  await sql`with given as materialized (select * from ${given(json)} g),
    removed as (delete from price_list_prices p using given g
      where p.price_list_id = ${listId} and p.variant_id = g.id and g.paise is null)
    insert into price_list_prices as p (price_list_id, variant_id, paise)
    select ${listId}, g.id, g.paise from given g where g.id is not null and g.paise is not null
    on conflict (price_list_id, variant_id) do update set paise = excluded.paise where p.paise <> excluded.paise`.execute(
    trx,
  );
}

/** The variants for sale of these products, with the price of this account where it is lower. */
export const listOwnPrices = (db: Database, userId: string, productIds: string[]) =>
  db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select(['variants.id', 'variants.productId', sellingNow.as('sellingPaise')])
    .select(ownPrice(userId).as('ownPrice'))
    .where(sql<SqlBool>`variants.product_id = any(${productIds}::uuid[])`)
    .where('variants.deletedAt', 'is', null)
    .where('products.deletedAt', 'is', null)
    .where('products.status', 'in', ['active', 'featured'])
    .execute();
