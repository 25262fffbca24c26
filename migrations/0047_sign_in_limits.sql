-- Devices and address blocks from which an account has signed in, as hashes. They have an allowance of their own.
create table sign_in_sources (
  user_id uuid not null references users (id) on delete cascade,
  source_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, source_hash)
);
create index sign_in_sources_by_age on sign_in_sources (last_used_at);

-- Failed attempts of the current minute. A key belongs to one of 65,536 rows, so that the table can't grow further.
create table attempt_counters (
  slot integer primary key check (slot between 0 and 65535),
  window_start timestamptz not null,
  attempts integer not null
);

-- The device and the address block of a session. A session ends after a time without use.
alter table sessions
  add column device_hash bytea,
  add column address_block text not null default '';

-- Null before the first sign-in. A later one from a new device is reported by mail.
alter table users add column first_sign_in_at timestamptz;
update users set first_sign_in_at = created_at where password_hash is not null and deleted_at is null;

alter type account_token_purpose add value 'sign_in';
