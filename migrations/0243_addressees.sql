-- Who gets an order, in any spelling: limits of discounts per customer count the same name at the same address once
-- (decision 106). Without capitals, accents, punctuation and hidden characters.
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

create table order_addressees (
  order_id uuid primary key references orders (id) on delete cascade,
  addressee bytea not null
);

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
create index order_addressees_by_addressee on order_addressees (addressee);
