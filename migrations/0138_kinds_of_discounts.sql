-- Discounts that set the price of products, and "buy X get Y" (decision 116).
-- A price for each unit of the products that the discount applies to.
alter table discounts add column fixed_price_paise bigint check (fixed_price_paise >= 1);
-- Buy X get Y: the customer buys min_quantity units, or for min_subtotal_paise, of what the discount applies to, and gets so many
-- units of these targets reduced by percent_tenths.
alter table discounts add column get_quantity int check (get_quantity >= 1);
alter table discounts add column get_applies_to discount_target;
alter table discounts add column get_target_ids uuid[];
-- How often one order has it.
alter table discounts add column max_per_order int check (max_per_order >= 1);
-- small table: a shop has some dozens of discounts
alter table discounts drop constraint discounts_check;
-- small table: a shop has some dozens of discounts
alter table discounts
  add constraint discounts_one_value check (num_nonnulls(percent_tenths, amount_paise, fixed_price_paise) = 1),
  add constraint discounts_buy_x_get_y check (num_nonnulls(get_quantity, get_applies_to, get_target_ids) in (0, 3)),
  add constraint discounts_buys check (get_quantity is null
    or percent_tenths is not null and (min_quantity > 0) <> (min_subtotal_paise > 0));
