import { stateOfSlug } from '../../../../shared/contact/state-of-slug.ts';
import type { Shop } from '../../layout/shop.ts';
import { collections, type FilterName, listingPath, readParam } from './filters.ts';

const unindexedFilters: FilterName[] = [
  ...(['search', 'brand', 'filter', 'minPrice', 'maxPrice', 'inStock', 'sort'] as const),
];

/**
 * The title, introduction, description and canonical path of a listing. Search engines index the whole catalogue,
 * categories and collections; other combinations are `hidden`.
 */
export function listingMeta(
  params: URLSearchParams,
  shop: Shop | undefined,
  page: number,
  ownCollection: string | null = null,
) {
  const category = shop?.categories.find(({ slug }) => slug === readParam(params, 'category'));
  const subcategory = category?.subcategories.find(({ slug }) => slug === readParam(params, 'subcategory'));
  const flags = collections.filter(({ name }) => readParam(params, name) === 'true');
  const collection = flags.length === 1 ? flags[0] : undefined;
  const search = readParam(params, 'search');
  const place = readParam(params, 'place');
  const title =
    subcategory?.name ??
    category?.name ??
    ownCollection ??
    collection?.label ??
    (place ? `From ${stateOfSlug(place)}` : undefined) ??
    (search ? `Results for “${search}”` : 'Our Products');
  const name = shop?.site.clientName ?? 'our shop';
  const tagline = shop?.site.tagline ?? '';
  return {
    title,
    intro: category?.description ?? (title === 'Our Products' ? `${tagline}.` : ''),
    description: `${title} at ${name}. ${category?.description ?? tagline}`,
    hidden:
      // A collection of the owner has a page of its own.
      readParam(params, 'collection') !== '' ||
      unindexedFilters.some((filter) => readParam(params, filter)) ||
      readParam(params, 'all') !== '' ||
      flags.length > 1 ||
      Boolean(place && (category || collection || stateOfSlug(place) === place)) ||
      Boolean(readParam(params, 'category') && !category) ||
      Boolean(readParam(params, 'subcategory') && !subcategory),
    path: listingPath({
      category: category?.slug,
      subcategory: subcategory?.slug,
      ...(collection && !category ? { [collection.name]: 'true' } : {}),
      ...(place && !category && !collection ? { place } : {}),
      page: String(page),
    }),
  };
}
