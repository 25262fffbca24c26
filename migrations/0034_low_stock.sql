-- Stock at which a variant counts as low; null stands for the shop's own threshold.
alter table variants add column low_stock_at int check (low_stock_at between 0 and 1000000);

drop index variants_low;
create index variants_by_stock on variants (stock) include (product_id) where low_stock_at is null and deleted_at is null;
create index variants_low on variants (product_id) where stock <= low_stock_at and deleted_at is null;
