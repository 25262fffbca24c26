-- Facets: what listings filter products by and count them by (decision 81).

-- The values of facets by number. A facet is `category`, `subcategory`, `brand` (values are ids), `price`, `discount`
-- (values are the lower bounds of price_bands and discount_steps), or the slug of an option or attribute.
create table facet_values (
  id int primary key generated always as identity,
  facet text not null,
  value text not null,
  -- As a product has it; of other products in other letters.
  label text not null,
  unique (facet, value)
);

-- The facet values of each product for sale. Not columns of products, whose rows are ten times as wide.
create table product_facets (
  product_id uuid primary key references products (id) on delete cascade,
  category_id uuid,
  subcategory_id uuid,
  facets int[] not null
);
create index product_facets_values on product_facets using gin (facets);

-- Numbers of products for sale by placement and facet value, kept like those of products (0062, decision 64).
create table facet_totals (
  category_id uuid,
  subcategory_id uuid,
  facet_value int not null,
  products bigint not null,
  unique nulls not distinct (category_id, subcategory_id, facet_value)
);
create table facet_total_changes (like facet_totals);

create function track_facet_total() returns trigger language plpgsql as $$
begin
  insert into facet_total_changes
  select category_id, subcategory_id, facet_value, sum(change) from (
    select old.category_id, old.subcategory_id, unnest(old.facets) as facet_value, -1 as change where tg_op <> 'INSERT'
    union all
    select new.category_id, new.subcategory_id, unnest(new.facets), 1 where tg_op <> 'DELETE'
  ) each group by 1, 2, 3 having sum(change) <> 0;
  return null;
end $$;

create function count_facet_totals() returns setof facet_totals language sql stable as $$
  select category_id, subcategory_id, unnest(facets), count(*) from product_facets group by 1, 2, 3
$$;

-- The name of an option in addresses, as shared/slug.ts writes Latin names; American spelling is not another facet.
create function facet_slug(name text) returns text language sql immutable parallel safe as $$
  select case slug when 'color' then 'colour' when 'colors' then 'colour' when 'colours' then 'colour' when 'sizes' then 'size' else slug end
  from (select trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')) as slug) named
$$;

-- The facet values of a product as texts.
create function facets_of(product products) returns table (facet text, value text, label text)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select 'category', product.category_id::text, '' where product.category_id is not null
    union all select 'subcategory', product.subcategory_id::text, '' where product.subcategory_id is not null
    union all select 'brand', product.brand_id::text, '' where product.brand_id is not null
    union all
    select 'price', max(band)::text, '' from unnest(array[0, 250, 500, 1000, 2000, 5000, 10000]) band
      where product.from_paise >= band * 100
    union all
    select 'discount', step::text, '' from unnest(array[10, 20, 30, 40, 50]) step
      where (select (v.price_paise - v.selling_paise) * 100 >= step * v.price_paise and v.selling_paise < v.price_paise
        from variants v where v.product_id = product.id and v.deleted_at is null
        order by v.selling_paise, v.position, v.id limit 1)
    union all
    select distinct on (1, 2) facet_slug(o.option->>'name'), lower(v.option_values[o.place]), v.option_values[o.place]
      from jsonb_array_elements(product.options) with ordinality o (option, place)
        join variants v on v.product_id = product.id and v.deleted_at is null
      where v.option_values[o.place] is not null and facet_slug(o.option->>'name') not in
        ('', 'category', 'subcategory', 'brand', 'price', 'discount', 'rating', 'availability')
    union all
    select a.slug, lower(given), given from jsonb_each(product.attributes) entry
      join attributes a on a.id = entry.key::uuid, jsonb_array_elements_text(entry.value) given
      where product.attributes <> '{}';
end $$;

-- Writes the facets of a product: a row if it is for sale, otherwise none.
create function refresh_product_facets(product uuid) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  it products;
  numbers int[];
begin
  select * into it from products where id = product;
  if it.id is null or it.deleted_at is not null or it.status not in ('active', 'featured') then
    delete from product_facets where product_id = product;
    return;
  end if;
  with given as materialized (
    select distinct on (facet, value) * from facets_of(it)
  ), known as (
    select v.id, v.facet, v.value from given join facet_values v using (facet, value)
  ), added as (
    -- In order, so that two transactions do not wait for each other.
    insert into facet_values (facet, value, label)
      select facet, value, label from given
      where not exists (select from known where (known.facet, known.value) = (given.facet, given.value))
      order by facet, value
    on conflict (facet, value) do update set facet = excluded.facet returning id
  )
  select coalesce(array_agg(id order by id), '{}') into numbers
    from (select id from known union all select id from added) each;
  insert into product_facets as f (product_id, category_id, subcategory_id, facets)
    values (product, it.category_id, it.subcategory_id, numbers)
    on conflict (product_id) do update
      set category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, facets = excluded.facets
      where (f.category_id, f.subcategory_id, f.facets)
        is distinct from (excluded.category_id, excluded.subcategory_id, excluded.facets);
end $$;

-- The shop of before.
do $$ begin
  perform refresh_product_facets(id) from products where deleted_at is null and status in ('active', 'featured');
end $$;
insert into facet_totals select * from count_facet_totals();
create trigger track_facet_total after insert or update or delete on product_facets
  for each row execute function track_facet_total();

create or replace function product_changed() returns trigger language plpgsql as $$
begin
  perform refresh_product_summary(new.id);
  perform refresh_product_facets(new.id);
  return null;
end $$;
create or replace function variant_changed() returns trigger language plpgsql as $$
begin
  perform refresh_product_summary(new.product_id);
  perform refresh_product_facets(new.product_id);
  return null;
end $$;
create or replace function variant_removed() returns trigger language plpgsql as $$
begin
  perform refresh_product_summary(old.product_id);
  perform refresh_product_facets(old.product_id);
  return null;
end $$;
drop trigger product_summary on products;
create trigger product_summary after update of name, description, status, deleted_at, category_id, subcategory_id,
  brand_id, product_type_id, options, tags, attributes on products for each row execute function product_changed();
drop trigger variant_summary_update on variants;
create trigger variant_summary_update after update of price_paise, selling_paise, sku, option_values, deleted_at
  on variants for each row execute function variant_changed();
