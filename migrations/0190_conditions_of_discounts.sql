-- Free shipping, and who can use a discount and how often (decision 145).
-- Takes off the delivery charge instead of the products.
alter table discounts add column is_free_shipping boolean not null default false;
-- How often each customer can use it on one day in India.
alter table discounts add column max_uses_per_customer_per_day int check (max_uses_per_customer_per_day >= 1);
-- Only for accounts of customers with one of these tags; empty for all.
alter table discounts add column customer_tags text[] not null default '{}';
-- Only for accounts that were created within this number of days.
alter table discounts add column new_account_days int check (new_account_days >= 1);
-- Not for orders that are paid on delivery.
alter table discounts add column is_online_only boolean not null default false;
-- small table: a shop has some dozens of discounts
alter table discounts drop constraint discounts_one_value;
-- small table: a shop has some dozens of discounts
alter table discounts add constraint discounts_one_value check (
  num_nonnulls(percent_tenths, amount_paise, fixed_price_paise) + is_free_shipping::int = 1);

-- Whether it reduces the delivery charge of the order, and no line by a share of its own.
alter table order_discounts add column is_off_shipping boolean not null default false;
