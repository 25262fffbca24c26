-- The limits of unpaid orders count by buyer and by address block. An order that replaces an unpaid one continues its
-- reservation: both have the same reservation_id and end at the same time.
alter table orders
  add column reservation_id uuid not null default gen_random_uuid(),
  add column reserved_at timestamptz not null default now(),
  -- The email address as one mailbox is counted: without the part after +, for Gmail without dots.
  add column mailbox text not null default '',
  -- The /24 or /64 of placed_from.
  add column address_block text not null default '';
update orders set
  reserved_at = created_at,
  mailbox = email,
  address_block = case when placed_from ~ '^\d+\.\d+\.\d+\.\d+$'
    then regexp_replace(placed_from, '\d+$', '0/24') else placed_from end;
drop index orders_reserved_by_address;
create index orders_by_mailbox on orders (mailbox, reserved_at) where mailbox <> '';
create index orders_by_address_block on orders (address_block, reserved_at) where address_block <> '';
