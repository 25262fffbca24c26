-- People, their sessions, one-time tokens and addresses. Tokens are stored hashed (contract §4).
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text check (email = lower(email) and length(email) <= 254),
  mobile text check (mobile ~ '^[6-9][0-9]{9}$'),
  alt_mobile text check (alt_mobile ~ '^[6-9][0-9]{9}$'),
  password_hash text,
  is_admin boolean not null default false,
  email_verified_at timestamptz,
  pending_email text check (pending_email = lower(pending_email)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_email_key on users (email) where deleted_at is null;
create unique index users_mobile_key on users (mobile) where deleted_at is null;

create type session_portal as enum ('user', 'admin');
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  portal session_portal not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text not null default ''
);
create index sessions_by_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create type account_token_purpose as enum ('activation', 'reset', 'email_change');
create table account_tokens (
  token_hash bytea primary key,
  purpose account_token_purpose not null,
  email text not null check (email = lower(email)),
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_by_email on account_tokens (email, purpose);

create table addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  address text not null,
  city text not null,
  state text not null,
  postal_code text not null check (postal_code ~ '^[1-9][0-9]{5}$'),
  country text not null default 'India',
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index addresses_by_user on addresses (user_id, created_at);
create unique index addresses_one_default on addresses (user_id) where is_default;

create table admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id uuid references users (id),
  action text not null,
  subject text not null default '',
  detail jsonb not null default '{}'
);
create index admin_log_newest on admin_log (at desc, id desc);
