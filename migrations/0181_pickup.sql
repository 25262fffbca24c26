-- Orders that their buyers pick up (decision 144): the place as it was at checkout, and when the shop said that it is ready.
alter table orders
  add column pickup jsonb,
  add column pickup_ready_at timestamptz,
  add constraint orders_pickup_check check (pickup is null or shipping is null) not valid;
