import { type RawBuilder, sql } from 'kysely';
import type { ProductQuery } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { Database } from '../../../db/database.ts';
import { withMembers } from '../../collections/collections.ts';
import { foundProducts, type SearchMatch } from '../../search/search.ts';
import { searchText, withPriceWords } from '../search-text.ts';
import { chosenFacets } from './chosen-facets.ts';
import {
  conditions,
  conditionsOfSearch,
  type Filters,
  type FilterValue,
  filtersOf,
  filterValues,
  hasOnly,
  placement,
} from './filter-queries.ts';

/** How many of the products that match are counted, unless their numbers are kept (decision 81). */
const maxCounted = 3000;
/** How many values of a facet are read, the most frequent ones. */
const maxValues = 60;
/** Other names of options are facets if the merchant has an attribute of that name. */
const ownFacets = [
  'category',
  'subcategory',
  'brand',
  'price',
  'discount',
  'rating',
  'size',
  'colour',
  'material',
];

/** A value of a facet, with the attribute that the facet is. */
export type FacetValue = {
  id: number;
  facet: string;
  attribute: { name: string; type: string; unit: string; position: number } | null;
  /** The slug of a category or brand. */
  value: string;
  label: string;
  /** Its place among the choices of the attribute. */
  place: number | null;
  /** Whether listings can be filtered by this facet. */
  isFilter: boolean;
};

/**
 * Values of facets that products have, by their ids and the most frequent ones of each facet first, and how many have
 * them.
 */
type Counts = {
  ids: number[];
  counts: number[];
  /** Whether not all products were counted. */
  isAtLeast: boolean;
};

/** A set of products in which facets are counted: one chosen facet, or all that are not chosen. */
type CountedSet = { query: Filters; facets: string[]; areChosen: boolean };

/** Numbers of products by the values of facets. What is chosen of a facet does not count for its own values. */
export async function countFacets(
  db: Database,
  { page, limit, sort, status, ...given }: ProductQuery,
  search: Promise<SearchMatch | undefined>,
): Promise<Counts[]> {
  const match = await search;
  const query = await withMembers(db, withPriceWords(given), 'shopper');
  const sets = setsOf(query).map((set) => countsJson(db, set, match));
  const counted = await db
    .selectNoFrom(sql<Counts[]>`json_build_array(${sql.join(sets)})`.as('sets'))
    .executeTakeFirstOrThrow();
  return counted.sets;
}

const columns = sql`v.id, v.facet, array_position(a.choices, v.label) as place,
  coalesce(a.is_filter, v.facet = any(${ownFacets}::text[])) as "isFilter",
  case when a.id is not null then json_build_object('name', a.name, 'type', a.type, 'unit', a.unit,
    'position', a.position) end as attribute`;

/** Values of facets by their ids. */
export async function readFacetValues(db: Database, ids: number[]): Promise<Map<number, FacetValue>> {
  const { rows } = await sql<FacetValue>`
    select ${columns}, coalesce(g.slug, v.value) as value, coalesce(g.name, v.label) as label
    from facet_values v
      left join attributes a on a.slug = v.facet
      left join lateral (
        select name, slug from categories where id = case v.facet when 'category' then v.value::uuid end
        union all select name, slug from subcategories
          where id = case v.facet when 'subcategory' then v.value::uuid end
        union all select name, slug from brands where id = case v.facet when 'brand' then v.value::uuid end
      ) g on true
    where v.id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What is known of values of facets that no counted product has: the facet of each, its value, and their labels. */
export async function describeValues(
  db: Database,
  values: { facet: string; value: string }[],
): Promise<FacetValue[]> {
  const { rows } = await sql<FacetValue>`
    select ${columns}, coalesce(b.slug, v.value) as value, coalesce(b.name, v.label) as label
    from unnest(${values.map(({ facet }) => facet)}::text[], ${values.map(({ value }) => value)}::text[])
        as given (facet, value)
      left join brands b on given.facet = 'brand' and b.slug = given.value
      join facet_values v on v.facet = given.facet and v.value = coalesce(b.id::text, given.value)
      left join attributes a on a.slug = v.facet`.execute(db);
  return rows;
}

/** The parameters that filter by a facet. A map, because a stranger may name a facet `constructor`. */
const paramsOf = new Map<string, (keyof Filters)[]>([
  ['category', ['category', 'subcategory']],
  ['subcategory', ['subcategory']],
  ['brand', ['brand']],
  ['price', ['minPrice', 'maxPrice']],
]);

/** The names of the facets by which a query filters, with `filter` or with parameters of their own. */
export function facetsOf(query: Filters): string[] {
  const chosen = chosenFacets(query.filter).map(({ facet }) => facet);
  const byParam = [...paramsOf].flatMap(([facet, names]) =>
    names.some((name) => query[name] !== undefined) ? facet : [],
  );
  return [...new Set([...chosen, ...byParam])];
}

function setsOf(query: Filters): CountedSet[] {
  const facets = facetsOf(query);
  // Subcategories are shown below the category that is chosen.
  const excluded = query.category ? facets : [...facets, 'subcategory'];
  return [
    { query, facets: excluded, areChosen: false },
    ...facets.map((facet) => ({ query: without(query, facet), facets: [facet], areChosen: true })),
  ];
}

function without({ filter, ...query }: Filters, facet: string): Filters {
  const left = filter?.filter((text) => !text.startsWith(`${facet}:`)) ?? [];
  const next: Filters = { ...query, ...(left.length > 0 && { filter: left }) };
  for (const name of paramsOf.get(facet) ?? []) delete next[name];
  return next;
}

function countsJson(
  db: Database,
  { query: given, facets, areChosen }: CountedSet,
  search: SearchMatch | undefined,
): RawBuilder<unknown> {
  const query = filtersOf(given);
  const value = filterValues(given, search, facets);
  const ofFacets = sql`array(select id from facet_values where facet = any(${value('facets')}::text[]))`;
  const isWanted = areChosen ? sql`facet_value = any(${ofFacets})` : sql`facet_value <> all(${ofFacets})`;
  const counted = hasOnly(query, ['category', 'subcategory'])
    ? cachedCounts(query, value, isWanted)
    : countsOf(filtered(db, query, value), isWanted);
  return sql`(select json_build_object('ids', coalesce(json_agg(id order by nth), '[]'),
      'counts', coalesce(json_agg(products order by nth), '[]'), 'isAtLeast', coalesce(bool_or(is_at_least), false))
    from (
      select v.id, products, is_at_least, row_number() over (partition by v.facet order by products desc, v.id) as nth
      from (${counted}) counted
        join facet_values v on v.id = facet_value
    ) ranked where nth <= ${sql.lit(maxValues)})`;
}

/** Kept numbers of the products in a category or subcategory, or of all. */
const cachedCounts = (query: Filters, value: FilterValue, isWanted: RawBuilder<unknown>) => sql`
  select facet_value, sum(products)::int as products, false as is_at_least
  from (select * from facet_totals union all select * from facet_total_changes) products
  where ${sql.join([isWanted, ...placement(query, value)], sql` and `)}
  group by 1 having sum(products) > 0`;

function filtered(db: Database, query: Filters, value: FilterValue): RawBuilder<unknown> {
  const ofSearch = searchText(query) && conditionsOfSearch(query, 'shopper', value);
  if (ofSearch) return foundProducts(value, ofSearch);
  return sql`${db
    .selectFrom('products')
    .select('products.id')
    .where((eb) => eb.and(conditions(eb, query, 'shopper', value)))}`;
}

const countsOf = (found: RawBuilder<unknown>, isWanted: RawBuilder<unknown>) => sql`
  with found as materialized (${found} limit ${sql.lit(maxCounted + 1)})
  select facet_value, sum(products)::int as products, (select count(*) from found) > ${sql.lit(maxCounted)} as is_at_least
  from (select facets, count(*) as products from found join product_facets f on f.product_id = found.id group by 1)
    alike, unnest(facets) facet_value
  where ${isWanted}
  group by 1`;
