import { sql } from 'kysely';
import { movementsPage, type StockQuery } from '../../../shared/contract/catalogue/stock.ts';
import { isId } from '../../../shared/id.ts';
import { spellingsOf } from '../../../shared/products/barcode.ts';
import type { Database, Trx } from '../../db/database.ts';

const existing = (db: Database) =>
  db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .where('variants.deletedAt', 'is', null)
    .where('products.deletedAt', 'is', null)
    .select('variants.id');

/** The id of the variant that a query names: by id, else by barcode or SKU, else the first one of a product. */
export async function findVariantId(
  db: Database,
  { variant, code, product }: StockQuery,
): Promise<string | undefined> {
  let found = existing(db).orderBy('variants.position').orderBy('variants.id').limit(1);
  if (variant !== undefined) found = found.where('variants.id', '=', idOrNone(variant));
  else if (code)
    found = found
      .where((eb) =>
        eb.or([
          eb('variants.barcode', 'in', spellingsOf(code)),
          eb(sql<string>`lower(variants.sku)`, '=', code.toLowerCase()),
        ]),
      )
      .clearOrderBy()
      .orderBy(sql`variants.barcode = any(${spellingsOf(code)}::text[])`, 'desc')
      .orderBy('variants.id');
  else found = found.where('variants.productId', '=', idOrNone(product ?? ''));
  return (await found.executeTakeFirst())?.id;
}

const noId = '00000000-0000-0000-0000-000000000000';
const idOrNone = (id: string) => (isId(id) ? id : noId);

/** A product with its variants, by one of them. */
export async function readSiblings(db: Database, variantId: string) {
  const product = await db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select(['products.id', 'products.name'])
    .select(
      sql<string | null>`coalesce(variants.image, (select path from product_images i
        where i.product_id = products.id order by i.position limit 1))`.as('image'),
    )
    .where('variants.id', '=', variantId)
    .executeTakeFirstOrThrow();
  const variants = await db
    .selectFrom('variants')
    .select(['id', 'optionValues', 'sku', 'barcode', 'stock'])
    .where('productId', '=', product.id)
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { product, variants };
}

/** One page of the movements of a variant, the newest first, each with the stock after it, and the number of all. */
export async function listMovements(db: Database, variantId: string, page: number) {
  const rows = await db
    .selectFrom('stockMovements as m')
    .innerJoin('variants', 'variants.id', 'm.variantId')
    .select(['m.id', 'm.at', 'm.delta', 'm.reason', 'm.note', 'm.byLabel', 'm.orderId'])
    .select([
      sql<number>`variants.stock - coalesce(sum(m.delta) over (
        order by m.id desc rows between unbounded preceding and 1 preceding), 0)::int`.as('after'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where('m.variantId', '=', variantId)
    .orderBy('m.id', 'desc')
    .limit(movementsPage)
    .offset((page - 1) * movementsPage)
    .execute();
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

/** The stock of these variants at these moments, by index: what it is now, without the movements since then. */
export async function readStockAt(
  trx: Trx,
  lines: { variantId: string; at: Date }[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ place: number; stock: number }>`
    select t.place::int as place, v.stock - coalesce((select sum(m.delta) from stock_movements m
      where m.variant_id = v.id and m.at > t.at), 0)::int as stock
    from unnest(${lines.map(({ variantId }) => variantId)}::uuid[], ${lines.map(({ at }) => at)}::timestamptz[])
      with ordinality t (variant_id, at, place)
    join variants v on v.id = t.variant_id`.execute(trx);
  return new Map(rows.map(({ place, stock }) => [place - 1, stock]));
}
