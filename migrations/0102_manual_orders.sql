-- Orders that an admin created for a customer (decision 96).
create table manual_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  -- By how much the admin reduced the prices of the catalogue, discount included: the limit of her role counts it.
  reduced_paise bigint not null check (reduced_paise >= 0)
);
create index manual_orders_by_admin on manual_orders (created_by, created_at);

-- The payment link of an order, of which the provider's id is known once it has been created there.
create table payment_links (
  order_id uuid primary key references orders (id) on delete cascade,
  provider_link_id text unique,
  url text,
  -- Since when it can't be paid any more, as far as the shop knows.
  closed_at timestamptz,
  check ((provider_link_id is null) = (url is null))
);
create index payment_links_open on payment_links (order_id) where closed_at is null;

-- Shares of the discount and of the delivery charge of the order.
alter table order_items add column discount_paise bigint not null default 0;
alter table order_items add column shipping_paise bigint not null default 0;
alter table order_items add constraint order_items_line check (line_paise = unit_paise * quantity - discount_paise
  + shipping_paise and discount_paise between 0 and unit_paise * quantity and shipping_paise >= 0) not valid;
alter table order_items drop constraint order_items_check;

create table sandbox.payment_links (
  id text primary key,
  -- The order that the link's page has created; null before it was opened.
  order_id text unique references sandbox.orders (id),
  amount bigint not null check (amount >= 100),
  currency text not null,
  reference_id text not null unique,
  description text not null default '',
  status text not null default 'created' check (status in ('created', 'cancelled', 'paid')),
  notes jsonb not null default '{}',
  -- Unix seconds.
  expire_by bigint not null,
  cancelled_at bigint not null default 0,
  created_at bigint not null
);
