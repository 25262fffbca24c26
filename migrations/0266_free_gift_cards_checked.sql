-- Checks all lines without keeping them locked (0265).
alter table order_items validate constraint order_items_free;
