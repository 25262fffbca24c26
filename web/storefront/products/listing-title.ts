import type { Shop } from '../layout/shop.ts';
import { asked, collections, type FilterName, listingPath } from './filters.ts';

const narrowing: FilterName[] = ['search', 'minPrice', 'maxPrice', 'inStock', 'sort'];

/**
 * What a listing is called, for its heading and for search engines: the category or the collection it shows.
 * Search engines keep the whole catalogue, categories and collections; other combinations are hidden from them.
 */
export function listingTitle(params: URLSearchParams, shop: Shop | undefined, page: number) {
  const category = shop?.categories.find(({ slug }) => slug === asked(params, 'category'));
  const subcategory = category?.subcategories.find(({ slug }) => slug === asked(params, 'subcategory'));
  const flags = collections.filter(({ name }) => asked(params, name) === 'true');
  const collection = flags.length === 1 ? flags[0] : undefined;
  const search = asked(params, 'search');
  const title =
    subcategory?.name ??
    category?.name ??
    collection?.label ??
    (search ? `Results for “${search}”` : 'Our Products');
  const name = shop?.site.clientName ?? 'our shop';
  const tagline = shop?.site.tagline ?? '';
  return {
    title,
    intro: category?.description ?? (title === 'Our Products' ? `${tagline}.` : ''),
    description: `${title} at ${name}. ${category?.description ?? tagline}`,
    hidden:
      narrowing.some((filter) => asked(params, filter)) ||
      flags.length > 1 ||
      Boolean(asked(params, 'category') && !category) ||
      Boolean(asked(params, 'subcategory') && !subcategory),
    path: listingPath({
      category: category?.slug,
      subcategory: subcategory?.slug,
      ...(collection && !category ? { [collection.name]: 'true' } : {}),
      page: String(page),
    }),
  };
}
