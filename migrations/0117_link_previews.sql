-- The stored link preview of a product, so that it is deleted when another one replaces it.
create table link_previews (
  product_id uuid primary key references products (id) on delete cascade,
  version text not null
);
