import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type {
  AttentionCounts,
  ProductQuery,
  StripQuery,
} from '../../../shared/contract/catalogue/catalogue.ts';
import { isId } from '../../../shared/id.ts';
import { productTotals } from '../../db/cached-totals.ts';
import { type Database, prepared } from '../../db/database.ts';
import { countOf } from '../../db/paging.ts';
import type { Tables } from '../../db/tables.ts';
import { placeIn, withMembers } from '../collections/collections.ts';
import { foundProducts, interpretSearch, matchesJson, type SearchMatch } from '../search/search.ts';
import { attentionCounts } from './attention/attention-queries.ts';
import {
  conditions,
  conditionsOfSearch,
  type Filters,
  type FilterValue,
  filtersOf,
  filterValues,
  groupFilters,
  hasOnly,
} from './facets/filter-queries.ts';
import { gstValues } from './gst/gst-queries.ts';
import type { Visibility } from './queries.ts';
import { searchText, withPriceWords } from './search-text.ts';

type MatchingIds = ReturnType<typeof matchingIds>;

/** The ids of the products that match, in their order. */
function matchingIds(db: Database, query: Filters, visibility: Visibility, value: FilterValue) {
  const [column, direction] = order(query.sort);
  const found = db
    .selectFrom('products')
    .select('products.id')
    .where((eb) => eb.and(conditions(eb, query, visibility, value)));
  const { members, sort } = query;
  if (members && 'chosenFor' in members && !sort) return found.orderBy(placeIn(members.chosenFor));
  return found.orderBy(column, direction).orderBy('products.id', direction);
}

/** The ids of one page as JSON. */
const pageJson = (ids: Expression<unknown>, value: FilterValue) => sql<string[]>`
  to_json(array(${ids} limit ${value('limit')} offset ${value('offset')}))`;

/** The filters by which totals of products are kept. */
const flags = ['isFeatured', 'isTopDeal', 'isTrending'] as const;
const cachedFilters = ['sort', 'status', 'brand', 'place', ...flags, ...groupFilters] as const;

/** The number of products that match: kept, or counted. */
function totalOf(
  ids: MatchingIds,
  query: Filters,
  visibility: Visibility,
  value: FilterValue,
): RawBuilder<unknown> {
  if (!hasOnly(query, cachedFilters)) return sql`${countOf(ids)}`;
  const eb = expressionBuilder<Tables, 'products'>();
  return sql`select coalesce(sum(products), 0)::bigint from ${productTotals}
    where ${eb.and(conditions(eb, query, visibility, value))}`;
}

/** A list that a search finds and its total, as JSON: the best matches first, unless a sort order is given. */
function foundJson(db: Database, query: Filters, visibility: Visibility, value: FilterValue) {
  if (!query.sort) return bestMatchesJson(query, visibility, value);
  const where = query.sort.endsWith('name') ? undefined : conditionsOfSearch(query, visibility, value);
  const [column, direction] = order(query.sort, where ? 's' : 'products');
  // Materialized, so that each product is matched once.
  const found = where
    ? sql`(${foundProducts(value, where, sql`s.product_id as id, ${column} as place`)})`
    : db
        .selectFrom('products')
        .select(['products.id', sql`${column}`.as('place')])
        .where((eb) => eb.and(conditions(eb, query, visibility, value)));
  const ids = sql`select id from found order by place ${sql.raw(direction)}, id ${sql.raw(direction)}`;
  return sql<List>`(with found as materialized ${found}
    select json_build_object('ids', ${pageJson(ids, value)}, 'total', (select count(*) from found)))`;
}

/** `products` is read only if there are filters that need it. */
function bestMatchesJson(query: Filters, visibility: Visibility, value: FilterValue) {
  const { search: _, ...others } = query;
  const eb = expressionBuilder<Tables, 'products'>();
  const where = conditionsOfSearch(query, visibility, value);
  return matchesJson(
    value,
    where
      ? { from: sql`product_search s`, where }
      : {
          from: sql`product_search s join products on products.id = s.product_id`,
          where: sql`${eb.and(conditions(eb, others, visibility, value))}`,
        },
    { offset: sql`${value('offset')}::int`, last: sql`(${value('offset')}::int + ${value('limit')}::int)` },
  );
}

/** The ids of one page of products in their order, and how many products match. */
type List = { ids: string[]; total: number };

/** One list of ids as JSON. Its total is 0 unless it is counted. */
function listJson(
  db: Database,
  query: Partial<ProductQuery>,
  visibility: Visibility,
  isCounted: boolean,
  search: SearchMatch | undefined,
) {
  const filters = filtersOf(query);
  const value = filterValues(query, search);
  if (isCounted && filters.search) return foundJson(db, filters, visibility, value);
  const ids = matchingIds(db, filters, visibility, value);
  const total = isCounted ? totalOf(ids, filters, visibility, value) : sql.lit(0);
  return sql`json_build_object('ids', ${pageJson(ids, value)}, 'total', (${total}))`;
}

async function readLists(
  db: Database,
  queries: Partial<ProductQuery>[],
  visibility: Visibility,
  isCounted: boolean,
  search?: SearchMatch,
): Promise<List[]> {
  const resolved = await Promise.all(queries.map((query) => withMembers(db, query, visibility)));
  const lists = resolved.map((query) => listJson(db, query, visibility, isCounted, search));
  const statement = db.selectNoFrom(sql<List[]>`json_build_array(${sql.join(lists)})`.as('lists'));
  // A search takes longer to plan than to run.
  const found = await (search ? statement.modifyFront(prepared) : statement).executeTakeFirstOrThrow();
  return found.lists;
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
  const query = await withMembers(db, withPriceWords(given), 'admin');
  const excluded = except.filter(isId);
  const value = filterValues(query, await interpret(db, query));
  let found = db
    .selectFrom('products')
    .select('products.id')
    .where((eb) => eb.and(conditions(eb, query, 'admin', value)));
  if (after) found = found.where('products.id', '>', after);
  if (excluded.length > 0) found = found.where('products.id', 'not in', excluded);
  return (await found.orderBy('products.id').limit(limit).execute()).map(({ id }) => id);
}

/** For each reason, how many of the matching products need attention for it. */
export async function countAttention(db: Database, given: Filters): Promise<AttentionCounts> {
  const query = await withMembers(db, withPriceWords(given), 'admin');
  const search = await interpret(db, query);
  const value = filterValues(query, search);
  const gst = gstValues(new Date());
  const eb = expressionBuilder<Tables, 'products'>();
  const where = sql`${eb.and(conditions(eb, query, 'admin', value))}`;
  const { rows } = await attentionCounts(where, (name) => sql`${gst[name]}`).execute(db);
  const [row] = rows;
  if (!row) throw new Error('counts without a row');
  return row.product;
}

function order(sort: ProductQuery['sort'], table: 'products' | 's' = 'products') {
  const direction = sort?.startsWith('-') === false ? ('asc' as const) : ('desc' as const);
  switch (sort?.replace('-', '')) {
    case 'price':
      return [sql<number>`${sql.table(table)}.from_paise`, direction] as const;
    case 'name':
      return [sql<string>`lower(products.name)`, direction] as const;
    default:
      return [sql<Date>`${sql.table(table)}.created_at`, direction] as const;
  }
}

/** How many products for sale a collection has. */
export async function countMembers(db: Database, collection: string): Promise<number> {
  const { total } = await listProducts(db, { collection, page: 1, limit: 1 }, 'shopper');
  return total;
}
