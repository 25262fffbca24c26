import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { ProductQuery, StripQuery } from '../../../shared/contract/catalogue.ts';
import { isId } from '../../../shared/id.ts';
import { stateOfSlug } from '../../../shared/indian-states.ts';
import { toPaise } from '../../../shared/money.ts';
import { compileOnce, type ValueOf } from '../../db/compile-once.ts';
import type { Database } from '../../db/database.ts';
import { lowVariants } from '../../db/low-stock.ts';
import { countOf } from '../../db/paging.ts';
import { ofFilters } from '../../db/prepared-statements.ts';
import { productTotals } from '../../db/product-totals.ts';
import type { Tables } from '../../db/tables.ts';
import { productColumns } from '../categories/categories.ts';
import { byIdElseSlug, bySlug } from '../queries.ts';
import { interpretSearch, isFound, rankOf, type SearchMatch } from '../search/search.ts';
import { chosenFacets } from './chosen-facets.ts';
import { lacksDeclarations } from './declaration-queries.ts';
import { type Visibility, visible } from './queries.ts';
import { searchText, withPriceWords } from './search-text.ts';

export type Filters = Omit<ProductQuery, 'page' | 'limit'>;

const groupFilters = ['category', 'subcategory', 'productType'] as const;
type GroupFilter = (typeof groupFilters)[number];
type ProductExpressions = ExpressionBuilder<Tables, 'products'>;

type ValueName =
  | ('status' | 'brand' | 'state' | GroupFilter | 'minPaise' | 'maxPaise' | 'limit' | 'offset' | 'facets')
  | (`facet${number}` | `values${number}` | keyof SearchMatch['conditions']);
/** Places for the values of a filter, or these values. */
export type FilterValue = (name: ValueName) => RawBuilder<unknown>;

/** The values of filters, as statements take them. */
export const filterValues = (
  query: Partial<ProductQuery>,
  search?: SearchMatch,
): Partial<Record<ValueName, unknown>> => ({
  ...search?.conditions,
  ...{ status: query.status, category: query.category, subcategory: query.subcategory },
  ...{ brand: query.brand, productType: query.productType, state: query.place && stateOfSlug(query.place) },
  minPaise: toPaise(query.minPrice ?? 0),
  maxPaise: toPaise(query.maxPrice ?? 0),
  limit: query.limit,
  offset: ((query.page ?? 1) - 1) * (query.limit ?? 0),
  ...Object.fromEntries(
    chosenFacets(query.filter).flatMap(({ facet, values }, i) => [
      [`facet${i}`, facet],
      [`values${i}`, values],
    ]),
  ),
});

/** The filters with the same values for all queries that have the same statement. */
export function shapeOf({ page, limit, search, keyword, ...query }: Partial<ProductQuery>): Filters {
  const shape: Filters = { ...query, ...(searchText({ search, keyword }) && { search: 'text' }) };
  if (shape.status) shape.status = 'active';
  if (shape.minPrice !== undefined) shape.minPrice = 0;
  if (shape.maxPrice !== undefined) shape.maxPrice = 0;
  if (shape.brand) shape.brand = [];
  if (shape.place) shape.place = 'slug';
  if (shape.filter) shape.filter = chosenFacets(shape.filter).map((_, i) => `${i}:`);
  for (const group of groupFilters) if (shape[group]) shape[group] = isId(shape[group]) ? anyId : 'slug';
  return shape;
}
const anyId = '00000000-0000-4000-8000-000000000000';

/** The ids of the products that match, in their order. */
function matchingIds(db: Database, query: Filters, visibility: Visibility, value: FilterValue) {
  const [column, direction] = order(query.sort);
  return db
    .selectFrom('products')
    .select('products.id')
    .where((eb) => eb.and(conditions(eb, query, visibility, value)))
    .orderBy(column, direction)
    .orderBy('products.id', direction);
}

/** The ids of one page as JSON. */
const pageJson = (ids: Expression<unknown>, value: FilterValue) => sql<string[]>`
  to_json(array(${ids} limit ${value('limit')} offset ${value('offset')}))`;

/** The filters by which totals of products are kept. */
const flags = ['isFeatured', 'isTopDeal', 'isTrending'];
const keptFilters = new Set(['sort', 'status', 'brand', 'place', ...flags, ...groupFilters]);

/** The number of products that match: kept, or counted. */
function totalOf(
  ids: ReturnType<typeof matchingIds>,
  query: Filters,
  visibility: Visibility,
  value: FilterValue,
): RawBuilder<unknown> {
  const isKept = Object.entries(query).every(([name, of]) => of === undefined || keptFilters.has(name));
  if (!isKept) return sql`${countOf(ids)}`;
  const eb = expressionBuilder<Tables, 'products'>();
  return sql`select coalesce(sum(products), 0)::bigint from ${productTotals}
    where ${eb.and(conditions(eb, query, visibility, value))}`;
}

/**
 * A list that a search finds and its total, as JSON: the best matches first, unless a sort order is given. Materialized,
 * so that each product is matched once.
 */
function foundJson(db: Database, query: Filters, visibility: Visibility, value: FilterValue) {
  const [column, direction] = order(query.sort);
  const found = db
    .selectFrom('products')
    .select(['products.id', sql`${column}`.as('place')])
    .select((query.sort ? sql<number>`0` : rankOf(value)).as('rank'))
    .where((eb) => eb.and(conditions(eb, query, visibility, value)));
  const ids = sql`select id from found
    order by rank desc, place ${sql.raw(direction)}, id ${sql.raw(direction)}`;
  return sql<List>`(with found as materialized ${found}
    select json_build_object('ids', ${pageJson(ids, value)}, 'total', (select count(*) from found)))`;
}

/** The ids of one page of products in their order, and how many products match. */
type List = { ids: string[]; total: number };
type ListStatement = ReturnType<typeof compileLists>;

/** The statement for lists with such filters. Their totals are 0 unless they are counted. */
const compileLists = (shapes: Filters[], visibility: Visibility, isCounted: boolean) =>
  compileOnce((db, value: ValueOf<Record<string, unknown>>) => {
    const lists = shapes.map((shape, place) => {
      const valueHere: FilterValue = (name) => value(`${name} ${place}`);
      if (isCounted && shape.search) return foundJson(db, shape, visibility, valueHere);
      const ids = matchingIds(db, shape, visibility, valueHere);
      const total = isCounted ? totalOf(ids, shape, visibility, valueHere) : sql.lit(0);
      return sql`json_build_object('ids', ${pageJson(ids, valueHere)}, 'total', (${total}))`;
    });
    return db
      .selectNoFrom(sql<List[]>`json_build_array(${sql.join(lists)})`.as('lists'))
      .modifyFront(ofFilters);
  });

/** Statements by their filters, as many as pages of the shop have different ones. */
const statements = new Map<string, ListStatement>();
const maxStatements = 200;

async function readLists(
  db: Database,
  queries: Partial<ProductQuery>[],
  visibility: Visibility,
  isCounted: boolean,
  search?: SearchMatch,
) {
  const shapes = queries.map(shapeOf);
  const key = JSON.stringify([visibility, isCounted, shapes]);
  const statement = statements.get(key) ?? compileLists(shapes, visibility, isCounted);
  if (statements.size >= maxStatements) statements.clear();
  statements.set(key, statement);
  const values = queries.flatMap((query, place) =>
    Object.entries(filterValues(query, search)).map(([name, value]) => [`${name} ${place}`, value]),
  );
  const [found] = await statement(db, Object.fromEntries(values));
  return found?.lists ?? [];
}

/** What the search of a query means, for `listProducts` and the facets of the same query. */
export const interpret = (db: Database, query: Partial<ProductQuery>): Promise<SearchMatch | undefined> =>
  interpretSearch(db, searchText(withPriceWords(query)));

/** One page of the products that match, with the total. */
export async function listProducts(
  db: Database,
  given: ProductQuery,
  visibility: Visibility,
  search = interpret(db, given),
): Promise<List> {
  const [list] = await readLists(db, [withPriceWords(given)], visibility, true, await search);
  return list ?? { ids: [], total: 0 };
}

/** The ids of the first products of several lists. */
export async function listStrips(db: Database, queries: StripQuery[], visibility: Visibility) {
  const lists = queries.length > 0 ? await readLists(db, queries, visibility, false) : [];
  return lists.map(({ ids }) => ids);
}

/** Ids of the products that match, in id order: those after `after`, without `except`. */
export async function listMatchingIds(
  db: Database,
  given: Filters,
  { after, except = [], limit }: { after?: string | undefined; except?: string[]; limit: number },
): Promise<string[]> {
  const query = withPriceWords(given);
  const excluded = except.filter(isId);
  const values = filterValues(query, await interpret(db, query));
  let found = db
    .selectFrom('products')
    .select('products.id')
    .where((eb) => eb.and(conditions(eb, query, 'admin', (name) => sql`${values[name]}`)));
  if (after) found = found.where('products.id', '>', after);
  if (excluded.length > 0) found = found.where('products.id', 'not in', excluded);
  return (await found.orderBy('products.id').limit(limit).execute()).map(({ id }) => id);
}

export function conditions(
  eb: ProductExpressions,
  query: Filters,
  visibility: Visibility,
  value: FilterValue,
): Expression<SqlBool>[] {
  const all = [visible(eb, visibility)];
  if (searchText(query)) all.push(isFound(value));
  if (query.status) all.push(sql`products.status = ${value('status')}`);
  if (query.minPrice !== undefined) all.push(sql`products.from_paise >= ${value('minPaise')}`);
  if (query.maxPrice !== undefined) all.push(sql`products.from_paise <= ${value('maxPaise')}`);
  if (query.isFeatured) {
    all.push(eb.or([eb('products.isFeatured', '=', true), eb('products.status', '=', 'featured')]));
  }
  if (query.isTopDeal) all.push(eb('products.isTopDeal', '=', true));
  if (query.isTrending) all.push(eb('products.isTrending', '=', true));
  // As an array, because these are few products, which the planner does not know.
  const withVariant = (variants: RawBuilder<unknown>) =>
    sql<SqlBool>`products.id = any(array(select product_id from ${variants}))`;
  const withoutVariant = (variants: RawBuilder<unknown>) =>
    sql<SqlBool>`products.id not in (select product_id from ${variants})`;
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
    const low = sql`${lowVariants} where stock > 0`;
    all.push(query.lowStock ? withVariant(low) : withoutVariant(low));
  }
  if (query.soldOut !== undefined) {
    const out = sql`variants where stock = 0 and deleted_at is null`;
    all.push(query.soldOut ? withVariant(out) : withoutVariant(out));
  }
  if (query.lacksDeclarations !== undefined && visibility === 'admin')
    all.push(query.lacksDeclarations ? lacksDeclarations : eb.not(lacksDeclarations));
  if (query.restock) all.push(visible(eb, 'shopper'), withVariant(lowVariants));
  if (query.restock === false) {
    all.push(eb.or([eb.not(visible(eb, 'shopper')), withoutVariant(lowVariants)]));
  }
  if (query.brand)
    all.push(sql`products.brand_id = any(array(
      select id from brands where slug = any(${value('brand')}::text[]) or id::text = any(${value('brand')}::text[])))`);
  if (query.place)
    all.push(sql`products.brand_id = any(array(select id from brands where state = ${value('state')}))`);
  all.push(...placement(query, value), ...inGroup(query, 'productTypes', 'productType', value));
  const facets = chosenFacets(query.filter).map(
    (_, i) => sql`facets && array(
      select id from facet_values where facet = ${value(`facet${i}`)} and value = any(${value(`values${i}`)}::text[]))`,
  );
  if (facets.length > 0)
    all.push(
      sql`products.id in (select product_id from product_facets where ${sql.join(facets, sql` and `)})`,
    );
  return all;
}

/** The conditions for category and subcategory of rows named `products`. */
export const placement = (query: Filters, value: FilterValue): RawBuilder<SqlBool>[] => [
  ...inGroup(query, 'categories', 'category', value),
  ...inGroup(query, 'subcategories', 'subcategory', value),
];

function inGroup(
  query: Filters,
  table: Exclude<keyof typeof productColumns, 'brands'>,
  name: GroupFilter,
  value: FilterValue,
): RawBuilder<SqlBool>[] {
  const idOrSlug = query[name];
  if (!idOrSlug) return [];
  const isGroup = isId(idOrSlug) ? byIdElseSlug : bySlug;
  return [
    sql`${sql.ref(`products.${productColumns[table]}`)} in (
      select id from ${sql.table(table)} where ${isGroup(table, value(name))})`,
  ];
}

function order(sort: ProductQuery['sort']) {
  const direction = sort?.startsWith('-') === false ? ('asc' as const) : ('desc' as const);
  switch (sort?.replace('-', '')) {
    case 'price':
      return [sql<number>`products.from_paise`, direction] as const;
    case 'name':
      return [sql<string>`lower(products.name)`, direction] as const;
    default:
      return [sql<Date>`products.created_at`, direction] as const;
  }
}
