-- Reads the table without keeping anyone from writing it.
alter table order_items validate constraint order_items_line;
