-- Email addresses that were pasted with characters that nobody sees, or with full-width ones. They are read as they were
-- meant now, so their accounts and guest orders would not be found any more. That of an account stays as it is if another
-- account has the right one.
create function pg_temp.meant(email text) returns text language sql immutable as $$
  select left(lower(regexp_replace(normalize(email, nfkc),
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff]',
    '', 'g')), 254)
$$;

with given as (
  select distinct on (address) id, address from users, pg_temp.meant(email) address
  where deleted_at is null and email ~ '[^\u0001-\u007f]'
    and not exists (select from users u where u.deleted_at is null and u.email = address)
  order by address, email_verified_at nulls last, created_at
)
update users set email = address from given where users.id = given.id;

update orders set email = pg_temp.meant(email) where email ~ '[^\u0001-\u007f]' and email <> pg_temp.meant(email);

update customers set email = pg_temp.meant(email) where email ~ '[^\u0001-\u007f]' and email <> pg_temp.meant(email);
-- What another customer has already stays theirs.
insert into customer_contacts (value, customer_id)
  select pg_temp.meant(value), customer_id from customer_contacts
  where value ~ '[^\u0001-\u007f]' and value <> pg_temp.meant(value)
  on conflict do nothing;
