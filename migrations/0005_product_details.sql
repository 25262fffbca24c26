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

-- A product has up to 250 variants. Its summary and its facets are refreshed once for a statement, not once for each row: each
-- of them reads all variants.
drop trigger variant_summary_insert on variants;
drop trigger variant_summary_update on variants;
drop trigger variant_summary_delete on variants;
drop function variant_changed();
drop function variant_removed();

create function variants_added() returns trigger language plpgsql as $$
declare product uuid;
begin
  for product in select distinct product_id from changed order by 1 loop
    perform refresh_product_summary(product);
    perform refresh_product_facets(product);
  end loop;
  return null;
end $$;
create trigger variant_summary_insert after insert on variants
  referencing new table as changed for each statement execute function variants_added();
create trigger variant_summary_delete after delete on variants
  referencing old table as changed for each statement execute function variants_added();

-- A trigger of some columns can have no table of the changed rows, and one of all columns would make each order slower. So the
-- rows, of which triggers run first, leave the ids of their products to the statement.
create function note_variant() returns trigger language plpgsql as $$
declare noted text := coalesce(current_setting('haat.changed_products', true), '');
begin
  if position(new.product_id::text in noted) = 0 then
    perform set_config('haat.changed_products', concat_ws(',', nullif(noted, ''), new.product_id), true);
  end if;
  return null;
end $$;
create trigger variant_summary_note after update of price_paise, selling_paise, sku, option_values, deleted_at on variants
  for each row when ((old.price_paise, old.selling_paise, old.sku, old.option_values, old.deleted_at)
    is distinct from (new.price_paise, new.selling_paise, new.sku, new.option_values, new.deleted_at))
  execute function note_variant();

create function variants_changed() returns trigger language plpgsql as $$
declare
  noted text := coalesce(current_setting('haat.changed_products', true), '');
  product uuid;
begin
  if noted = '' then return null; end if;
  perform set_config('haat.changed_products', '', true);
  for product in select distinct id::uuid from unnest(string_to_array(noted, ',')) id order by 1 loop
    perform refresh_product_summary(product);
    perform refresh_product_facets(product);
  end loop;
  return null;
end $$;
create trigger variant_summary_update after update of price_paise, selling_paise, sku, option_values, deleted_at on variants
  for each statement execute function variants_changed();

drop trigger variant_terms on variants;
create trigger variant_terms after insert on variants for each row execute function variant_terms();
create trigger variant_terms_update after update of sku, option_values on variants
  for each row when ((old.sku, old.option_values) is distinct from (new.sku, new.option_values))
  execute function variant_terms();

-- What an admin says about an adjustment of stock.
alter table stock_movements add column note text not null default '';

-- A batch can set other fields than those that have an action of their own.
alter table product_batches
  drop constraint product_batches_action_check,
  add constraint product_batches_action_check
    check (action in ('category', 'discount', 'status', 'gst', 'edit', 'delete', 'undo')) not valid;
