-- Numbers of products by what lists filter by, kept like those of orders (0061, decision 64).
create table product_totals (
  status product_status not null,
  category_id uuid,
  subcategory_id uuid,
  brand_id uuid,
  product_type_id uuid,
  is_featured boolean not null,
  is_top_deal boolean not null,
  is_trending boolean not null,
  products bigint not null,
  unique nulls not distinct (status, category_id, subcategory_id, brand_id, product_type_id, is_featured, is_top_deal, is_trending)
);
create table product_total_changes (like product_totals);

create function track_product_total() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into product_total_changes values (old.status, old.category_id, old.subcategory_id, old.brand_id,
      old.product_type_id, old.is_featured, old.is_top_deal, old.is_trending, -1);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into product_total_changes values (new.status, new.category_id, new.subcategory_id, new.brand_id,
      new.product_type_id, new.is_featured, new.is_top_deal, new.is_trending, 1);
  end if;
  return null;
end $$;
create trigger track_product_total after insert or delete on products
  for each row execute function track_product_total();
create trigger track_changed_product_total after update on products for each row
  when ((old.status, old.category_id, old.subcategory_id, old.brand_id, old.product_type_id, old.is_featured,
      old.is_top_deal, old.is_trending, old.deleted_at is null)
    is distinct from (new.status, new.category_id, new.subcategory_id, new.brand_id, new.product_type_id, new.is_featured,
      new.is_top_deal, new.is_trending, new.deleted_at is null))
  execute function track_product_total();

create function count_product_totals() returns setof product_totals language sql stable as $$
  select status, category_id, subcategory_id, brand_id, product_type_id, is_featured, is_top_deal, is_trending, count(*)
  from products where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8
$$;
insert into product_totals select * from count_product_totals();

-- The back office lists products of every status.
create index products_all_by_name on products (lower(name), id) where deleted_at is null;
create index products_all_by_price on products (from_paise, id) where deleted_at is null;
create index variants_sold_out on variants (product_id) where stock = 0 and deleted_at is null;
