-- The figures of the dashboard, read from indexes alone.
-- Money by the time it moved: what came in and what went back.
create index payments_taken on payments (captured_at) include (order_id, amount_paise)
  where status = 'captured' and currency = 'INR';
create index refunds_given on refunds (processed_at) include (order_id, amount_paise) where status = 'processed';
-- Orders of a shop's trial days, which are no revenue once it is live.
create index orders_tests on orders (id) where is_test;
-- People who bought and have no account.
create index orders_guests on orders (email, mobile) where is_guest and user_id is null and deleted_at is null;
create index products_by_status on products (status) where deleted_at is null;
create index variants_low on variants (stock) include (product_id) where stock < 10 and deleted_at is null;
