-- A product may be without a GST rate, until the merchant enters one: the rate of products that were created without
-- one was 18%, whether that is right or not. What products have stays.
alter table products alter column gst_tenths drop not null, alter column gst_tenths drop default;

-- The second decimal of a rate, such as 0.25%: 2 tenths and 5 hundredths.
alter table products
  add column gst_hundredths smallint not null default 0,
  add constraint products_gst_hundredths check (gst_hundredths between 0 and 9) not valid;
alter table order_items
  add column gst_hundredths smallint not null default 0,
  add constraint order_items_gst_hundredths check (gst_hundredths between 0 and 9) not valid;
