-- Discounts, with a code or automatic (decision 106).
create type discount_target as enum ('order', 'products', 'categories');
create table discounts (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- What shoppers read beside the amount.
  title text not null check (title <> ''),
  -- In capitals; null for an automatic discount.
  code text check (code = upper(code) and code <> ''),
  is_enabled boolean not null,
  percent_tenths int check (percent_tenths between 1 and 1000),
  amount_paise bigint check (amount_paise >= 1),
  applies_to discount_target not null,
  -- Ids of the products or categories, unless it applies to the order.
  target_ids uuid[] not null,
  -- What the products that it applies to must cost, and how many they must be.
  min_subtotal_paise bigint not null check (min_subtotal_paise >= 0),
  min_quantity int not null check (min_quantity >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses int check (max_uses >= 1),
  max_uses_per_customer int check (max_uses_per_customer >= 1),
  is_for_first_order boolean not null,
  is_for_accounts boolean not null,
  is_combinable boolean not null,
  -- Whether the footer of the storefront names it.
  is_announced boolean not null,
  is_demo boolean not null default false,
  -- The orders with this discount that have not failed or been cancelled. A late payment can exceed `max_uses`.
  uses int not null default 0 check (uses >= 0),
  check (num_nonnulls(percent_tenths, amount_paise) = 1),
  check (ends_at > starts_at)
);
create unique index discounts_by_code on discounts (code) where deleted_at is null;
create index discounts_automatic on discounts (id) where code is null and is_enabled and deleted_at is null;

-- The discounts of an order, as they were when it was placed.
create table order_discounts (
  order_id uuid not null references orders (id) on delete cascade,
  discount_id uuid not null references discounts (id),
  title text not null,
  code text,
  amount_paise bigint not null check (amount_paise > 0),
  primary key (order_id, discount_id)
);
create index order_discounts_by_discount on order_discounts (discount_id);

-- By how much they reduce each line. The sum is order_items.discount_paise. An admin who changes the lines of an order gives
-- it a discount of her own in their place.
create table order_item_discounts (
  order_item_id uuid not null references order_items (id) on delete cascade,
  discount_id uuid not null references discounts (id),
  amount_paise bigint not null check (amount_paise > 0),
  primary key (order_item_id, discount_id)
);
create index order_item_discounts_by_discount on order_item_discounts (discount_id);

-- An order that ends returns the uses of its discounts; one that is paid late, or reopened, has them again.
create function count_discount_uses() returns trigger language plpgsql as $$
declare
  -- A wrong count must not keep an order from ending; the audit finds it.
  change int := case when tg_op = 'DELETE' or new.status in ('failed', 'cancelled') then -1 else 1 end;
begin
  update discounts d set uses = greatest(0, d.uses + change)
    from order_discounts o where o.order_id = old.id and d.id = o.discount_id;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger count_discount_uses after update of status on orders for each row
  when ((old.status in ('failed', 'cancelled')) <> (new.status in ('failed', 'cancelled')))
  execute function count_discount_uses();
create trigger uncount_discount_uses before delete on orders for each row
  when (old.status not in ('failed', 'cancelled')) execute function count_discount_uses();

-- The footer of public pages names announced discounts that can be used.
create trigger tell_discount_insert after insert on discounts for each row
  when (new.is_announced) execute function tell_tag('content');
create trigger tell_discount_update after update on discounts for each row
  when ((old.is_announced or new.is_announced) and (old.updated_at <> new.updated_at
    or (old.uses >= old.max_uses) is distinct from (new.uses >= new.max_uses)))
  execute function tell_tag('content');
