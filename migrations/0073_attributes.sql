-- Attributes that the merchant defines, and the tags and attribute values of products (decision 80).
create type attribute_type as enum ('choice', 'number', 'flag');
create table attributes (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  type attribute_type not null,
  unit text not null default '',
  choices text[] not null default '{}',
  is_filter boolean not null,
  -- Empty: products of every category have it.
  category_ids uuid[] not null default '{}',
  position int not null
);
create unique index attributes_name on attributes (lower(name));
create trigger tell_attributes after insert or update or delete or truncate on attributes
  execute function tell_tag('catalogue');

alter table products add column tags text[] not null default '{}';
-- Values by the id of the attribute: {"<id>": ["Cotton", "Silk"]}; a number as "12.5", a flag as "yes" or "no".
alter table products add column attributes jsonb not null default '{}';

-- The words of a product's tags and choices, and the names of the attributes that are "yes".
create function attribute_words(tags text[], given jsonb) returns text[] language plpgsql stable as $$
begin
  if given = '{}' then return tags; end if;
  return tags || array(
    select case a.type when 'flag' then a.name else text end
    from jsonb_each(given) entry join attributes a on a.id = entry.key::uuid,
      jsonb_array_elements_text(entry.value) text
    where a.type = 'choice' or (a.type = 'flag' and text = 'yes'));
end $$;

-- As in 0065, with tags and attributes among the options.
create or replace function refresh_product_summary(product uuid) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  update products p set from_paise = now.from_paise, search_document = now.document
  from (
    select coalesce(min(v.selling_paise), 0) as from_paise, search_document(q.name, q.description,
      array[q.category_id, q.subcategory_id, q.brand_id, q.product_type_id],
      coalesce(array_agg(v.sku) filter (where v.sku is not null), '{}'),
      array(select distinct unnest(o.option_values) from variants o where o.product_id = q.id and o.deleted_at is null)
        || attribute_words(q.tags, q.attributes)) as document
    from products q left join variants v on v.product_id = q.id and v.deleted_at is null
    where q.id = product group by q.id
  ) now
  where p.id = product and (p.from_paise, p.search_document) is distinct from (now.from_paise, now.document);
end $$;
create or replace function product_terms() returns trigger language plpgsql as $$
begin
  perform add_search_terms(search_words(new.name || ' ' || left(new.description, 20000) || ' '
    || array_to_string(attribute_words(new.tags, new.attributes), ' ')));
  return null;
end $$;
drop trigger product_terms on products;
create trigger product_terms after insert or update of name, description, tags, attributes on products
  for each row execute function product_terms();
drop trigger product_summary on products;
create trigger product_summary after update of name, description, category_id, subcategory_id, brand_id,
  product_type_id, tags, attributes on products for each row execute function product_changed();
