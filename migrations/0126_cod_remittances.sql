-- What couriers have passed on of the cash that they collected, once for each order (decision 110).
create table cod_remittances (
  order_id uuid primary key references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise > 0),
  -- The day in the file of the courier, if it has one.
  remitted_on date,
  recorded_at timestamptz not null default now(),
  recorded_by uuid not null references users (id)
);
