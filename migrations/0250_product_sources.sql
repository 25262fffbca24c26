-- What a product is called in the files that it is imported from: the ID of WooCommerce, the handle of Shopify, or the
-- name in a list that has neither. A file that is imported again finds its products by it.
create table product_sources (
  source text not null check (source in ('shopify', 'woocommerce', 'name')),
  key text not null,
  product_id uuid not null references products (id) on delete cascade,
  primary key (source, key)
);
create index product_sources_by_product on product_sources (product_id);
