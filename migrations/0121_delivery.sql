-- What the directory of India Post and the list of a courier say of PIN codes (decision 107). Each import replaces its own
-- columns in all rows.
create table pin_codes (
  pin text primary key check (pin ~ '^[1-9][0-9]{5}$'),
  -- Of the directory; empty if it is not known, the state also if the PIN code belongs to several.
  city text not null default '',
  state text not null default '',
  -- Of the courier; null if its list does not say.
  is_served boolean,
  has_cod boolean
);

-- The zone that an order was priced with, and the days between which the checkout promised to deliver it (India).
alter table orders add column delivery jsonb;
