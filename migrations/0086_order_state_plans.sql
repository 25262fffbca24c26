-- PL/pgSQL keeps the plan of a statement for the session. A function in SQL is planned at each call, and this one is called
-- by several triggers of each payment.
create or replace function refresh_order_state(changed uuid) returns void language plpgsql as $$
begin
  insert into order_states as s select * from order_states_of(array[changed])
    on conflict (order_id) do update set created_at = excluded.created_at, is_hidden = excluded.is_hidden,
      payment_state = excluded.payment_state, fulfilment_state = excluded.fulfilment_state, to_pack = excluded.to_pack,
      to_ship = excluded.to_ship, in_transit = excluded.in_transit, is_unpaid = excluded.is_unpaid,
      has_return = excluded.has_return
    where s is distinct from excluded;
end $$;

-- Orders that another version of the shop has placed while migration 0084 ran.
insert into order_states
  select * from order_states_of(array(select id from orders o where not exists (select from order_states where order_id = o.id)));
