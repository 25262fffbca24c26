-- Search: a document of stemmed words per product, the words that occur in the shop, and synonyms (decision 72).

-- English stems, also of the words that PostgreSQL's own dictionary leaves out, since S and T are sizes.
create text search dictionary search_english (template = pg_catalog.snowball, language = english);

-- The words of a text, in lower case, without accents and at most 40 characters long. An emoji is a word.
-- PL/pgSQL, here and below, keeps the plans of its statements; a function in SQL is planned at each call.
create function search_words(value text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return (select coalesce(array_agg(left(word, 40) order by place) filter (where word <> ''), '{}')
  from regexp_split_to_table(
    regexp_replace(regexp_replace(lower(normalize(value, nfkd)),
      '[\u0300-\u036f\u200b-\u200f\u2060\ufe0e\ufe0f]|[''’](s(?![a-z]))?', '', 'g'),
      '([\u2600-\u27bf\U0001f000-\U0001faff])', ' \1 ', 'g'),
    '[\x01-\x2f\x3a-\x60\x7b-\xbf\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u25ff\u3000-\u303f]+'
  ) with ordinality split (word, place));
end $$;

create function search_lexeme(word text) returns text language sql immutable parallel safe as $$
  select coalesce((ts_lexize('search_english', word))[1], word)
$$;

create function search_lexemes(words text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct search_lexeme(word)), '{}') from unnest(words) word
$$;

-- The words of names, options and descriptions, with their lexemes. Words stay when no product has them any more.
create table search_terms (
  word text collate "C" primary key,
  lexeme text not null
);
create index search_terms_lexeme on search_terms (lexeme);
-- The nearest words to one that was mistyped.
create index search_terms_similar on search_terms using gist (word gist_trgm_ops);

create function add_search_terms(words text[]) returns void language plpgsql as $$
begin
  insert into search_terms (word, lexeme)
  select word, search_lexeme(word) from (select distinct unnest(words) collate "C" as word) each
  where length(word) >= 3 and word !~ '[0-9]' and not exists (select from search_terms t where t.word = each.word)
  -- In order, so that two transactions do not wait for each other.
  order by word
  on conflict do nothing;
end $$;

-- A product contains the ids of its groups instead of their names, so that a new name of a category changes no product.
alter table categories add column lexemes text[] not null generated always as (search_lexemes(search_words(name))) stored;
alter table subcategories add column lexemes text[] not null generated always as (search_lexemes(search_words(name))) stored;
alter table brands add column lexemes text[] not null generated always as (search_lexemes(search_words(name))) stored;
alter table product_types add column lexemes text[] not null generated always as (search_lexemes(search_words(name))) stored;
create function group_named() returns trigger language plpgsql as $$
begin
  perform add_search_terms(search_words(new.name));
  return null;
end $$;
create trigger group_terms after insert or update of name on categories for each row execute function group_named();
create trigger group_terms after insert or update of name on subcategories for each row execute function group_named();
create trigger group_terms after insert or update of name on brands for each row execute function group_named();
create trigger group_terms after insert or update of name on product_types for each row execute function group_named();

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

alter table products add column search_document tsvector not null default '';
-- Not moved out of the row, since each match is ranked by it.
alter table products alter column search_document set storage main;
drop index products_search;
drop index products_name_search;

create or replace function refresh_product_summary(product uuid) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  update products p set from_paise = now.from_paise, search_document = now.document
  from (
    select coalesce(min(v.selling_paise), 0) as from_paise, search_document(q.name, q.description,
      array[q.category_id, q.subcategory_id, q.brand_id, q.product_type_id],
      coalesce(array_agg(v.sku) filter (where v.sku is not null), '{}'),
      array(select distinct unnest(o.option_values) from variants o where o.product_id = q.id and o.deleted_at is null)) as document
    from products q left join variants v on v.product_id = q.id and v.deleted_at is null
    where q.id = product group by q.id
  ) now
  where p.id = product and (p.from_paise, p.search_document) is distinct from (now.from_paise, now.document);
end $$;
alter table products drop column search_text;

-- The words of a product, when its texts change; the document has only their lexemes.
create function product_terms() returns trigger language plpgsql as $$
begin
  perform add_search_terms(search_words(new.name || ' ' || left(new.description, 20000)));
  return null;
end $$;
create trigger product_terms after insert or update of name, description on products
  for each row execute function product_terms();
create function variant_terms() returns trigger language plpgsql as $$
begin
  perform add_search_terms(search_words(array_to_string(new.option_values, ' ') || ' ' || new.sku));
  return null;
end $$;
create trigger variant_terms after insert or update of sku, option_values on variants
  for each row execute function variant_terms();

drop trigger product_summary on products;
create trigger product_summary after update of name, description, category_id, subcategory_id, brand_id, product_type_id
  on products for each row execute function product_changed();
drop trigger variant_summary_update on variants;
create trigger variant_summary_update after update of selling_paise, sku, option_values, deleted_at on variants
  for each row execute function variant_changed();
create function variant_removed() returns trigger language plpgsql as $$
begin
  perform refresh_product_summary(old.product_id);
  return null;
end $$;
create trigger variant_summary_delete after delete on variants for each row execute function variant_removed();

-- The shop of before. Notifications are not needed, as no process serves pages during an upgrade.
alter table products disable trigger user;
update products p set search_document = search_document(p.name, p.description,
    array[p.category_id, p.subcategory_id, p.brand_id, p.product_type_id],
    coalesce(v.skus, '{}'), coalesce(v.options, '{}'))
  from (select q.id, array_agg(v.sku) filter (where v.sku is not null) as skus,
      (select array_agg(distinct value) from variants o, unnest(o.option_values) value
        where o.product_id = q.id and o.deleted_at is null) as options
    from products q left join variants v on v.product_id = q.id and v.deleted_at is null group by q.id) v
  where v.id = p.id;
alter table products enable trigger user;
insert into search_terms (word, lexeme)
  select word, search_lexeme(word) from (
    select distinct word from (
      select unnest(search_words(name || ' ' || left(description, 20000))) collate "C" as word from products
      union all select unnest(search_words(array_to_string(option_values, ' ') || ' ' || sku)) from variants
      union all select unnest(search_words(name)) from categories
      union all select unnest(search_words(name)) from subcategories
      union all select unnest(search_words(name)) from brands
      union all select unnest(search_words(name)) from product_types
    ) every
  ) each where length(word) >= 3 and word !~ '[0-9]';
create index products_search on products using gin (search_document);

-- Words that mean the same, as the merchant edits them. Each row is one set.
create table search_synonyms (
  id uuid primary key default gen_random_uuid(),
  words text[] not null check (cardinality(words) between 2 and 12),
  lexemes text[] not null generated always as (search_lexemes(words)) stored,
  position int not null
);
create trigger tell_synonyms after insert or update or delete or truncate on search_synonyms
  execute function tell_tag('catalogue');
insert into search_synonyms (words, position)
  select regexp_split_to_array(line, ' +'), row_number() over () from regexp_split_to_table($$jhumka jhumki jhumkha earring
diya diva deepak deepam deepa deya
dupatta stole chunni chunri odhni scarf
juti jutti jooti mojari mojri mojdi shoe footwear
slide sandal slipper chappal kolhapuri footwear
jewellery jewelry jewelery zevar gehna
saree sari saadi sadi
kurta kurti kurtha
bangle churi chudi choodi kangan kada
anklet payal pajeb
necklace haar mala
ring anguthi
toy khilona khilauna
doll gudiya
cushion pillow takiya
quilt razai rajai
bedsheet bedspread bedcover chadar
rug dhurrie durry dari carpet
shawl shal pashmina
bowl katori
plate thali
tea chai chay
spice masala
turmeric haldi
cardamom elaichi
ginger adrak
saffron kesar
brass pital peetal
copper tamba
silver chandi
wood wooden lakdi lakri
terracotta mitti
leather chamda
silk resham
incense agarbatti dhoop
puja pooja
idol murti figurine statue
basket tokri
notebook diary journal
wallet purse batua
bag jhola thaila tote
planter gamla
vase guldan
mug cup
colour color
grey gray
blue neela nila
red laal lal
green hara
yellow peela pila
white safed
pink gulabi$$, '\n') line;
