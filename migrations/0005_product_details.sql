-- What owners bring from other shops and edit daily: barcode, cost, texts for search engines, publication and sales by the clock.
alter table products
  -- What search engines show instead of name and description; empty: generated from them.
  add column seo_title text not null default '',
  add column seo_description text not null default '',
  -- When a draft becomes active by itself.
  add column publish_at timestamptz;
-- small table: a shop has some 100,000 products and variants at most, which an index reads in a second.
create index products_to_publish on products (publish_at) where publish_at is not null;

alter table variants
  -- A GTIN (EAN, UPC, ISBN) or a number of the merchant's own.
  add column barcode text not null default '',
  -- What a unit costs the merchant, without GST; for admins only.
  add column cost_paise bigint check (cost_paise between 0 and 100000000000),
  -- A scheduled sale. It applies from `sale_from`, if it is not null, until just before `sale_until`, if that is not null.
  add column sale_paise bigint check (sale_paise between 0 and 100000000000),
  add column sale_from timestamptz,
  add column sale_until timestamptz,
  -- The selling price outside the scheduled sale, while that is on; otherwise null. `selling_paise` is the one of the sale then.
  add column regular_paise bigint check (regular_paise between 0 and price_paise),
  add constraint variants_sale check (
    case when sale_paise is null then sale_from is null and sale_until is null and regular_paise is null
      else coalesce(sale_from, sale_until) is not null and coalesce(sale_from < sale_until, true) end) not valid;
-- The variants whose price changes by the clock: few, which the job of the minute reads.
-- small table: as above.
create index variants_with_sale on variants (id) where sale_paise is not null;

-- What a picture shows, for those who do not see it; empty: the name of the product.
alter table product_images add column alt text not null default '';

-- A barcode that is scanned finds its variant.
-- small table: as above.
create index variants_by_barcode on variants (barcode) where barcode <> '' and deleted_at is null;
