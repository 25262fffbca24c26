-- A new order that waits for its payment has neither money nor parcels, so its states are known. Computing them was more
-- than half of the time of storing an order (decision 121).
create function keep_state_of_new() returns trigger language plpgsql as $$
begin
  if new.status = 'pending' and new.cod_state is null then
    -- Money of the same statement may have been counted already.
    insert into order_states values (new.id, new.created_at, new.deleted_at is not null, 'pending', 'unfulfilled',
      false, false, false, true, false) on conflict do nothing;
  else
    perform refresh_order_state(new.id);
  end if;
  return null;
end $$;
create or replace trigger keep_state after insert on orders for each row execute function keep_state_of_new();
