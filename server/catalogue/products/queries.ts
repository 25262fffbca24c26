import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { ProductQuery, StripQuery } from '../../../shared/contract/catalogue.ts';
import { isId } from '../../../shared/id.ts';
import { toPaise } from '../../../shared/money.ts';
import { compileOnce, type ValueOf } from '../../db/compile-once.ts';
import type { Database, Trx } from '../../db/database.ts';
import { runsLow } from '../../db/low-stock.ts';
import { countOf, likeAnywhere } from '../../db/paging.ts';
import { ofFilters } from '../../db/prepared-statements.ts';
import type { Tables } from '../../db/tables.ts';
import { productColumns } from '../categories/categories.ts';
import { byIdElseSlug, byIdOrSlug, bySlug } from '../queries.ts';

/** Shoppers see the products for sale, admins those of every status (contract §2). */
export type Visibility = 'shopper' | 'admin';

type ProductExpressions = ExpressionBuilder<Tables, 'products'>;

const groupOf = (eb: ProductExpressions, table: keyof typeof productColumns) =>
  jsonObjectFrom(
    eb
      .selectFrom(table)
      .select(['id', 'name', 'slug'])
      .whereRef(`${table}.id`, '=', `products.${productColumns[table]}`),
  );

const products = (db: Database | Trx) =>
  db
    .selectFrom('products')
    .select((eb) => [
      'products.id',
      'products.name',
      'products.slug',
      'products.description',
      'products.status',
      'products.isFeatured',
      'products.isTopDeal',
      'products.isTrending',
      'products.hsn',
      'products.gstTenths',
      'products.ratingTenths',
      'products.numReviews',
      'products.createdAt',
      'products.updatedAt',
      'products.options',
      groupOf(eb, 'categories').as('category'),
      groupOf(eb, 'subcategories').as('subcategory'),
      groupOf(eb, 'brands').as('brand'),
      groupOf(eb, 'productTypes').as('productType'),
      jsonArrayFrom(
        eb
          .selectFrom('variants')
          .select(['id', 'sku', 'optionValues', 'pricePaise', 'sellingPaise', 'stock', 'lowStockAt', 'image'])
          .whereRef('variants.productId', '=', 'products.id')
          .where('variants.deletedAt', 'is', null)
          .orderBy('variants.position')
          .orderBy('variants.id'),
      ).as('variants'),
      jsonArrayFrom(
        eb
          .selectFrom('productImages')
          .select('path')
          .whereRef('productImages.productId', '=', 'products.id')
          .orderBy('productImages.position'),
      ).as('images'),
    ]);

/** The rich text is read for a single product only. */
export type ProductRow = Awaited<ReturnType<typeof listProductsByIds>>[number] & {
  richDescription?: string | null;
  descriptionHtml?: string | null;
};

const ofEach = <Query>(build: (visibility: Visibility) => Query): Record<Visibility, Query> => ({
  shopper: build('shopper'),
  admin: build('admin'),
});
const visibleProducts = (db: Database | Trx, visibility: Visibility) =>
  products(db).where((eb) => visible(eb, visibility));
const findOne = (condition: (idOrSlug: RawBuilder<string>) => RawBuilder<SqlBool>) =>
  ofEach((visibility) =>
    compileOnce((db, value: ValueOf<{ idOrSlug: string }>) =>
      visibleProducts(db, visibility)
        .select(['products.richDescription', 'products.descriptionHtml'])
        .where(condition(value('idOrSlug'))),
    ),
  );
const findBySlug = findOne((slug) => bySlug('products', slug));
const findByIdElseSlug = findOne((id) => byIdElseSlug('products', id));
const findByIds = ofEach((visibility) =>
  compileOnce((db, value: ValueOf<{ ids: string[] }>) =>
    visibleProducts(db, visibility).where(sql<SqlBool>`products.id = any(${value('ids')}::uuid[])`),
  ),
);

/** One product by id or slug. */
export async function findProduct(db: Database | Trx, idOrSlug: string, visibility: Visibility) {
  const find = isId(idOrSlug) ? findByIdElseSlug : findBySlug;
  const [product] = await find[visibility](db, { idOrSlug });
  return product;
}

export async function listProductsByIds(db: Database | Trx, ids: string[], visibility: Visibility) {
  const valid = ids.filter(isId);
  return valid.length === 0 ? [] : findByIds[visibility](db, { ids: valid });
}

/** The ids of the products that match, in their order. */
function matchingIds(db: Database, query: Omit<ProductQuery, 'page' | 'limit'>, visibility: Visibility) {
  const term = searchTerm(query);
  let found = db
    .selectFrom('products')
    .select('products.id')
    .where((eb) => eb.and(conditions(eb, query, visibility)));
  if (term && !query.sort) {
    found = found.orderBy(sql`lower(products.name) like ${likeAnywhere(term)}`, 'desc');
  }
  const [column, direction] = order(query.sort);
  return found.orderBy(column, direction).orderBy('products.id', direction);
}

/** These products in the order of the ids, as far as they are visible. */
async function listInOrder(db: Database, ids: string[], visibility: Visibility) {
  const rows = await listProductsByIds(db, ids, visibility);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (some: string[]) => some.flatMap((id) => byId.get(id) ?? []);
}

/**
 * One page of the products that match, with the total. The ids of the page are read first, from an index alone, so that
 * a late page costs no more than its own rows.
 */
export async function listProducts(db: Database, query: ProductQuery, visibility: Visibility) {
  const matching = matchingIds(db, query, visibility);
  const page = matching.limit(query.limit).offset((query.page - 1) * query.limit);
  const { ids, total } = await db
    .selectNoFrom([sql<string[]>`array(${page})`.as('ids'), sql<number>`(${countOf(matching)})`.as('total')])
    .modifyFront(ofFilters)
    .executeTakeFirstOrThrow();
  return { rows: (await listInOrder(db, ids, visibility))(ids), total };
}

/** The first products of several lists, without their totals. */
export async function listStrips(db: Database, queries: StripQuery[], visibility: Visibility) {
  const ids = (query: StripQuery, place: number) =>
    db.selectNoFrom([
      sql<string[]>`array(${matchingIds(db, query, visibility).limit(query.limit)})`.as('ids'),
      sql.lit(place).as('place'),
    ]);
  const [first, ...others] = queries;
  if (!first) return [];
  const strips = await others
    .reduce((all, query, i) => all.unionAll(ids(query, i + 1)), ids(first, 0))
    .orderBy('place')
    .execute();
  const inOrder = await listInOrder(
    db,
    strips.flatMap((strip) => strip.ids),
    visibility,
  );
  return strips.map((strip) => inOrder(strip.ids));
}

/** Ids of the products that match, in id order: those after `after`, without `except`. */
export async function listMatchingIds(
  db: Database,
  query: Omit<ProductQuery, 'page' | 'limit'>,
  { after, except = [], limit }: { after?: string | undefined; except?: string[]; limit: number },
): Promise<string[]> {
  const excluded = except.filter(isId);
  let found = db
    .selectFrom('products')
    .select('products.id')
    .where((eb) => eb.and(conditions(eb, query, 'admin')));
  if (after) found = found.where('products.id', '>', after);
  if (excluded.length > 0) found = found.where('products.id', 'not in', excluded);
  return (await found.orderBy('products.id').limit(limit).execute()).map(({ id }) => id);
}

export async function countProducts(db: Database) {
  const some = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`exists (select from variants
    where variants.product_id = products.id and variants.deleted_at is null and ${condition})`;
  const rows = await db
    .selectFrom('products')
    .select((eb) => [
      'products.status',
      eb.fn.countAll<number>().as('products'),
      eb.fn.countAll<number>().filterWhere(some(sql`variants.stock = 0`)).as('out'),
      eb.fn
        .countAll<number>()
        .filterWhere(some(sql`variants.stock > 0 and ${runsLow}`))
        .as('low'),
    ])
    .where('products.deletedAt', 'is', null)
    .groupBy('products.status')
    .execute();
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    products: sum((row) => row.products),
    byStatus: Object.fromEntries(rows.map((row) => [row.status, row.products])),
    lowStock: sum((row) => row.low),
    outOfStock: sum((row) => row.out),
  };
}

function visible(eb: ProductExpressions, visibility: Visibility): Expression<SqlBool> {
  const exists = eb('products.deletedAt', 'is', null);
  return visibility === 'admin'
    ? exists
    : eb.and([exists, eb('products.status', 'in', ['active', 'featured'])]);
}

function conditions(
  eb: ProductExpressions,
  query: Omit<ProductQuery, 'page' | 'limit'>,
  visibility: Visibility,
): Expression<SqlBool>[] {
  const all = [visible(eb, visibility)];
  const term = searchTerm(query);
  if (term) all.push(sql<SqlBool>`products.search_text like ${likeAnywhere(term)}`);
  if (query.status) all.push(eb('products.status', '=', query.status));
  if (query.minPrice !== undefined) all.push(eb('products.fromPaise', '>=', toPaise(query.minPrice)));
  if (query.maxPrice !== undefined) all.push(eb('products.fromPaise', '<=', toPaise(query.maxPrice)));
  if (query.isFeatured) {
    all.push(eb.or([eb('products.isFeatured', '=', true), eb('products.status', '=', 'featured')]));
  }
  if (query.isTopDeal) all.push(eb('products.isTopDeal', '=', true));
  if (query.isTrending) all.push(eb('products.isTrending', '=', true));
  /** Products with a variant that meets these conditions. */
  const withVariant = (...parts: Expression<SqlBool>[]) =>
    eb(
      'products.id',
      'in',
      eb
        .selectFrom('variants')
        .select('variants.productId')
        .where('variants.deletedAt', 'is', null)
        .where((of) => of.and(parts)),
    );
  if (query.inStock !== undefined) {
    const stocked = eb.exists(
      eb
        .selectFrom('variants')
        .select('variants.id')
        .whereRef('variants.productId', '=', 'products.id')
        .where('variants.stock', '>', 0)
        .where('variants.deletedAt', 'is', null),
    );
    all.push(query.inStock ? stocked : eb.not(stocked));
  }
  if (query.lowStock !== undefined) {
    const low = withVariant(runsLow, sql<SqlBool>`variants.stock > 0`);
    all.push(query.lowStock ? low : eb.not(low));
  }
  if (query.soldOut !== undefined) {
    const out = withVariant(sql<SqlBool>`variants.stock = 0`);
    all.push(query.soldOut ? out : eb.not(out));
  }
  if (query.restock !== undefined) {
    const needed = eb.and([visible(eb, 'shopper'), withVariant(runsLow)]);
    all.push(query.restock ? needed : eb.not(needed));
  }
  const inGroup = (table: keyof typeof productColumns, idOrSlug: string | undefined) => {
    if (!idOrSlug) return;
    const ids = eb.selectFrom(table).select('id').where(byIdOrSlug(table, idOrSlug));
    all.push(eb(`products.${productColumns[table]}`, 'in', ids));
  };
  inGroup('categories', query.category);
  inGroup('subcategories', query.subcategory);
  inGroup('brands', query.brand);
  inGroup('productTypes', query.productType);
  return all;
}

function order(sort: ProductQuery['sort']) {
  const direction = sort?.startsWith('-') === false ? ('asc' as const) : ('desc' as const);
  switch (sort) {
    case 'price':
    case '-price':
      return [sql<number>`products.from_paise`, direction] as const;
    case 'name':
    case '-name':
      return [sql<string>`lower(products.name)`, direction] as const;
    default:
      return [sql<Date>`products.created_at`, direction] as const;
  }
}

function searchTerm(query: Pick<ProductQuery, 'search' | 'keyword'>): string | undefined {
  return (query.search ?? query.keyword)?.replaceAll('\0', '').trim() || undefined;
}
