-- Where a brand makes its products: a town and a state of India, or none. Searches find its products by them.
alter table brands add column town text not null default '' check (length(town) <= 80);
alter table brands add column state text not null default '' check (length(state) <= 80);
-- small table: the brands of a shop
alter table brands drop column lexemes;
-- small table: the brands of a shop
alter table brands add column lexemes text[] not null
  generated always as (search_lexemes(search_words(name || ' ' || town || ' ' || state))) stored;

create function brand_named() returns trigger language plpgsql as $$
begin
  perform add_search_terms(search_words(new.name || ' ' || new.town || ' ' || new.state));
  return null;
end $$;
drop trigger group_terms on brands;
create trigger group_terms after insert or update of name, town, state on brands
  for each row execute function brand_named();
