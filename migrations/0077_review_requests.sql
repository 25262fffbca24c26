-- The mail that asks for reviews, once for each delivered order.
create table review_requests (
  order_id uuid primary key references orders (id) on delete cascade,
  created_at timestamptz not null default now()
);

-- Buyers who want no further requests: SHA-256 of the mailbox or account.
create table review_opt_outs (
  buyer_hash text primary key,
  created_at timestamptz not null default now()
);
