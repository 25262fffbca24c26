-- The back office's list of orders, found, filtered, sorted and counted from indexes alone, at a million of them.
drop index orders_newest;
create index orders_newest on orders (created_at desc, id desc) include (status, is_guest) where deleted_at is null;
create index orders_by_amount on orders (amount_paise desc, id desc) include (created_at, status, is_guest)
  where deleted_at is null;
create index orders_hidden on orders (created_at desc, id desc) where deleted_at is not null;

-- Any part of name, e-mail or mobile; the blank in front marks the first word's beginning.
drop index orders_name_search;
create index orders_search on orders using gin ((' ' || lower(name) || ' ' || email || ' ' || mobile) gin_trgm_ops);

-- What the owner notes for herself is not for the shopper's eyes.
alter table order_events add column internal boolean not null default false;

-- New orders and all that their timelines tell, said to every process at commit, as other changes are (migration 0006).
create function tell_order() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    perform pg_notify('haat_changed', concat_ws(':', 'order', lower(tg_op), new.id, new.status));
  else
    perform pg_notify('haat_changed', concat_ws(':', 'order', 'update', new.order_id, new.status));
  end if;
  return null;
end $$;
create trigger tell_order after insert or update of deleted_at on orders
  for each row execute function tell_order();
create trigger tell_order_event after insert on order_events for each row execute function tell_order();
