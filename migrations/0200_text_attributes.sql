-- Attributes that are a text of the merchant, such as how to care for a product (decision 80).
alter type attribute_type add value 'text';

-- As in migration 0101, without these texts: nobody filters by them.
create or replace function facets_of(product products) returns table (facet text, value text, label text)
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
    select 'rating', stars::text, '' from unnest(array[3, 4]) stars
      where product.num_reviews > 0 and product.rating_tenths >= stars * 10
    union all
    select distinct on (1, 2) facet_slug(o.option->>'name'), lower(v.option_values[o.place]), v.option_values[o.place]
      from jsonb_array_elements(product.options) with ordinality o (option, place)
        join variants v on v.product_id = product.id and v.deleted_at is null
      where v.option_values[o.place] is not null and facet_slug(o.option->>'name') not in
        ('', 'category', 'subcategory', 'brand', 'price', 'discount', 'rating', 'availability')
    union all
    select a.slug, lower(given), given from jsonb_each(product.attributes) entry
      join attributes a on a.id = entry.key::uuid, jsonb_array_elements_text(entry.value) given
      where product.attributes <> '{}' and a.type::text <> 'text';
end $$;
