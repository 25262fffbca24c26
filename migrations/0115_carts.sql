-- The carts of accounts (decision 104). Those of guests are in their browsers.
create table carts (
  user_id uuid primary key references users (id) on delete cascade,
  changed_at timestamptz not null
);
create table cart_lines (
  user_id uuid not null references carts (user_id) on delete cascade,
  variant_id uuid not null references variants (id) on delete cascade,
  quantity int not null check (quantity between 1 and 999),
  created_at timestamptz not null,
  primary key (user_id, variant_id)
);
create index cart_lines_variant on cart_lines (variant_id);
