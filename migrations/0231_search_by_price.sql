-- The lowest selling price of a product in the table of the search, so that searches within a range of prices do not
-- read products (decision 171).
alter table product_search add column from_paise bigint not null default 0;

-- As in 0220, with the price.
create or replace function refresh_product_summary(product uuid) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  update products p set from_paise = now.from_paise
  from (
    select coalesce(min(selling_paise), 0) as from_paise from variants where product_id = product and deleted_at is null
  ) now
  where p.id = product and p.from_paise <> now.from_paise;
  delete from product_search s using products p where s.product_id = product and p.id = product and p.deleted_at is not null;
  insert into product_search as s (product_id, created_at, is_for_sale, document, from_paise)
  select q.id, q.created_at, q.status in ('active', 'featured'), search_document(q.name, q.description,
    array[q.category_id, q.subcategory_id, q.brand_id, q.product_type_id],
    array(select v.sku from variants v where v.product_id = q.id and v.deleted_at is null and v.sku is not null),
    array(select distinct unnest(o.option_values) from variants o where o.product_id = q.id and o.deleted_at is null)
      || attribute_words(q.tags, q.attributes)), q.from_paise
  from products q where q.id = product and q.deleted_at is null
  on conflict (product_id) do update
    set is_for_sale = excluded.is_for_sale, document = excluded.document, from_paise = excluded.from_paise
    where (s.is_for_sale, s.document, s.from_paise)
      is distinct from (excluded.is_for_sale, excluded.document, excluded.from_paise);
end $$;

update product_search s set from_paise = p.from_paise from products p where p.id = s.product_id;
