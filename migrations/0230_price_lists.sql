-- Prices for the customers with a tag, such as wholesale (decision 164).
create table price_lists (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  -- The list is for accounts of customers with this tag.
  customer_tag text not null check (customer_tag = lower(customer_tag) and length(customer_tag) between 1 and 40),
  -- Off the selling price of each product without a price below; null for none.
  percent_tenths int check (percent_tenths between 1 and 999),
  -- Whether discounts also reduce these prices.
  takes_discounts boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index price_lists_by_name on price_lists (lower(name));

-- The prices of a list for certain variants. One that is not below the selling price has no effect.
create table price_list_prices (
  price_list_id uuid not null references price_lists (id) on delete cascade,
  variant_id uuid not null references variants (id) on delete cascade,
  paise bigint not null check (paise between 1 and 100000000000),
  primary key (price_list_id, variant_id)
);
create index price_list_prices_by_variant on price_list_prices (variant_id);
