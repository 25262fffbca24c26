-- Codes with which shoppers sign in (decision 111). A mobile number can be used after its account has proved it.
alter table users add column mobile_verified_at timestamptz;
create table sign_in_codes (
  -- Of the random value that the browser got when it asked for the code.
  request_hash bytea primary key,
  -- Null: nothing was sent. Such a row makes a wrong code cost the same for everyone.
  user_id uuid references users (id) on delete cascade,
  -- 'mobile': to prove a mobile number.
  purpose text not null check (purpose in ('sign_in', 'mobile')),
  -- The e-mail address or mobile number that the code was sent to; empty if nothing was sent.
  recipient text not null,
  -- Of the code together with that random value.
  code_hash bytea not null,
  attempts int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_codes_by_recipient on sign_in_codes (recipient, created_at);
create index sign_in_codes_by_user on sign_in_codes (user_id);
create index sign_in_codes_by_expiry on sign_in_codes (expires_at);
