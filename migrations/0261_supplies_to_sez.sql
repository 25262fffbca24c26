-- Whether the business that buys is a unit or developer of a Special Economic Zone: the supply is inter-state, even
-- within the state of the seller (IGST Act, section 7(5)(b)).
alter table orders
  add column is_sez boolean not null default false,
  add constraint orders_sez_check check (not is_sez or gstin <> '') not valid;
