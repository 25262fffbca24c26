import { columnsAs, customer, hash, none, type TableMap } from './personal-columns.ts';

/** The tables of the catalogue. Only those of accounts concern persons. */
export const catalogueData: Record<string, TableMap> = {
  collection_products: none(''),
  collections: none('name slug former_slugs description image seo_title seo_description rules sort'),
  attributes: none('name slug unit choices'),
  brands: none('name slug description image town state lexemes'),
  cart_lines: {
    ...none(''),
    records: {
      product:
        '(select p.name from variants v join products p on p.id = v.product_id where v.id = variant_id)',
      quantity: 'quantity',
    },
    rowsOf: 'user_id = {id}',
    deletesRows: true,
  },
  cart_reminder_opt_outs: {
    other: '',
    personal: {
      mailbox_hash: customer(
        'hash of a mailbox that wants no reminders of carts',
        { kept: 'so that they are not reminded again' },
        hash,
      ),
    },
  },
  cart_reminders: {
    other: 'token',
    personal: {
      ...columnsAs(
        'email mailbox lines consent address_block',
        customer('request for a reminder of a cart, with the cart of a guest', 'deleted', 'records'),
      ),
    },
    rowsOf: 'user_id = {id} or user_id is null and email = {email} and created_at >= {since}',
    deletesRows: true,
    retention: { days: 30, after: 'touched_at', where: 'user_id is null' },
  },
  carts: { ...none(''), rowsOf: 'user_id = {id}', deletesRows: true },
  categories: none('name slug description image lexemes'),
  facet_values: none('facet value label'),
  former_slugs: none('kind slug'),
  import_archives: none('file_name path pictures'),
  imported_pictures: none('address path'),
  link_previews: none('version'),
  price_list_prices: none(''),
  price_lists: none('name customer_tag'),
  product_batch_undo: none('before'),
  product_batches: none('action detail failures'),
  product_facets: none('facets'),
  product_feeds: none('channel'),
  product_images: none('path alt'),
  product_visit_counts: { ...none(''), retention: { days: 400, after: 'day' } },
  product_types: none('name slug description image lexemes'),
  products: none(
    'seo_title seo_description name slug description hsn options rich_description description_html tags attributes declarations video turn_images',
  ),
  search_synonyms: none('words lexemes'),
  product_search: none(''),
  product_sources: none('source key'),
  search_terms: none('word lexeme'),
  subcategories: none('name slug description image lexemes'),
  variants: none('sku option_values image net_quantity shelf_code barcode'),
  wishlist_items: {
    ...none(''),
    records: { product: '(select name from products where products.id = product_id)' },
    rowsOf: 'user_id = {id}',
    deletesRows: true,
  },
  wishlists: { ...none('share_key'), rowsOf: 'user_id = {id}', deletesRows: true },
};
