import type { Facet, ProductQuery } from '../../../../shared/contract/catalogue/catalogue.ts';
import { shortRupees } from '../../../../shared/money.ts';
import type { Database } from '../../../db/database.ts';
import type { SearchMatch } from '../../search/search.ts';
import { interpret } from '../list-queries.ts';
import { chosenFacets } from './chosen-facets.ts';
import { countFacets, describeValues, type FacetValue, facetsOf, readFacetValues } from './facet-queries.ts';

/** Facets that are no attributes, in the order of the page. */
const labels = new Map([
  ['category', 'Category'],
  ['subcategory', 'Subcategory'],
  ['price', 'Price'],
  ['discount', 'Discount'],
  ['rating', 'Rating'],
  ['size', 'Size'],
  ['colour', 'Colour'],
  ['brand', 'Brand'],
  ['material', 'Material'],
]);
const order = [...labels.keys()];

/** The lower bounds of prices in rupees, as in the function facets_of. */
const priceBands = [0, 250, 500, 1000, 2000, 5000, 10_000];
const sizes = [
  'xxs',
  'xs',
  's',
  'small',
  'm',
  'medium',
  'l',
  'large',
  'xl',
  'xxl',
  '2xl',
  'xxxl',
  '3xl',
  '4xl',
];

/** Values of facets by their ids, in the order of the ids. */
type ReadValues = (ids: number[]) => Promise<FacetValue[]>;

/** A value with the number of products that have it. */
type FacetRow = FacetValue & {
  count: number;
  /** Whether not all products were counted. */
  isAtLeast: boolean;
};

/**
 * What the listing of a query can be filtered by, for shoppers, with the number of products for each value. A value of
 * `filter` or `brand` is always there; a facet with one value is not, unless the query filters by it.
 */
export async function listFacets(
  db: Database,
  query: ProductQuery,
  search = interpret(db, query),
  readValues: ReadValues = async (ids) => [...(await readFacetValues(db, ids)).values()],
): Promise<Facet[]> {
  const rows = await readRows(db, query, search, readValues);
  const chosen = chosenFacets(query.filter);
  if (query.brand) chosen.push({ facet: 'brand', values: query.brand });
  const rowOf = <Row extends FacetValue>(all: Row[], facet: string, value: string) =>
    all.find((row) => row.facet === facet && row.value === value);
  const uncounted = chosen.flatMap(({ facet, values }) =>
    values.filter((value) => !rowOf(rows, facet, value)).map((value) => ({ facet, value })),
  );
  const known = uncounted.length > 0 ? await describeValues(db, uncounted) : [];
  const missing = uncounted.map(({ facet, value }): FacetRow => {
    const attribute = rows.find((row) => row.facet === facet)?.attribute ?? null;
    const unknown = { id: 0, facet, value, label: value, attribute, place: null, isFilter: true };
    return { ...(rowOf(known, facet, value) ?? unknown), count: 0, isAtLeast: false };
  });
  const filtered = facetsOf(query);
  return [...Map.groupBy([...rows, ...missing], ({ facet }) => facet)]
    .filter(([name, { length }]) => length > 1 || filtered.includes(name))
    .toSorted(([a, [rowA]], [b, [rowB]]) => rankOf(a, rowA) - rankOf(b, rowB))
    .map(([name, values]) => ({
      name,
      label: values[0]?.attribute?.name ?? labels.get(name) ?? name,
      values: sorted(name, values).map((row) => ({
        value: row.value,
        label: labelOf(row),
        count: row.count,
        isAtLeast: row.isAtLeast,
      })),
    }));
}

/** The values that products of the query have. */
async function readRows(
  db: Database,
  query: ProductQuery,
  search: Promise<SearchMatch | undefined>,
  readValues: ReadValues,
): Promise<FacetRow[]> {
  const sets = await countFacets(db, query, search);
  const values = await readValues(sets.flatMap(({ ids }) => ids));
  const byId = new Map(values.map((value) => [value.id, value]));
  return sets.flatMap(({ ids, counts, isAtLeast }) =>
    ids.flatMap((id, index) => {
      const value = byId.get(id);
      return value?.isFilter ? { ...value, count: counts[index] ?? 0, isAtLeast } : [];
    }),
  );
}

const rankOf = (name: string, row: FacetRow | undefined) =>
  order.includes(name) ? order.indexOf(name) : order.length + (row?.attribute?.position ?? 0);

const byNumber = new Intl.Collator('en', { numeric: true });

/** Numbers, sizes and choices in their order, other values by their frequency, as they were read. */
function sorted(name: string, rows: FacetRow[]): FacetRow[] {
  const [first] = rows;
  const by = (rank: (row: FacetRow) => number) => rows.toSorted((a, b) => rank(a) - rank(b));
  if (name === 'rating') return by(({ value }) => -Number(value));
  if (name === 'price' || name === 'discount' || first?.attribute?.type === 'number')
    return by(({ value }) => Number(value));
  if (first?.attribute?.type === 'choice') return by(({ place }) => place ?? Number.POSITIVE_INFINITY);
  if (name !== 'size') return rows;
  const sizeOf = ({ value }: FacetRow) => (sizes.includes(value) ? sizes.indexOf(value) : sizes.length);
  return rows.toSorted((a, b) => sizeOf(a) - sizeOf(b) || byNumber.compare(a.value, b.value));
}

function labelOf({ facet, value, label, attribute }: FacetRow): string {
  if (facet === 'discount') return `${value}% or more`;
  if (facet === 'rating') return `${value} stars or more`;
  const from = Number(value);
  if (facet === 'price' && priceBands.includes(from)) {
    const to = priceBands[priceBands.indexOf(from) + 1];
    if (to === undefined) return `${shortRupees(from)} and more`;
    return from === 0 ? `Below ${shortRupees(to)}` : `${shortRupees(from)} to ${shortRupees(to)}`;
  }
  if (attribute?.type === 'flag') return value === 'yes' ? 'Yes' : 'No';
  return attribute?.unit ? `${label} ${attribute.unit}` : label;
}
