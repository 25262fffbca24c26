-- One action on many orders, as a job, and the lists of orders that an admin has saved.
create table order_batches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  action text not null,
  -- What the admin entered, such as the courier.
  detail jsonb not null,
  order_ids uuid[] not null,
  done int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index order_batches_by_user on order_batches (user_id, created_at desc);
-- The orders in which it changed nothing, and why. Rows, so that a large batch needs no more memory than a small one.
create table order_batch_skips (
  batch_id uuid not null references order_batches (id) on delete cascade,
  order_id uuid not null,
  message text not null,
  primary key (batch_id, order_id)
);

create table order_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- The filters as in the address of the list.
  query text not null,
  created_at timestamptz not null default now()
);
create index order_views_by_user on order_views (user_id, created_at);
