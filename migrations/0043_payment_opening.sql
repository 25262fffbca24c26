-- Until then one process is creating the order at the payment provider; others wait for its result.
alter table orders add column payment_opening_until timestamptz;
