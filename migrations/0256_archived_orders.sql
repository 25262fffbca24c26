-- Orders with a document that were deleted: they are not in the list any more, and stay in the books. Until now they
-- were hidden from figures and exports too.
create table archived_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  archived_at timestamptz not null
);

insert into archived_orders
  select o.id, o.deleted_at from orders o
  where o.deleted_at is not null and not o.is_test and exists (select from invoices i where i.order_id = o.id);
update orders set deleted_at = null where id in (select order_id from archived_orders);
