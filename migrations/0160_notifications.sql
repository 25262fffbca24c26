-- Notifications that a shopper has asked for in a browser (decision 132).

-- The key with which push services know the shop; the private one is encrypted with the key of the shop.
create table push_key (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key bytea not null
);

-- A browser, as its push service names it, and the keys with which messages to it are encrypted.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);

-- What a browser is told about: an order, or one message when a variant is back in stock.
create table push_topics (
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  order_id uuid references orders (id) on delete cascade,
  variant_id uuid references variants (id) on delete cascade,
  -- What was told about an order, so that nothing is told twice.
  told text[] not null default '{}',
  created_at timestamptz not null,
  check (num_nonnulls(order_id, variant_id) = 1)
);
create unique index push_topics_order on push_topics (order_id, subscription_id) where order_id is not null;
create unique index push_topics_variant on push_topics (variant_id, subscription_id) where variant_id is not null;
create index push_topics_subscription on push_topics (subscription_id);

-- Messages that wait to be sent.
create table push_messages (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  title text not null,
  body text not null,
  path text not null,
  -- A newer message with the same tag replaces this one in the browser.
  tag text not null,
  created_at timestamptz not null
);
create index push_messages_subscription on push_messages (subscription_id);
