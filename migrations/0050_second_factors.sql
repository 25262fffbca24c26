-- Second factors of admins: passkeys, one-time codes of an app, and recovery codes.
create table totp_secrets (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted with the key of the shop.
  secret bytea not null,
  -- Null until the first code has been entered.
  confirmed_at timestamptz,
  -- The time step of the last accepted code. A code works once.
  last_step bigint not null default 0
);

create table passkeys (
  id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  public_key bytea not null,
  -- Counts the uses, if the authenticator counts them.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- A challenge is deleted by its only use.
create table passkey_challenges (
  challenge text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_user on passkey_challenges (user_id);

create table recovery_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  used_at timestamptz
);
create index recovery_codes_by_user on recovery_codes (user_id);

-- Failed proofs of an admin since window_start.
create table proof_attempts (
  user_id uuid primary key references users (id) on delete cascade,
  window_start timestamptz not null,
  attempts int not null
);

alter table sessions
  -- The password was right, and the second factor is not given yet.
  add column is_pending boolean not null default false,
  -- When the admin has last proved that it is she. Null: not in this session.
  add column proved_at timestamptz;
