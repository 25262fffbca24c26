-- An order of the built-in sandbox is a test order, whatever its row says.
update orders set is_test = true where provider = 'sandbox' and not is_test;
alter table orders add constraint orders_of_sandbox_are_tests check (is_test or provider <> 'sandbox');

-- The provider's orders of test orders that were removed: late news of them is no news of a lost payment.
create table removed_test_orders (
  provider_order_id text primary key,
  removed_at timestamptz not null default now()
);
