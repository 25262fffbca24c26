-- In a transaction of its own: the one that creates triggers on orders locks them against writes until it ends.
-- Of the orders that count: those that were paid or have not ended.
insert into order_addressees select id, addressee
  from orders, addressee_of(name, shipping ->> 'address', shipping ->> 'postalCode') addressee
  where addressee is not null and (status not in ('failed', 'cancelled')
    or exists (select from payments p where p.order_id = orders.id and p.is_primary))
  on conflict do nothing;
