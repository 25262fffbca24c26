import { stateOfSlug } from '../../../../shared/contact/state-of-slug.ts';
import type { Facet } from '../../../../shared/contract/catalogue/catalogue.ts';
import { rupees } from '../../../../shared/money.ts';
import type { Shop } from '../../layout/shop.ts';
import { flags, listingPath, priceRange, readParam, readParams } from './filters.ts';

/** A filter in the address. `without` names it in the address that removes it. */
type Chip = { label: string; without: string };

export function activeFilters(
  params: URLSearchParams,
  categories: Shop['categories'],
  facets: Facet[],
  collection: string | null,
): Chip[] {
  const search = readParam(params, 'search');
  const place = readParam(params, 'place');
  const category = categories.find(({ slug }) => slug === readParam(params, 'category'));
  const subcategory = category?.subcategories.find(({ slug }) => slug === readParam(params, 'subcategory'));
  const { minPrice = 0, maxPrice = 0 } = priceRange(params);
  return [
    ...(search ? [{ label: `“${search}”`, without: 'search' }] : []),
    ...(collection ? [{ label: collection, without: 'collection' }] : []),
    ...(category ? [{ label: category.name, without: 'category' }] : []),
    ...(subcategory ? [{ label: subcategory.name, without: 'subcategory' }] : []),
    ...readParams(params, 'brand').map((brand) => ({
      label: labelOf(facets, 'brand', brand),
      without: `brand:${brand}`,
    })),
    ...(place ? [{ label: `From ${stateOfSlug(place)}`, without: 'place' }] : []),
    ...readParams(params, 'filter').map((filter) => {
      const [facet = '', value = ''] = filter.split(/:(.*)/s);
      return { label: labelOf(facets, facet, value), without: `filter:${filter}` };
    }),
    ...(minPrice > 0 ? [{ label: `From ${rupees(minPrice)}`, without: 'minPrice' }] : []),
    ...(maxPrice > 0 ? [{ label: `Up to ${rupees(maxPrice)}`, without: 'maxPrice' }] : []),
    ...flags.flatMap(({ name, label }) =>
      readParam(params, name) === 'true' ? [{ label, without: name }] : [],
    ),
  ];
}

/** `Blue`; with the name of the facet if the value says nothing without it. */
function labelOf(facets: Facet[], name: string, value: string): string {
  const facet = facets.find((facet) => facet.name === name);
  const label = facet?.values.find((item) => item.value === value)?.label ?? value;
  const isClear = ['brand', 'price', 'discount', 'colour', 'material'].includes(name);
  return isClear ? label : `${facet?.label ?? name}: ${label}`;
}

/** The active filters as buttons of the filter form that remove them: links would each repeat all the others. */
export function ActiveFilters({
  chips,
  params,
  form,
}: {
  chips: Chip[];
  params: URLSearchParams;
  form: string;
}) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="chips">
      {chips.map(({ label, without }) => (
        <li key={without}>
          <button type="submit" form={form} name="without" value={without}>
            <span>Remove filter </span>
            {label}
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a data-in-place href={listingPath({ sort: readParam(params, 'sort') })} className="filter-more">
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
