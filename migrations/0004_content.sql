-- Policies, site information, contact queries and mail.
create table policies (
  id uuid primary key default gen_random_uuid(),
  type text not null unique check (type in ('shipping-policy', 'returns-refunds', 'privacy-policy', 'terms-condition')),
  title text not null,
  content text not null,
  -- [{heading, content, order}] in order.
  sections jsonb not null default '[]' check (jsonb_typeof(sections) = 'array'),
  is_active boolean not null default true,
  version int not null default 1,
  last_updated timestamptz not null default now()
);

-- One row: what the shop says of itself, and its settings.
create table site_info (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  version int not null default 1,
  content jsonb not null,
  settings jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

create table contact_queries (
  id uuid primary key default gen_random_uuid(),
  ticket bigint generated always as identity unique,
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) <= 254),
  subject text not null check (length(subject) between 1 and 200),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  deleted_at timestamptz
);
create index contact_queries_newest on contact_queries (created_at desc, id desc) where deleted_at is null;

create type mail_status as enum ('waiting', 'sent', 'failed');
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- What the mail reports, once: order-confirmation:<order id> and the like.
  dedupe_key text unique,
  to_address text not null,
  subject text not null,
  html text not null,
  plain text not null,
  -- The order whose invoice is attached when the mail is sent.
  invoice_of uuid references orders (id),
  status mail_status not null default 'waiting',
  attempts int not null default 0,
  error text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_newest on mails (created_at desc, id desc);
