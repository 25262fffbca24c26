import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { stateOfSlug } from '../../../../shared/contact/state-of-slug.ts';
import type { ProductQuery } from '../../../../shared/contract/catalogue/catalogue.ts';
import { isId } from '../../../../shared/id.ts';
import { toPaise } from '../../../../shared/money.ts';
import { lowVariants } from '../../../db/low-stock.ts';
import type { Tables } from '../../../db/tables.ts';
import { productColumns } from '../../categories/categories.ts';
import { isMember, type Members } from '../../collections/collections.ts';
import { byIdElseSlug, bySlug } from '../../queries.ts';
import { isFound, type SearchMatch } from '../../search/search.ts';
import { needsAttention } from '../attention/attention-queries.ts';
import { lacksDeclarations } from '../declaration-queries.ts';
import { gstValues, lacksGst } from '../gst/gst-queries.ts';
import { type Visibility, visible } from '../queries.ts';
import { searchText } from '../search-text.ts';
import { chosenFacets } from './chosen-facets.ts';

/** `members`: what the collection of the query has, as `withMembers` has looked it up. */
export type Filters = Omit<ProductQuery, 'page' | 'limit'> & { members?: Members };

export const groupFilters = ['category', 'subcategory', 'productType'] as const;
type GroupFilter = (typeof groupFilters)[number];
type ProductExpressions = ExpressionBuilder<Tables, 'products'>;

type ValueName =
  | ('status' | 'brand' | 'state' | GroupFilter | 'minPaise' | 'maxPaise' | 'limit' | 'offset' | 'facets')
  | keyof ReturnType<typeof gstValues>
  | (`facet${number}` | `values${number}` | keyof SearchMatch['conditions']);
/** Gives a value of a filter as a parameter of the statement. */
export type FilterValue = (name: ValueName) => RawBuilder<unknown>;

/** The values of filters, and of a search that they contain. */
export function filterValues(
  query: Partial<ProductQuery>,
  search?: SearchMatch,
  facets?: string[],
): FilterValue {
  const values: Partial<Record<ValueName, unknown>> = {
    ...search?.conditions,
    status: query.status,
    category: query.category,
    subcategory: query.subcategory,
    brand: query.brand,
    productType: query.productType,
    state: query.place && stateOfSlug(query.place),
    minPaise: toPaise(query.minPrice ?? 0),
    maxPaise: toPaise(query.maxPrice ?? 0),
    limit: query.limit,
    offset: ((query.page ?? 1) - 1) * (query.limit ?? 0),
    facets,
    ...((query.lacksGst !== undefined || query.attention) && gstValues(new Date())),
    ...Object.fromEntries(
      chosenFacets(query.filter).flatMap(({ facet, values }, i) => [
        [`facet${i}`, facet],
        [`values${i}`, values],
      ]),
    ),
  };
  return (name) => sql`${values[name]}`;
}

/** The filters of a query, with its words as `search`. */
export function filtersOf({ page, limit, search, keyword, ...query }: Partial<ProductQuery>): Filters {
  const text = searchText({ search, keyword });
  return text ? { ...query, search: text } : query;
}

/** The conditions of a query for rows named `products`. */
export function conditions(
  eb: ProductExpressions,
  query: Filters,
  visibility: Visibility,
  value: FilterValue,
): Expression<SqlBool>[] {
  const all = [visible(eb, visibility)];
  if (searchText(query)) all.push(isFound(value));
  if (query.status) all.push(sql`products.status = ${value('status')}`);
  all.push(...priceRange('products', query, value));
  if (query.members !== undefined) all.push(isMember(query.members));
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
  if (query.lacksGst !== undefined && visibility === 'admin')
    all.push(query.lacksGst ? lacksGst(value) : eb.not(lacksGst(value)));
  if (query.attention && visibility === 'admin') all.push(needsAttention(query.attention, value));
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

/** The conditions for the lowest selling price of rows named `products`, or of `product_search` as `s`. */
function priceRange(table: 'products' | 's', query: Filters, value: FilterValue): RawBuilder<SqlBool>[] {
  const price = sql`${sql.table(table)}.from_paise`;
  const range: RawBuilder<SqlBool>[] = [];
  if (query.minPrice !== undefined) range.push(sql`${price} >= ${value('minPaise')}`);
  if (query.maxPrice !== undefined) range.push(sql`${price} <= ${value('maxPaise')}`);
  return range;
}

/** Whether a query has no other filters than these. */
export const hasOnly = (query: Filters, names: readonly (keyof Filters)[]): boolean =>
  Object.entries(query).every(([name, group]) => group === undefined || names.some((item) => item === name));

/**
 * The conditions of a search besides its words, for rows of `product_search` as `s`; undefined if they need `products`.
 */
export function conditionsOfSearch(
  query: Filters,
  visibility: Visibility,
  value: FilterValue,
): RawBuilder<SqlBool> | undefined {
  if (!hasOnly(query, ['search', 'sort', 'minPrice', 'maxPrice'])) return undefined;
  const isVisible = visibility === 'admin' ? sql`true` : sql`s.is_for_sale`;
  return sql`${sql.join([isVisible, ...priceRange('s', query, value)], sql` and `)}`;
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
