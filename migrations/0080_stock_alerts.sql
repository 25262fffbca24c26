-- Mail addresses that asked for one mail when a variant is back in stock (decision 84).
create table stock_alerts (
  id uuid primary key default gen_random_uuid(),
  variant_id uuid not null references variants (id) on delete cascade,
  email text not null,
  mailbox text not null,
  -- In the link of the mail that ends all waiting alerts of the mailbox.
  token text not null unique,
  created_at timestamptz not null,
  mailed_at timestamptz
);
create unique index stock_alerts_waiting on stock_alerts (mailbox, variant_id) where mailed_at is null;
create index stock_alerts_variant on stock_alerts (variant_id) where mailed_at is null;
