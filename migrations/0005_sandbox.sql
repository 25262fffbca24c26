-- The stand-in payment provider keeps its own books, apart from the shop's (contract §3, Payment providers).
-- Amounts are paise and created_at is Unix seconds, as the provider itself shows them.
create schema sandbox;

create table sandbox.orders (
  id text primary key,
  amount bigint not null check (amount >= 100),
  amount_paid bigint not null default 0,
  currency text not null,
  receipt text,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  attempts int not null default 0,
  notes jsonb not null default '{}',
  capture text not null default 'automatic' check (capture in ('automatic', 'manual')),
  created_at bigint not null
);
create index orders_by_receipt on sandbox.orders (receipt);
create index orders_newest on sandbox.orders (created_at desc, id);

create table sandbox.payments (
  id text primary key,
  order_id text not null references sandbox.orders (id),
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  method text not null,
  captured boolean not null default false,
  amount_refunded bigint not null default 0 check (amount_refunded between 0 and amount),
  notes jsonb not null default '{}',
  -- The other fields of the provider's payment entity.
  detail jsonb not null default '{}',
  -- A payment that waits for its bank: when the answer comes, and which.
  answer_at timestamptz,
  answer text check (answer in ('yes', 'no')),
  created_at bigint not null
);
create index payments_by_order on sandbox.payments (order_id);
create index payments_newest on sandbox.payments (created_at desc, id);
create index payments_waiting on sandbox.payments (answer_at) where answer_at is not null;

create table sandbox.refunds (
  id text primary key,
  payment_id text not null references sandbox.payments (id),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'processed', 'failed')),
  speed text not null default 'normal',
  receipt text,
  notes jsonb not null default '{}',
  idempotency_key text,
  request_hash text,
  -- A refund that will fail: when.
  fails_at timestamptz,
  created_at bigint not null,
  unique (payment_id, idempotency_key)
);
create index refunds_newest on sandbox.refunds (created_at desc, id);
create index refunds_failing on sandbox.refunds (fails_at) where fails_at is not null;

create table sandbox.webhooks (
  id text primary key,
  position bigint generated always as identity,
  event text not null,
  body text not null,
  -- Made with the secret of the day: a later secret does not change what is already on its way.
  signature text not null,
  attempts int not null default 0,
  -- Null once it was taken or given up.
  next_at timestamptz,
  delivered_at timestamptz,
  last_status int,
  created_at timestamptz not null
);
create index webhooks_waiting on sandbox.webhooks (next_at) where next_at is not null;

-- The keys of this shop's stand-in, random and made once.
create table sandbox.keys (
  singleton boolean primary key default true check (singleton),
  key_id text not null,
  key_secret text not null,
  webhook_secret text not null
);
