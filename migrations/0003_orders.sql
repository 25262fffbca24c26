-- Orders, their money and their papers. Rows here are books of account: nothing is ever deleted.
create type order_status as enum ('pending', 'paid', 'failed', 'processing', 'shipped', 'delivered', 'cancelled');
-- held: the order's pieces are out of the stock. released: they went back.
create type stock_state as enum ('held', 'released');

create table orders (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status order_status not null default 'pending',
  stock stock_state not null default 'held',
  amount_paise bigint not null check (amount_paise >= 100),
  currency text not null default 'INR' check (currency = 'INR'),
  user_id uuid references users (id),
  is_guest boolean not null,
  name text not null,
  email text not null default '' check (email = lower(email)),
  mobile text not null default '',
  alt_mobile text not null default '',
  -- {name, address, city, state, postalCode, country}; null where the shop ships nothing.
  shipping jsonb,
  -- Whoever shows this may read the order (contract §3).
  access_key text not null,
  -- The network address that placed it, against hoarding.
  placed_from text not null default '',
  provider text not null check (provider in ('razorpay', 'sandbox')),
  provider_order_id text unique,
  -- A test order never counts as revenue of a live shop.
  is_test boolean not null default false,
  expires_at timestamptz not null,
  next_check_at timestamptz,
  checks int not null default 0,
  courier text not null default '',
  tracking_number text not null default '',
  idempotency_scope text,
  idempotency_key text,
  request_hash text,
  deleted_at timestamptz,
  unique (idempotency_scope, idempotency_key),
  check ((idempotency_key is null) = (request_hash is null))
);
create index orders_newest on orders (created_at desc, id desc) where deleted_at is null;
create index orders_by_status on orders (status, created_at desc) where deleted_at is null;
create index orders_by_user on orders (user_id, created_at desc);
create index orders_by_email on orders (email, created_at desc);
create index orders_by_mobile on orders (mobile);
create index orders_expiry on orders (expires_at) where status = 'pending' and stock = 'held';
create index orders_holding_by_address on orders (placed_from) where status = 'pending' and stock = 'held';
create index orders_unsettled on orders (next_check_at) where next_check_at is not null;
create index orders_by_number on orders (right(id::text, 6));
create index orders_name_search on orders using gin (lower(name) gin_trgm_ops);

-- What was bought, as it was when it was bought: no later change of a product reaches it.
create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  position int not null,
  product_id uuid not null references products (id),
  variant_id uuid not null references variants (id),
  name text not null,
  variant_label text not null default '',
  sku text not null,
  slug text not null,
  image text,
  hsn text,
  gst_tenths int not null,
  unit_paise bigint not null check (unit_paise >= 0),
  quantity int not null check (quantity between 1 and 999),
  line_paise bigint not null,
  unique (order_id, position),
  check (line_paise = unit_paise * quantity)
);
create index order_items_by_product on order_items (product_id);
create index order_items_by_variant on order_items (variant_id);

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  at timestamptz not null default now(),
  status order_status not null,
  by_user uuid references users (id),
  by_label text not null,
  note text not null default ''
);
create index order_events_by_order on order_events (order_id, id);

-- One row for each try to pay, as last read from the provider, and one for money taken by hand.
create type payment_status as enum ('created', 'authorized', 'captured', 'failed');
create table payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  provider_payment_id text unique,
  status payment_status not null,
  method text not null default '',
  amount_paise bigint not null check (amount_paise >= 0),
  currency text not null,
  -- The payment that this order was paid with.
  settles boolean not null default false,
  by_user uuid references users (id),
  note text not null default '',
  error_reason text not null default '',
  created_at timestamptz not null default now(),
  captured_at timestamptz,
  check (not settles or status = 'captured'),
  check ((status = 'captured') = (captured_at is not null))
);
create unique index payments_one_settles on payments (order_id) where settles;
create index payments_by_order on payments (order_id);
create index payments_captured on payments (captured_at) where status = 'captured';

create type refund_status as enum ('requested', 'pending', 'processed', 'failed');
create table refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  payment_id uuid not null references payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  status refund_status not null default 'requested',
  reason text not null,
  idempotency_key text not null unique,
  provider_refund_id text unique,
  by_user uuid references users (id),
  error text not null default '',
  created_at timestamptz not null default now(),
  processed_at timestamptz
);
create index refunds_by_order on refunds (order_id);
create index refunds_by_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status in ('requested', 'pending');

-- Never more back than came in, whoever asks at the same time.
create function refund_within_payment() returns trigger language plpgsql as $$
declare taken bigint; given bigint;
begin
  select amount_paise into taken from payments where id = new.payment_id and status = 'captured' for no key update;
  select coalesce(sum(amount_paise), 0) into given from refunds
    where payment_id = new.payment_id and status <> 'failed' and id <> new.id;
  if taken is null or given + new.amount_paise > taken then
    raise exception 'refund exceeds payment' using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return new;
end $$;
create trigger refunds_within_payment before insert or update of amount_paise, status on refunds
  for each row when (new.status <> 'failed') execute function refund_within_payment();

-- The ledger of money: captured and offline payments in, refunds out. Sums to what the order keeps.
create table money_movements (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  order_id uuid not null references orders (id),
  payment_id uuid not null references payments (id),
  refund_id uuid unique references refunds (id),
  amount_paise bigint not null check (amount_paise <> 0),
  reason text not null,
  by_label text not null,
  check ((refund_id is null) = (amount_paise > 0))
);
create unique index money_movements_once on money_movements (payment_id) where refund_id is null;
create index money_movements_by_order on money_movements (order_id);
create index money_movements_newest on money_movements (at);

-- The ledger of stock: sums to variants.stock for each variant.
create table stock_movements (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  variant_id uuid not null references variants (id),
  delta int not null check (delta <> 0),
  reason text not null,
  order_id uuid references orders (id),
  by_label text not null
);
create index stock_movements_by_variant on stock_movements (variant_id);
create index stock_movements_by_order on stock_movements (order_id) where order_id is not null;

-- Numbers without gaps: the row is locked while the next one is given out, and rolls back with it.
create table invoice_counters (
  series text not null,
  year text not null,
  last int not null default 0 check (last >= 0),
  primary key (series, year)
);
create type invoice_kind as enum ('invoice', 'credit_note');
create table invoices (
  id uuid primary key default gen_random_uuid(),
  kind invoice_kind not null default 'invoice',
  order_id uuid not null references orders (id),
  refund_id uuid unique references refunds (id),
  series text not null,
  year text not null,
  number int not null check (number > 0),
  code text not null unique check (length(code) <= 16),
  issued_at timestamptz not null default now(),
  -- All that the paper says; the PDF is drawn from this alone.
  content jsonb not null,
  unique (series, year, number),
  check ((kind = 'credit_note') = (refund_id is not null))
);
create unique index invoices_one_per_order on invoices (order_id) where kind = 'invoice';
create index invoices_by_order on invoices (order_id);

-- The inbox of outside events: stored first, handled after (contract §3).
create table webhook_events (
  event_id text primary key,
  event text not null,
  provider_order_id text,
  body text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  attempts int not null default 0,
  error text not null default ''
);
create index webhook_events_open on webhook_events (received_at) where handled_at is null;

-- What the owner has to look at: money without an order, amounts that differ, refunds that failed.
create table attention_items (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  order_id uuid references orders (id),
  subject text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references users (id),
  unique (kind, subject)
);
create index attention_items_open on attention_items (created_at desc) where resolved_at is null;
