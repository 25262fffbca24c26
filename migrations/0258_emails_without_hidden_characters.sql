-- Email addresses that were pasted with characters that nobody sees. They are read without these now, and their accounts
-- would not be found any more. One that another account has stays as it is.
with cleaned as (
  select distinct on (address) id, address from (
    select id, email_verified_at, created_at, lower(regexp_replace(normalize(email, nfkc),
      '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff]',
      '', 'g')) as address
    from users where deleted_at is null and email ~ '[^\u0001-\u007f]') given
  where length(address) <= 254
    and not exists (select from users u where u.deleted_at is null and u.email = address)
  order by address, email_verified_at nulls last, created_at
)
update users set email = address from cleaned where users.id = cleaned.id;
