-- Functions and their triggers, by domain. PL/pgSQL keeps the plans of its statements for the session, while a function in SQL
-- is planned at each call: what a request calls often is in PL/pgSQL.

-- ## Changes of rows, which every process is told at commit (decision 118)

-- Cached replies with the product are made again. The count of votes of a review may be a minute old.
create function tell_product() returns trigger language plpgsql as $$
declare product uuid;
begin
  -- Two statements, since a row of one table does not have the other's column.
  if tg_table_name = 'products' then product := coalesce(new.id, old.id);
  else product := coalesce(new.product_id, old.product_id);
  end if;
  perform pg_notify('haat_changed', 'product:' || product);
  return null;
end $$;
create trigger tell_variant after insert or update or delete on variants for each row execute function tell_product();
create trigger tell_image after insert or update or delete on product_images for each row execute function tell_product();
create trigger tell_product after insert or update or delete on products for each row execute function tell_product();
create trigger tell_review after insert or delete or update of status, stars, title, body, name, answer on reviews
  for each row execute function tell_product();
create trigger tell_question after insert or update or delete on product_questions
  for each row execute function tell_product();

create function tell_tag() returns trigger language plpgsql as $$
begin
  perform pg_notify('haat_changed', tg_argv[0]);
  return null;
end $$;
create trigger tell_categories after insert or update or delete on categories execute function tell_tag('catalogue');
create trigger tell_subcategories after insert or update or delete on subcategories execute function tell_tag('catalogue');
create trigger tell_brands after insert or update or delete on brands execute function tell_tag('catalogue');
create trigger tell_types after insert or update or delete on product_types execute function tell_tag('catalogue');
create trigger tell_policies after insert or update or delete on policies execute function tell_tag('content');
create trigger tell_site after insert or update or delete on site_info execute function tell_tag('content');
-- Lists of what is in stock. New, removed and hidden variants change their product, which is told already.
create trigger tell_stock after update of stock on variants
  for each row when ((old.stock > 0) is distinct from (new.stock > 0)) execute function tell_tag('stock');
create trigger tell_synonyms after insert or update or delete or truncate on search_synonyms
  execute function tell_tag('catalogue');
create trigger tell_attributes after insert or update or delete or truncate on attributes
  execute function tell_tag('catalogue');
create trigger tell_size_guides after insert or update or delete on size_guides
  execute function tell_tag('catalogue');
create trigger tell_redirects after insert or update or delete on redirects for each statement execute function tell_tag('content');
-- The footer of public pages names announced discounts that can be used.
create trigger tell_discount_insert after insert on discounts for each row
  when (new.is_announced) execute function tell_tag('content');
create trigger tell_discount_update after update on discounts for each row
  when ((old.is_announced or new.is_announced) and (old.updated_at <> new.updated_at
    or (old.uses >= old.max_uses) is distinct from (new.uses >= new.max_uses)))
  execute function tell_tag('content');

-- A statement that changes no row announces nothing: triggers of reviews and list prices often update no product.
create function tell_rows() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform pg_notify('haat_changed', tg_argv[0]); end if;
  return null;
end $$;
create trigger tell_catalogue_insert after insert on products
  referencing new table as changed for each statement execute function tell_rows('catalogue');
create trigger tell_catalogue_update after update on products
  referencing new table as changed for each statement execute function tell_rows('catalogue');
create trigger tell_catalogue_delete after delete on products
  referencing old table as changed for each statement execute function tell_rows('catalogue');
-- The counts of facets. Rows are added and removed with a change of their product.
create trigger tell_facets after update on product_facets
  referencing new table as changed for each statement execute function tell_rows('catalogue');

-- New orders, and all that their timelines say.
create function tell_order() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    perform pg_notify('haat_changed', concat_ws(':', 'order', lower(tg_op), new.id, new.status));
  else
    perform pg_notify('haat_changed', concat_ws(':', 'order', 'update', new.order_id, new.status));
  end if;
  return null;
end $$;
create trigger tell_order after insert or update of deleted_at on orders
  for each row execute function tell_order();
create trigger tell_order_event after insert on order_events for each row execute function tell_order();

-- ## Personal data (server/db/personal-data.ts)

-- Replaces the matches of a pattern in a text.
create function redact(value text, pattern text) returns text language sql immutable
  as $$ select regexp_replace(value, pattern, '[erased]', 'gi') $$;

-- The same in every text of a JSON value; keys, numbers and structure stay.
create function redact(value jsonb, pattern text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(redact(value #>> '{}', pattern));
    when 'array' then
      return (select coalesce(jsonb_agg(redact(element, pattern) order by position), '[]')
        from jsonb_array_elements(value) with ordinality as elements (element, position));
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, redact(field, pattern)), '{}')
        from jsonb_each(value) as fields (key, field));
    else
      return value;
  end case;
end $$;

-- ## Accounts and audit log

-- A shop that has an owner keeps one. The lock makes two transactions that each remove an owner wait for each other.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('an owner remains'));
  if not exists (select from users where role_id = 'owner' and disabled_at is null and deleted_at is null) then
    raise exception 'the last owner must stay' using errcode = 'check_violation', constraint = 'users_keep_an_owner';
  end if;
  return null;
end $$;
create trigger users_keep_an_owner_on_update
  after update of role_id, disabled_at, deleted_at on users for each row
  when (old.role_id = 'owner' and old.disabled_at is null and old.deleted_at is null
    and not (new.role_id is not distinct from 'owner' and new.disabled_at is null and new.deleted_at is null))
  execute function keep_an_owner();
create trigger users_keep_an_owner_on_delete
  after delete on users for each row
  when (old.role_id = 'owner' and old.disabled_at is null and old.deleted_at is null)
  execute function keep_an_owner();

create function admin_log_detail_hash(entry admin_log) returns bytea language sql stable as $$
  select sha256(entry.detail_salt || convert_to(jsonb_build_array(entry.address, entry.detail)::text, 'UTF8'))
$$;

create function admin_log_hash(entry admin_log, previous bytea) returns bytea language sql stable as $$
  select sha256(previous || entry.detail_hash || convert_to(jsonb_build_array(
    entry.position, entry.id, extract(epoch from entry.at), entry.user_id, entry.by_label, entry.action, entry.subject
  )::text, 'UTF8'))
$$;

create function chain_admin_log(entry_id bigint) returns void language plpgsql as $$
declare
  head admin_log_head;
  entry admin_log;
begin
  select * into head from admin_log_head for update;
  select * into entry from admin_log where id = entry_id;
  if not found then return; end if;
  entry.position := head.position + 1;
  entry.detail_salt := uuid_send(gen_random_uuid());
  entry.detail_hash := admin_log_detail_hash(entry);
  entry.hash := admin_log_hash(entry, head.hash);
  update admin_log set (position, detail_salt, detail_hash, hash)
    = (entry.position, entry.detail_salt, entry.detail_hash, entry.hash) where id = entry_id;
  update admin_log_head set position = entry.position, hash = entry.hash;
end $$;

create function chain_new_entry() returns trigger language plpgsql as $$
begin
  perform chain_admin_log(new.id);
  return null;
end $$;
-- At the end of the transaction: the lock is its last one, so that it can't take part in a deadlock (decision 93).
create constraint trigger admin_log_chain after insert on admin_log
  deferrable initially deferred for each row
  when (new.action <> 'admin.sign-in-failed' and new.position is null) execute function chain_new_entry();

-- ## Catalogue: addresses and totals

create function keep_former_slug() returns trigger language plpgsql as $$
begin
  insert into former_slugs (kind, slug, target_id) values (tg_table_name, old.slug, new.id)
    on conflict (kind, slug) do update set target_id = excluded.target_id, changed_at = excluded.changed_at;
  return null;
end $$;
-- A deleted product gets another slug, so that its own is free.
create trigger keep_former_slug after update of slug on products for each row
  when (old.slug <> new.slug and new.deleted_at is null) execute function keep_former_slug();
create trigger keep_former_slug after update of slug on categories for each row
  when (old.slug <> new.slug) execute function keep_former_slug();
create trigger keep_former_slug after update of slug on subcategories for each row
  when (old.slug <> new.slug) execute function keep_former_slug();
create trigger keep_former_slug after update of slug on brands for each row
  when (old.slug <> new.slug) execute function keep_former_slug();

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

-- The totals as counted from all products.
create function count_product_totals() returns setof product_totals language sql stable as $$
  select status, category_id, subcategory_id, brand_id, product_type_id, is_featured, is_top_deal, is_trending, count(*)
  from products where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8
$$;

-- ## Catalogue: search (decision 81)

create function add_search_terms(words text[]) returns void language plpgsql as $$
begin
  insert into search_terms (word, lexeme)
  select word, search_lexeme(word) from (select distinct unnest(words) collate "C" as word) each
  where length(word) >= 3 and word !~ '[0-9]' and not exists (select from search_terms t where t.word = each.word)
  -- In order, so that two transactions do not wait for each other.
  order by word
  on conflict do nothing;
end $$;

create function group_named() returns trigger language plpgsql as $$
begin
  perform add_search_terms(search_words(new.name));
  return null;
end $$;
create trigger group_terms after insert or update of name on categories for each row execute function group_named();
create trigger group_terms after insert or update of name on subcategories for each row execute function group_named();
create trigger group_terms after insert or update of name on product_types for each row execute function group_named();

create function brand_named() returns trigger language plpgsql as $$
begin
  perform add_search_terms(search_words(new.name || ' ' || new.town || ' ' || new.state));
  return null;
end $$;
create trigger group_terms after insert or update of name, town, state on brands
  for each row execute function brand_named();

-- The words of the tags and choices of a product, and the names of the attributes that are "yes".
create function attribute_words(tags text[], given jsonb) returns text[] language plpgsql stable as $$
begin
  if given = '{}' then return tags; end if;
  return tags || array(
    select case a.type when 'flag' then a.name else text end
    from jsonb_each(given) entry join attributes a on a.id = entry.key::uuid,
      jsonb_array_elements_text(entry.value) text
    where a.type = 'choice' or (a.type = 'flag' and text = 'yes'));
end $$;

-- The document of a product: A name and SKUs, B groups, C options and parts of SKUs, D description. Of a SKU such as
-- BPT-STO-001 it has each part, and what follows from each part on in one word, so that prefixes find it however it is
-- written. Adjacent words of the name are there as one word too.
create function search_document(name text, description text, groups uuid[], skus text[], options text[])
returns tsvector language plpgsql immutable parallel safe set plan_cache_mode = force_generic_plan as $$
begin
  return (with name_words as (select word, place from unnest(search_words(name)) with ordinality as part (word, place)),
  entry (lexeme, place, weight) as (
    select search_lexeme(word), place, 'A' from name_words
    union all
    select word || lead(word) over (order by place), place, 'A' from name_words
    union all
    select lexeme, 200, case lexeme when array_to_string(parts, '') then 'A' else 'C' end
      from (select search_words(sku) as parts from unnest(skus) sku) sku,
        generate_series(1, least(array_length(parts, 1), 8)) i,
        unnest(array[parts[i], array_to_string(parts[i:], '')]) lexeme
    union all
    select '#' || id, 250, 'B' from unnest(groups) id where id is not null
    union all
    select search_lexeme(word), 300 + place, 'C'
      from unnest(search_words(array_to_string(options, ' '))) with ordinality as part (word, place) where place <= 1000
    union all
    select search_lexeme(word), 1400 + place, 'D'
      from unnest(search_words(left(description, 20000))) with ordinality as part (word, place)
  )
  select coalesce(string_agg(quote_literal(lexeme) || ':' || place || weight, ' '), '')::tsvector
  from (select lexeme, min(place) as place, min(weight) as weight from entry where lexeme <> '' group by lexeme) each);
end $$;

-- Lowest price and document of a product. Nothing is written if they are right already: each write of a row goes through all
-- indexes, and a product with a hundred variants would be written a hundred times. Deleted products have no document.
create function refresh_product_summary(product uuid) returns void language plpgsql
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

-- The words of a product, when its texts change; the document has only their lexemes.
create function product_terms() returns trigger language plpgsql as $$
begin
  perform add_search_terms(search_words(new.name || ' ' || left(new.description, 20000) || ' '
    || array_to_string(attribute_words(new.tags, new.attributes), ' ')));
  return null;
end $$;
create trigger product_terms after insert or update of name, description, tags, attributes on products
  for each row execute function product_terms();

create function variant_terms() returns trigger language plpgsql as $$
begin
  perform add_search_terms(search_words(array_to_string(new.option_values, ' ') || ' ' || new.sku));
  return null;
end $$;
create trigger variant_terms after insert or update of sku, option_values on variants
  for each row execute function variant_terms();

-- ## Catalogue: facets (decision 81)

-- The name of an option in addresses, as shared/slug.ts writes Latin names; American spelling is not another facet.
create function facet_slug(name text) returns text language sql immutable parallel safe as $$
  select case slug when 'color' then 'colour' when 'colors' then 'colour' when 'colours' then 'colour' when 'sizes' then 'size' else slug end
  from (select trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')) as slug) named
$$;

-- The facet values of a product as texts. Products with at least 3 and at least 4 stars are a facet; attributes that are a text
-- are none.
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
create trigger track_facet_total after insert or update or delete on product_facets
  for each row execute function track_facet_total();

-- The totals as counted from the facets of all products.
create function count_facet_totals() returns setof facet_totals language sql stable as $$
  select category_id, subcategory_id, unnest(facets), count(*) from product_facets group by 1, 2, 3
$$;

create function product_changed() returns trigger language plpgsql as $$
begin
  perform refresh_product_summary(new.id);
  perform refresh_product_facets(new.id);
  return null;
end $$;
create trigger product_summary after update of name, description, status, deleted_at, category_id, subcategory_id,
  brand_id, product_type_id, options, tags, attributes on products for each row execute function product_changed();

-- Stock is no part of the summary, so that a sale never changes the row of the product.
create function variant_changed() returns trigger language plpgsql as $$
begin
  perform refresh_product_summary(new.product_id);
  perform refresh_product_facets(new.product_id);
  return null;
end $$;
create trigger variant_summary_insert after insert on variants
  for each row execute function variant_changed();
create trigger variant_summary_update after update of price_paise, selling_paise, sku, option_values, deleted_at
  on variants for each row execute function variant_changed();

create function variant_removed() returns trigger language plpgsql as $$
begin
  perform refresh_product_summary(old.product_id);
  perform refresh_product_facets(old.product_id);
  return null;
end $$;
create trigger variant_summary_delete after delete on variants for each row execute function variant_removed();

create function rating_changed() returns trigger language plpgsql as $$
begin
  perform refresh_product_facets(new.id);
  return null;
end $$;
create trigger product_rating_facet after update of rating_tenths, num_reviews on products
  for each row when ((old.rating_tenths, old.num_reviews) is distinct from (new.rating_tenths, new.num_reviews))
  execute function rating_changed();

-- ## Reviews

-- The rating of a product is that of its published reviews, from its first published one on; demo reviews do not count.
create function refresh_ratings() returns trigger language plpgsql as $$
begin
  update products p set rating_tenths = rated.tenths, num_reviews = rated.reviews
  from (
    select changed.product_id, count(r.id) as reviews, coalesce(round(avg(r.stars) * 10), 0)::int as tenths
    from (select distinct product_id from touched where published_at is not null and source <> 'demo') changed
    left join reviews r on r.product_id = changed.product_id and r.status = 'published' and r.source <> 'demo'
    group by changed.product_id
  ) rated
  where p.id = rated.product_id and (p.rating_tenths, p.num_reviews) is distinct from (rated.tenths, rated.reviews);
  return null;
end $$;
create trigger refresh_ratings_insert after insert on reviews
  referencing new table as touched for each statement execute function refresh_ratings();
create trigger refresh_ratings_update after update on reviews
  referencing new table as touched for each statement execute function refresh_ratings();
create trigger refresh_ratings_delete after delete on reviews
  referencing old table as touched for each statement execute function refresh_ratings();

-- ## Orders: totals (decision 64)

create function day_in_india(at timestamptz) returns date language sql immutable parallel safe
  as $$ select (at at time zone 'Asia/Kolkata')::date $$;

-- All money of this order, or of all: captured and offline payments at their time, less refunds at theirs. What was paid for
-- a gift card is no sale: what it pays of a later order is. A free gift card pays no money; its order has a balance of 0.
create function money_of_orders(only_order uuid default null)
  returns table (order_id uuid, at timestamptz, paise bigint) language sql stable as $$
  select order_id, captured_at, case when is_free then 0 else amount_paise end from payments
    where status = 'captured' and currency = 'INR' and (only_order is null or order_id = only_order)
  union all
  select r.order_id, r.processed_at, -r.amount_paise from refunds r join payments p on p.id = r.payment_id
    where r.status = 'processed' and not p.is_free and (only_order is null or r.order_id = only_order)
  union all
  select i.order_id, e.at, -e.amount_paise from gift_card_entries e
    join gift_cards c on c.id = e.gift_card_id join order_items i on i.id = c.order_item_id
    where e.kind in ('issued', 'cancelled') and (only_order is null or i.order_id = only_order)
$$;

create function track_order_total() returns trigger language plpgsql as $$
declare balance bigint := 0;
begin
  if tg_op <> 'INSERT' then
    balance := coalesce((select paise from order_balances where order_id = old.id), 0);
    insert into order_total_changes values (day_in_india(old.created_at), old.status, old.refund_state, old.is_test,
      old.is_guest, old.deleted_at is not null, -1, -balance);
  end if;
  if tg_op <> 'DELETE' then
    insert into order_total_changes values (day_in_india(new.created_at), new.status, new.refund_state, new.is_test,
      new.is_guest, new.deleted_at is not null, 1, balance);
  end if;
  if tg_op = 'UPDATE' and (old.is_test, old.deleted_at is null) <> (new.is_test, new.deleted_at is null) then
    insert into sales_total_changes
      select day_in_india(at), is_test, is_hidden, sign * paise from money_of_orders(new.id),
        (values (old.is_test, old.deleted_at is not null, -1), (new.is_test, new.deleted_at is not null, 1))
          sides (is_test, is_hidden, sign);
  end if;
  return null;
end $$;
create trigger track_order_total after insert or delete on orders
  for each row execute function track_order_total();
create trigger track_changed_order_total after update on orders for each row
  when ((old.status, old.refund_state, old.is_test, old.is_guest, old.deleted_at is null, day_in_india(old.created_at))
    is distinct from
    (new.status, new.refund_state, new.is_test, new.is_guest, new.deleted_at is null, day_in_india(new.created_at)))
  execute function track_order_total();

create function add_money(id uuid, at timestamptz, amount bigint) returns void language plpgsql as $$
declare o orders;
begin
  if amount = 0 then return; end if;
  -- The lock of the order makes its status and its balance change one after the other.
  select * into o from orders where orders.id = add_money.id for no key update;
  insert into order_balances as b values (id, amount) on conflict (order_id) do update set paise = b.paise + amount;
  insert into order_total_changes values (day_in_india(o.created_at), o.status, o.refund_state, o.is_test, o.is_guest,
    o.deleted_at is not null, 0, amount);
  insert into sales_total_changes values (day_in_india(at), o.is_test, o.deleted_at is not null, amount);
end $$;

create function track_payment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'captured' and old.currency = 'INR' and not old.is_free then
    perform add_money(old.order_id, old.captured_at, -old.amount_paise);
  end if;
  if tg_op <> 'DELETE' and new.status = 'captured' and new.currency = 'INR' then
    if new.is_free then
      insert into order_balances values (new.order_id, 0) on conflict do nothing;
    else
      perform add_money(new.order_id, new.captured_at, new.amount_paise);
    end if;
  end if;
  return null;
end $$;
create trigger track_payment after insert or delete or update of order_id, status, currency, amount_paise, captured_at
  on payments for each row execute function track_payment();

create function track_refund() returns trigger language plpgsql as $$
begin
  if exists (select from payments where id = coalesce(new.payment_id, old.payment_id) and is_free) then return null; end if;
  if tg_op <> 'INSERT' and old.status = 'processed' then
    perform add_money(old.order_id, old.processed_at, old.amount_paise);
  end if;
  if tg_op <> 'DELETE' and new.status = 'processed' then
    perform add_money(new.order_id, new.processed_at, -new.amount_paise);
  end if;
  return null;
end $$;
create trigger track_refund after insert or delete or update of order_id, status, amount_paise, processed_at
  on refunds for each row execute function track_refund();

create function track_gift_card_sale() returns trigger language plpgsql as $$
begin
  perform add_money(i.order_id, new.at, -new.amount_paise)
    from gift_cards c join order_items i on i.id = c.order_item_id where c.id = new.gift_card_id;
  return null;
end $$;
create trigger track_gift_card_sale after insert on gift_card_entries for each row
  when (new.kind in ('issued', 'cancelled')) execute function track_gift_card_sale();

-- The totals as counted from all orders.
create function count_order_totals() returns setof order_totals language sql stable as $$
  with balances as (select order_id, sum(paise) as paise from money_of_orders() group by order_id)
  select coalesce(day_in_india(created_at), '-infinity'), status, refund_state, is_test, is_guest, deleted_at is not null,
    count(*), coalesce(sum(paise), 0)::bigint
  from orders left join balances on order_id = id
  group by grouping sets (
    (day_in_india(created_at), status, refund_state, is_test, is_guest, deleted_at is not null),
    (status, refund_state, is_test, is_guest, deleted_at is not null))
$$;

create function count_sales_totals() returns setof sales_totals language sql stable as $$
  select day_in_india(at), is_test, deleted_at is not null, sum(paise)::bigint
  from money_of_orders() join orders on id = order_id group by 1, 2, 3 having sum(paise) <> 0
$$;

-- Counts all totals again, for rows that were written without triggers.
create function recount_order_totals() returns void language plpgsql as $$
begin
  lock table orders, payments, refunds, order_total_changes, sales_total_changes in share row exclusive mode;
  delete from order_balances;
  delete from order_totals;
  delete from order_total_changes;
  delete from sales_totals;
  delete from sales_total_changes;
  insert into order_balances select order_id, sum(paise) from money_of_orders() group by order_id;
  insert into order_totals select * from count_order_totals();
  insert into sales_totals select * from count_sales_totals();
end $$;

-- ## Orders: payment and fulfilment state (contract §7)

-- The states as computed from the records of these orders.
-- - A refunded unit counts as one that was not shipped yet, as long as there is one.
-- - The amount of an order on delivery is due until it ends or comes back; it is packed before it is paid.
-- - A refund of something that was not bought, such as of a second payment, leaves the order partly paid (refund_state_of).
-- - Gift cards are not packed; an order of nothing else is delivered when they have been mailed.
-- - What free gift cards pay is not in the ledger.
create function order_states_of(ids uuid[]) returns setof order_states language sql stable as $$
  select o.id, o.created_at, o.deleted_at is not null, p.state, f.state,
    units.left_over > 0 and o.refund_state <> 'refunded' and (o.status in ('paid', 'processing')
      or o.status = 'pending' and o.cod_state is not null and (o.cod_state <> 'unconfirmed' or not o.cod_needs_confirmation)),
    parcels.packed and o.status not in ('failed', 'cancelled'),
    parcels.shipped,
    o.status not in ('failed', 'cancelled') and o.cod_state is null
      and p.state in ('pending', 'authorized', 'partly_paid', 'failed'),
    parcels.returned
  from orders o
  cross join lateral (
    select coalesce(bool_or(status = 'authorized'), false) as authorized, coalesce(bool_or(status = 'created'), false) as created,
      coalesce(bool_or(status = 'failed'), false) as failed,
      coalesce(sum(amount_paise) filter (where is_free), 0) as free
    from payments where order_id = o.id) attempts
  cross join lateral (
    select coalesce(sum(amount_paise) filter (where amount_paise > 0), 0) + free as received,
      coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0) + case when free = 0 then 0 else
        (select coalesce(sum(r.amount_paise), 0) from refunds r join payments p on p.id = r.payment_id
          where p.order_id = o.id and p.is_free) end as refunded
    from ledger_entries where order_id = o.id) money
  cross join lateral (
    select coalesce(bool_or(s.state = 'packed'), false) as packed, coalesce(bool_or(s.state = 'shipped'), false) as shipped,
      coalesce(bool_or(s.state = 'delivered'), false) as delivered, coalesce(bool_or(s.state = 'returned'), false) as returned
    from shipments s where s.order_id = o.id) parcels
  cross join lateral (
    select (case
      when received = 0 and o.cod_state is not null then
        case when o.status in ('failed', 'cancelled') or returned and not (packed or shipped or delivered)
          then 'failed' else 'due_on_delivery' end
      when received = 0 and authorized then 'authorized'
      when received = 0 and failed and not created then 'failed'
      when received = 0 then 'pending'
      when received <= refunded then 'refunded'
      when received - refunded >= o.amount_paise then 'paid'
      when refunded > 0 and o.refund_state <> 'none' then 'partly_refunded'
      else 'partly_paid' end)::payment_state as state) p
  cross join lateral (
    select coalesce(sum(greatest(0, i.quantity
      - (select coalesce(sum(l.quantity), 0) from refund_lines l join refunds r on r.id = l.refund_id
          where l.order_item_id = i.id and r.status <> 'failed')
      - (select coalesce(sum(l.quantity), 0) from shipment_lines l join shipments s on s.id = l.shipment_id
          where l.order_item_id = i.id and s.state <> 'cancelled'))) filter (where i.recipient is null), 0) as left_over,
      bool_and(i.recipient is not null) as only_cards,
      bool_and(c.sent_at is not null or c.disabled_at is not null) filter (where i.recipient is not null)
        and bool_or(c.sent_at is not null) as cards_sent
    from order_items i left join gift_cards c on c.order_item_id = i.id where i.order_id = o.id) units
  cross join lateral (
    select (case
      when only_cards and cards_sent then 'delivered'
      when not (shipped or delivered or returned) then 'unfulfilled'
      when packed or left_over > 0 then 'partly_fulfilled'
      when shipped then 'fulfilled'
      when delivered then 'delivered'
      else 'returned' end)::fulfilment_state as state) f
  where o.id = any(ids)
$$;

create function refresh_order_state(changed uuid) returns void language plpgsql as $$
begin
  insert into order_states as s select * from order_states_of(array[changed])
    on conflict (order_id) do update set created_at = excluded.created_at, is_hidden = excluded.is_hidden,
      payment_state = excluded.payment_state, fulfilment_state = excluded.fulfilment_state, to_pack = excluded.to_pack,
      to_ship = excluded.to_ship, in_transit = excluded.in_transit, is_unpaid = excluded.is_unpaid,
      has_return = excluded.has_return
    where s is distinct from excluded;
end $$;

create function keep_state() returns trigger language plpgsql as
  $$ begin perform refresh_order_state(new.id); return null; end $$;
create trigger keep_changed_state after update on orders for each row
  when ((old.status, old.refund_state, old.deleted_at is null, old.created_at, old.amount_paise, old.cod_state)
    is distinct from (new.status, new.refund_state, new.deleted_at is null, new.created_at, new.amount_paise, new.cod_state))
  execute function keep_state();

-- A new order that waits for its payment has neither money nor shipments, so its states are known. Computing them took more
-- than half of the time of storing an order.
create function keep_state_of_new() returns trigger language plpgsql as $$
begin
  if new.status = 'pending' and new.cod_state is null then
    -- Money of the same statement may have been counted already.
    insert into order_states values (new.id, new.created_at, new.deleted_at is not null, 'pending', 'unfulfilled',
      false, false, false, true, false) on conflict do nothing;
  else
    perform refresh_order_state(new.id);
  end if;
  return null;
end $$;
create trigger keep_state after insert on orders for each row execute function keep_state_of_new();

create function keep_state_of_order() returns trigger language plpgsql as
  $$ begin perform refresh_order_state(new.order_id); return null; end $$;
create trigger keep_state after insert on ledger_entries for each row execute function keep_state_of_order();
-- A captured payment has a ledger entry.
create trigger keep_state after insert or update of status on payments for each row
  when (new.status <> 'captured') execute function keep_state_of_order();
create trigger keep_state after update of status on refunds for each row
  when (old.status is distinct from new.status) execute function keep_state_of_order();
create trigger keep_state after insert or update of state on shipments
  for each row execute function keep_state_of_order();
-- These have none.
create trigger keep_state_of_free after insert on payments for each row
  when (new.is_free) execute function keep_state_of_order();
-- One that is not in the ledger, and may have no lines.
create trigger keep_state_of_processed after insert on refunds for each row
  when (new.status = 'processed') execute function keep_state_of_order();

create function keep_state_of_shipment() returns trigger language plpgsql as
  $$ begin perform refresh_order_state(order_id) from shipments where id = new.shipment_id; return null; end $$;
create trigger keep_state after insert or update of quantity on shipment_lines
  for each row execute function keep_state_of_shipment();

create function keep_state_of_refund() returns trigger language plpgsql as
  $$ begin perform refresh_order_state(order_id) from refunds where id = new.refund_id; return null; end $$;
create trigger keep_state after insert or update of quantity on refund_lines
  for each row execute function keep_state_of_refund();

create function keep_state_of_gift_card() returns trigger language plpgsql as $$
begin
  perform refresh_order_state(order_id) from order_items where id = new.order_item_id;
  return null;
end $$;
create trigger keep_state_of_gift_card after update of sent_at, disabled_at on gift_cards for each row
  when (new.order_item_id is not null
    and (old.sent_at is null, old.disabled_at is null) <> (new.sent_at is null, new.disabled_at is null))
  execute function keep_state_of_gift_card();

-- ## Orders: addressees (decision 106)

-- A text without capitals, accents, punctuation and hidden characters.
create function folded_text(given text) returns text language sql stable as $$
  select translate(regexp_replace(lower(normalize(given, NFKD)),
    '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]',
    '', 'g'), '०१२३४५६७८९', '0123456789')
$$;

-- The letters of a text in alphabetical order: words may be separated and ordered in any way.
create function sorted_letters(folded text) returns text language sql stable as $$
  select string_agg(letter, '' order by letter collate "C") from regexp_split_to_table(
    regexp_replace(folded, '[\u0001-\u0060\u007b-\u00bf\u2000-\u206f\u20a0-\u2bff\u3000-\u303f]', '', 'g'), '') letter
$$;

-- Hash of name, PIN code, and the numbers and words of the address. Words that most addresses have, vowels, doubled letters
-- and letters that sound alike make no difference: Flat No. 4, Laxmi Rd. is 4 Lakshmi Road. Null without an address.
create function addressee_of(name text, address text, postal_code text) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|', sorted_letters(folded_text(name)), postal_code,
    (select string_agg(number[1], ' ' order by number[1] collate "C") from regexp_matches(folded, '[0-9]+', 'g') number),
    sorted_letters(regexp_replace(translate(replace(regexp_replace(regexp_replace(folded, '[0-9]+', ' ', 'g'),
      '\m(st|nd|rd|th|h|d|f|no|nos|number|flat|house|door|plot|floor|near|nr|opp|opposite|apartments?|apts?|buildings?|bldg|streets?|roads?|lanes?|main|cross)\M',
      ' ', 'g'), 'x', 'ks'), 'wzcqaeiouyh', 'vskk'), '([a-z])\1+', '\1', 'g'))), 'UTF8'))
  from folded_text(address) folded
  where name <> '' and postal_code is not null
$$;

create function keep_addressee() returns trigger language plpgsql as $$
begin
  delete from order_addressees where order_id = new.id;
  insert into order_addressees select new.id, addressee
    from addressee_of(new.name, new.shipping ->> 'address', new.shipping ->> 'postalCode') addressee where addressee is not null
    on conflict (order_id) do update set addressee = excluded.addressee;
  return null;
end $$;
create trigger keep_addressee after insert on orders for each row
  when (new.shipping is not null) execute function keep_addressee();
create trigger keep_changed_addressee after update on orders for each row
  when ((old.name, old.shipping) is distinct from (new.name, new.shipping)) execute function keep_addressee();

-- An order that is anonymised, or that was not paid for a year, also forgets to whom its gift cards were to be mailed.
create function forget_recipients() returns trigger language plpgsql as $$
begin
  update order_items set recipient = '{}' where order_id = new.id and recipient <> '{}';
  return null;
end $$;
create trigger forget_recipients after update of placed_from on orders for each row
  when (old.placed_from <> '' and new.placed_from = '') execute function forget_recipients();

-- ## Payments and refunds

-- Never more back than came in, however many ask at the same time.
create function refund_within_payment() returns trigger language plpgsql as $$
declare taken bigint; given bigint;
begin
  select amount_paise into taken from payments where id = new.payment_id and status = 'captured' for no key update;
  select coalesce(sum(amount_paise), 0) into given from refunds
    where payment_id = new.payment_id and status <> 'failed' and id <> new.id;
  if taken is null or given + new.amount_paise > taken then
    raise exception 'refund exceeds payment' using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return new;
end $$;
create trigger refunds_within_payment before insert or update of amount_paise, status on refunds
  for each row when (new.status <> 'failed') execute function refund_within_payment();

-- Never more units than were bought.
create function refund_lines_within_item() returns trigger language plpgsql as $$
declare bought int; refunded int; returned int;
begin
  select quantity into bought from order_items where id = new.order_item_id for no key update;
  select coalesce(sum(l.quantity) filter (where r.status <> 'failed'), 0), coalesce(sum(l.restocked), 0)
    into refunded, returned
    from refund_lines l join refunds r on r.id = l.refund_id where l.order_item_id = new.order_item_id;
  if refunded > bought or returned > bought then
    raise exception 'more units refunded than bought' using errcode = 'check_violation', constraint = 'refund_lines_within_item';
  end if;
  return null;
end $$;
create trigger refund_lines_within_item after insert or update on refund_lines
  for each row execute function refund_lines_within_item();

-- How much of the price of an order was refunded. These refund nothing that was bought, so that what is due can still be paid:
-- refunds of a change of the order, of a payment for which nothing was due, and what the provider refunds of a second payment
-- by itself, such as in its dashboard.
create function refund_state_of(id uuid) returns refund_state language sql stable as $$
  select (case when refunded > 0 and captured <= refunded then 'refunded'
    when own = 0 or captured - refunded >= amount_paise then 'none' else 'partly_refunded' end)::refund_state
  from (
    select amount_paise,
      (select coalesce(sum(p.amount_paise), 0) from payments p
        where p.order_id = o.id and p.status = 'captured' and p.currency = 'INR') as captured,
      (select coalesce(sum(r.amount_paise), 0) from refunds r
        where r.order_id = o.id and r.status <> 'failed') as refunded,
      (select coalesce(sum(r.amount_paise), 0) from refunds r join payments p on p.id = r.payment_id
        where r.order_id = o.id and r.status <> 'failed' and r.idempotency_key not like 'whole-payment-%'
          and r.idempotency_key not like 'edit:%'
          -- A second payment: neither the one that made the order paid, nor one that was asked for.
          and not (p.provider_payment_id is not null and not p.is_primary
            and exists (select from payments f where f.order_id = o.id and f.is_primary)
            and not exists (select from payment_requests q where q.payment_id = p.id))) as own
    from orders o where o.id = $1) sums
$$;

create function update_refund_state() returns trigger language plpgsql as $$
begin
  update orders set refund_state = refund_state_of(new.order_id)
    where id = new.order_id and refund_state <> refund_state_of(new.order_id);
  return null;
end $$;
create trigger update_refund_state after insert or update of status, amount_paise on refunds
  for each row execute function update_refund_state();
create trigger update_refund_state after insert or update of status, amount_paise on payments
  for each row when (new.status = 'captured') execute function update_refund_state();

-- What the courier has to collect for an order on delivery: its amount less what was paid in advance and not refunded. 0 once
-- it was collected, which is an offline payment, and for any other order.
create function due_on_delivery(o orders) returns bigint language sql stable as $$
  select case
    when o.cod_state is null or exists (select from payments p
      where p.order_id = o.id and p.status = 'captured' and p.provider_payment_id is null) then 0
    else o.amount_paise
      - coalesce((select sum(p.amount_paise) from payments p where p.order_id = o.id and p.is_primary), 0)
      + coalesce((select sum(r.amount_paise) from refunds r join payments p on p.id = r.payment_id
          where p.order_id = o.id and p.is_primary and r.status <> 'failed'), 0) end
$$;

-- ## Fulfilment

-- Never more units in shipments than were bought, however many pack at the same time.
create function shipment_lines_within_item() returns trigger language plpgsql as $$
declare bought int; packed int;
begin
  select quantity into bought from order_items where id = new.order_item_id for no key update;
  select sum(l.quantity) into packed from shipment_lines l join shipments s on s.id = l.shipment_id
    where l.order_item_id = new.order_item_id and s.state <> 'cancelled';
  if packed > bought then
    raise exception 'more units packed than bought' using errcode = 'check_violation', constraint = 'shipment_lines_within_item';
  end if;
  return null;
end $$;
create trigger shipment_lines_within_item after insert or update of quantity on shipment_lines
  for each row execute function shipment_lines_within_item();

-- ## Discounts and gift cards

-- An order that ends returns the uses of its discounts and of their unique codes; one that is paid late, or reopened, has
-- them again.
create function count_discount_uses() returns trigger language plpgsql as $$
declare
  -- A wrong count must not keep an order from ending; the audit finds it.
  change int := case when tg_op = 'DELETE' or new.status in ('failed', 'cancelled') then -1 else 1 end;
begin
  update discounts d set uses = greatest(0, d.uses + change)
    from order_discounts o where o.order_id = old.id and d.id = o.discount_id;
  update discount_codes c set uses = greatest(0, c.uses + change)
    from order_discounts o, discount_code_batches b
    where o.order_id = old.id and c.code = o.code and b.id = c.batch_id and b.discount_id = o.discount_id;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger count_discount_uses after update of status on orders for each row
  when ((old.status in ('failed', 'cancelled')) <> (new.status in ('failed', 'cancelled')))
  execute function count_discount_uses();
create trigger uncount_discount_uses before delete on orders for each row
  when (old.status not in ('failed', 'cancelled')) execute function count_discount_uses();

create function keep_gift_card_balance() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then raise exception 'the entries of gift cards are never changed'; end if;
  update gift_cards set balance_paise = balance_paise + new.amount_paise where id = new.gift_card_id;
  return new;
end $$;
create trigger keep_gift_card_balance before insert or update or delete on gift_card_entries
  for each row execute function keep_gift_card_balance();

-- An order that ends unpaid returns the amount; one that is paid late, or reopened, takes it again. Runs after
-- count_discount_uses, in the order in which a new order locks these rows.
create function return_gift_card() returns trigger language plpgsql as $$
declare ended boolean := new.status in ('failed', 'cancelled');
begin
  insert into gift_card_entries (gift_card_id, kind, amount_paise, order_id, by_label)
    select gift_card_id, case when ended then 'returned' else 'used' end::gift_card_entry_kind,
      case when ended then amount_paise else -amount_paise end, order_id, 'System'
    from gift_card_uses where order_id = new.id and charged_at is null;
  return new;
end $$;
create trigger return_gift_card after update of status on orders for each row
  when ((old.status in ('failed', 'cancelled')) <> (new.status in ('failed', 'cancelled')))
  execute function return_gift_card();

-- ## Customers

-- Notes what changed; fold_customers adds it to the customers.
create function track_customer() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'order_balances' then insert into customer_changes (order_id) values (new.order_id);
    when 'orders' then insert into customer_changes (order_id) values (new.id);
    when 'users' then insert into customer_changes (user_id) values (new.id);
    when 'customer_orders' then
      insert into customer_changes (order_id, customer_id) values (old.order_id, old.customer_id);
  end case;
  return null;
end $$;
create trigger track_customer after insert or update of paise on order_balances
  for each row execute function track_customer();
create trigger track_customer after update of user_id, deleted_at, is_test on orders for each row
  when ((old.user_id, old.deleted_at, old.is_test) is distinct from (new.user_id, new.deleted_at, new.is_test))
  execute function track_customer();
create trigger track_new_customer after insert on users
  for each row when (not new.is_admin) execute function track_customer();
create trigger track_customer after update on users for each row
  when ((old.name, old.email, old.mobile, old.email_verified_at)
    is distinct from (new.name, new.email, new.mobile, new.email_verified_at))
  execute function track_customer();
create trigger track_customer after delete on customer_orders for each row execute function track_customer();

-- The customer of an account, created or brought up to date; null for a deleted account, and for an admin who never
-- bought anything.
create function customer_of_account(account uuid, buys boolean) returns uuid language plpgsql as $$
declare u users; found_id uuid;
begin
  select * into u from users where id = account and deleted_at is null;
  if u.id is null then return null; end if;
  if u.is_admin and not buys and not exists (select from customers where user_id = account) then return null; end if;
  insert into customers as c (user_id, name, email, mobile, created_at)
    values (account, u.name, coalesce(u.email, ''), coalesce(u.mobile, ''), u.created_at)
    on conflict (user_id) do update set name = excluded.name, email = excluded.email, mobile = excluded.mobile
    returning c.id into found_id;
  -- A confirmed e-mail address is proved; a mobile number of an account never is.
  if u.email is not null and u.email_verified_at is not null then
    insert into customer_contacts (value, customer_id) values (u.email, found_id)
      on conflict (value) do update set customer_id = excluded.customer_id;
  end if;
  return found_id;
end $$;

-- The customer of a paid guest order: of its email address, or else of its mobile number, or else a new one.
create function customer_of_guest(o orders) returns uuid language plpgsql as $$
declare found_id uuid;
begin
  if o.email = '' and o.mobile = '' then return null; end if;
  select customer_id into found_id from customer_contacts where value in (o.email, o.mobile) and value <> ''
    order by value = o.email desc limit 1;
  if found_id is null then
    insert into customers (name, email, mobile, created_at) values (o.name, o.email, o.mobile, o.created_at)
      returning id into found_id;
  end if;
  insert into customer_contacts (value, customer_id)
    select value, found_id from unnest(array[o.email, o.mobile]) value where value <> '' on conflict do nothing;
  update customers set name = o.name, email = o.email, mobile = o.mobile
    where id = found_id and user_id is null and created_at <= o.created_at
      and coalesce(last_order_at, '-infinity') <= o.created_at;
  return found_id;
end $$;

-- The figures of these customers, counted.
create function customer_figures(only_customers uuid[]) returns table (
  customer_id uuid, orders int, paise bigint, test_orders int, test_paise bigint, last_order_at timestamptz)
  language sql stable as $$
  select c.id,
    (count(o.id) filter (where not o.is_test))::int, coalesce(sum(b.paise) filter (where not o.is_test), 0)::bigint,
    (count(o.id) filter (where o.is_test))::int, coalesce(sum(b.paise) filter (where o.is_test), 0)::bigint,
    max(o.created_at)
  from customers c
    left join (customer_orders co join orders o on o.id = co.order_id and o.deleted_at is null
      join order_balances b on b.order_id = o.id) on co.customer_id = c.id
  where only_customers is null or c.id = any(only_customers)
  group by c.id
$$;

-- Moves everything of a customer to another one, and deletes the first. An account goes with it if the other has none.
create function merge_customer(merged uuid, kept uuid) returns void language plpgsql as $$
declare account uuid;
begin
  update customer_orders set customer_id = kept where customer_id = merged;
  update customer_contacts set customer_id = kept where customer_id = merged;
  update customer_notes set customer_id = kept where customer_id = merged;
  insert into customer_tags select kept, tag from customer_tags where customer_id = merged on conflict do nothing;
  delete from customers where id = merged returning user_id into account;
  if account is not null then
    update customers set user_id = account where id = kept;
    insert into customer_changes (user_id) values (account);
  end if;
  insert into customer_changes (customer_id) values (kept);
end $$;

-- Adds at most so many changes to the customers; returns how many. One transaction does so at a time.
create function fold_customers(most int) returns int language plpgsql as $$
declare
  done customer_changes;
  o orders;
  before uuid;
  target uuid;
  affected uuid[] := '{}';
  folded int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('fold_customers'));
  for done in delete from customer_changes where id in (select id from customer_changes order by id limit most) returning *
  loop
    folded := folded + 1;
    if done.user_id is not null then affected := affected || customer_of_account(done.user_id, false); end if;
    if done.customer_id is not null then affected := affected || done.customer_id; end if;
    select * into o from orders where id = done.order_id;
    continue when done.order_id is null or not found;
    continue when not exists (select from order_balances where order_id = o.id);
    select customer_id into before from customer_orders where order_id = o.id;
    target := coalesce(
      case when o.user_id is not null then customer_of_account(o.user_id, true)
        when before is null then customer_of_guest(o) end,
      before);
    continue when target is null;
    insert into customer_orders values (o.id, target)
      on conflict (order_id) do update set customer_id = excluded.customer_id
      where customer_orders.customer_id <> excluded.customer_id;
    affected := affected || target;
    if before <> target then
      affected := affected || before;
      -- A guest whose last order went to an account: what admins wrote about her goes with it.
      if exists (select from customers where id = before and user_id is null)
        and not exists (select from customer_orders where customer_id = before) then
        perform merge_customer(before, target);
      end if;
    end if;
    update customers set last_order_at = greatest(last_order_at, o.created_at) where id = target and o.deleted_at is null;
  end loop;
  delete from customers where id = any(affected) and user_id is null and erased_at is null
    and not exists (select from customer_orders where customer_id = customers.id);
  update customers set orders = f.orders, paise = f.paise, test_orders = f.test_orders, test_paise = f.test_paise,
    last_order_at = f.last_order_at
    from customer_figures(affected) f where f.customer_id = customers.id;
  return folded;
end $$;
