import { none, type TableMap } from './personal-columns.ts';

/** The tables of the catalogue that contain no personal data. */
export const catalogueData: Record<string, TableMap> = {
  attributes: none('name slug unit choices'),
  brands: none('name slug description image lexemes'),
  categories: none('name slug description image lexemes'),
  facet_values: none('facet value label'),
  import_archives: none('file_name path pictures'),
  imported_pictures: none('address path'),
  product_batch_undo: none('before'),
  product_batches: none('action detail failures'),
  product_facets: none('facets'),
  product_feeds: none('channel'),
  product_images: none('path'),
  product_types: none('name slug description image lexemes'),
  products: none(
    'name slug description hsn options rich_description description_html tags attributes declarations',
  ),
  search_synonyms: none('words lexemes'),
  search_terms: none('word lexeme'),
  subcategories: none('name slug description image lexemes'),
  variants: none('sku option_values image net_quantity shelf_code'),
};
