-- Orders are found by all that a person may know of one: besides name, e-mail and mobile, the other mobile, the
-- tracking number, city and PIN, and what was bought.
drop index orders_search;
create index orders_search on orders using gin ((' ' || lower(name) || ' ' || email || ' ' || mobile || ' ' ||
  alt_mobile || ' ' || lower(tracking_number) || ' ' ||
  coalesce(lower(shipping->>'city') || ' ' || (shipping->>'postalCode'), '')) gin_trgm_ops);
create index order_items_search on order_items using gin
  ((' ' || lower(name || ' ' || variant_label || ' ' || sku)) gin_trgm_ops);
