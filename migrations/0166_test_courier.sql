-- A courier that carries nothing, with which a shop in test mode can be tried (decision 136).
-- small table: one row for each courier
alter table courier_accounts drop constraint courier_accounts_provider_check;
-- small table: one row for each courier
alter table courier_accounts add constraint courier_accounts_provider_check
  check (provider in ('shiprocket', 'delhivery', 'sandbox'));

create table courier_test_parcels (
  reference text primary key,
  tracking_number text not null unique,
  pin text not null,
  -- How often the shop has asked where it is: each time it moves one step.
  steps int not null default 0,
  is_cancelled boolean not null default false,
  created_at timestamptz not null default now()
);
