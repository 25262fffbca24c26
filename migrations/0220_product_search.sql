-- The documents of the search in a table of their own: its rows have few and narrow columns, and a search that
-- finds most of a large shop reads all of them (decision 157).
create table product_search (
  product_id uuid primary key references products (id) on delete cascade,
  created_at timestamptz not null,
  is_for_sale boolean not null,
  document tsvector not null
);
-- Not moved out of the row, since matches are ranked by it.
alter table product_search alter column document set storage main;

-- As in 0073, but the document is not in products. Deleted products have none.
create or replace function refresh_product_summary(product uuid) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  update products p set from_paise = now.from_paise
  from (
    select coalesce(min(selling_paise), 0) as from_paise from variants where product_id = product and deleted_at is null
  ) now
  where p.id = product and p.from_paise <> now.from_paise;
  delete from product_search s using products p where s.product_id = product and p.id = product and p.deleted_at is not null;
  insert into product_search as s (product_id, created_at, is_for_sale, document)
  select q.id, q.created_at, q.status in ('active', 'featured'), search_document(q.name, q.description,
    array[q.category_id, q.subcategory_id, q.brand_id, q.product_type_id],
    array(select v.sku from variants v where v.product_id = q.id and v.deleted_at is null and v.sku is not null),
    array(select distinct unnest(o.option_values) from variants o where o.product_id = q.id and o.deleted_at is null)
      || attribute_words(q.tags, q.attributes))
  from products q where q.id = product and q.deleted_at is null
  on conflict (product_id) do update set is_for_sale = excluded.is_for_sale, document = excluded.document
    where (s.is_for_sale, s.document) is distinct from (excluded.is_for_sale, excluded.document);
end $$;

insert into product_search (product_id, created_at, is_for_sale, document)
  select id, created_at, status in ('active', 'featured'), search_document from products where deleted_at is null;
create index product_search_document on product_search using gin (document);
-- The words of names, SKUs and groups alone.
create index product_search_named on product_search using gin (ts_filter(document, '{a,b}'));
create index product_search_newest on product_search (created_at desc, product_id desc);
analyze product_search;
drop index products_search;
alter table products drop column search_document;
