-- Payment and fulfilment are two states of an order (contract §7). Only new tables are filled here, so that no row of a
-- large table is locked.
create type payment_state as enum
  ('pending', 'authorized', 'paid', 'partly_paid', 'partly_refunded', 'refunded', 'failed', 'due_on_delivery');
create type fulfilment_state as enum ('unfulfilled', 'partly_fulfilled', 'fulfilled', 'delivered', 'returned');
create type shipment_state as enum ('packed', 'shipped', 'delivered', 'returned', 'cancelled');

-- A parcel with a part of an order. `returned`: back at its origin (RTO).
create table shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  -- 1 for the first parcel of the order.
  number int not null check (number > 0),
  state shipment_state not null,
  courier text not null default '',
  tracking_number text not null default '',
  weight_grams int check (weight_grams > 0),
  length_cm int check (length_cm > 0),
  width_cm int check (width_cm > 0),
  height_cm int check (height_cm > 0),
  created_at timestamptz not null default now(),
  shipped_at timestamptz,
  delivered_at timestamptz,
  returned_at timestamptz,
  unique (order_id, number)
);
create table shipment_lines (
  shipment_id uuid not null,
  order_item_id uuid not null,
  quantity int not null check (quantity > 0),
  -- Units of a returned parcel that went back into stock.
  restocked int not null default 0 check (restocked between 0 and quantity),
  primary key (shipment_id, order_item_id)
);
create table shipment_events (
  id bigint generated always as identity primary key,
  shipment_id uuid not null,
  at timestamptz not null default now(),
  state shipment_state not null,
  by_user uuid references users (id),
  by_label text not null,
  note text not null default ''
);

-- An order that is or was on its way, or that is being packed, has one parcel with all its units.
insert into shipments (order_id, number, state, courier, tracking_number, created_at, shipped_at, delivered_at)
  select o.id, 1, s.state, o.courier, o.tracking_number, o.updated_at,
    case when s.state <> 'packed' then coalesce(e.shipped_at, e.delivered_at, o.updated_at) end,
    case when s.state = 'delivered' then coalesce(e.delivered_at, o.updated_at) end
  from orders o
  cross join lateral (
    select min(at) filter (where status = 'shipped') as shipped_at, max(at) filter (where status = 'delivered') as delivered_at
    from order_events where order_id = o.id) e
  cross join lateral (
    select (case when o.status = 'processing' then 'packed'
      when o.status = 'delivered' or o.status in ('failed', 'cancelled') and e.delivered_at is not null then 'delivered'
      else 'shipped' end)::shipment_state as state) s
  where o.status in ('processing', 'shipped', 'delivered')
    or o.status in ('failed', 'cancelled') and o.stock = 'reserved';
insert into shipment_lines (shipment_id, order_item_id, quantity)
  select s.id, i.id, i.quantity from shipments s join order_items i on i.order_id = s.order_id;

create index shipment_lines_by_item on shipment_lines (order_item_id);
create index shipment_events_by_shipment on shipment_events (shipment_id, id);
create index shipments_search on shipments using gin (lower(tracking_number) gin_trgm_ops)
  where tracking_number <> '';

-- Both states of each order, and in which lists of work it is. Computed from ledger, payments and shipments.
create table order_states (
  order_id uuid primary key,
  created_at timestamptz not null,
  is_hidden boolean not null,
  payment_state payment_state not null,
  fulfilment_state fulfilment_state not null,
  -- Units are left to pack, in an order that is to be shipped.
  to_pack boolean not null,
  -- A packed parcel waits for its courier.
  to_ship boolean not null,
  in_transit boolean not null,
  is_unpaid boolean not null,
  has_return boolean not null
);

-- The states as computed from the records of these orders. A refunded unit counts as one that was not shipped yet, as
-- long as there is one.
create function order_states_of(ids uuid[]) returns setof order_states language sql stable as $$
  select o.id, o.created_at, o.deleted_at is not null, p.state, f.state,
    units.left_over > 0 and o.status in ('paid', 'processing') and o.refund_state <> 'refunded',
    parcels.packed and o.status not in ('failed', 'cancelled'),
    parcels.shipped,
    o.status not in ('failed', 'cancelled') and p.state in ('pending', 'authorized', 'partly_paid', 'failed'),
    parcels.returned
  from orders o
  cross join lateral (
    select coalesce(sum(amount_paise) filter (where amount_paise > 0), 0) as received,
      coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0) as refunded
    from ledger_entries where order_id = o.id) money
  cross join lateral (
    select coalesce(bool_or(status = 'authorized'), false) as authorized, coalesce(bool_or(status = 'created'), false) as created,
      coalesce(bool_or(status = 'failed'), false) as failed
    from payments where order_id = o.id) attempts
  cross join lateral (
    select (case
      when received = 0 and authorized then 'authorized'
      when received = 0 and failed and not created then 'failed'
      when received = 0 then 'pending'
      when received <= refunded then 'refunded'
      when received - refunded >= o.amount_paise then 'paid'
      when refunded > 0 then 'partly_refunded'
      else 'partly_paid' end)::payment_state as state) p
  cross join lateral (
    select coalesce(bool_or(s.state = 'packed'), false) as packed, coalesce(bool_or(s.state = 'shipped'), false) as shipped,
      coalesce(bool_or(s.state = 'delivered'), false) as delivered, coalesce(bool_or(s.state = 'returned'), false) as returned
    from shipments s where s.order_id = o.id) parcels
  cross join lateral (
    select coalesce(sum(greatest(0, i.quantity
      - (select coalesce(sum(l.quantity), 0) from refund_lines l join refunds r on r.id = l.refund_id
          where l.order_item_id = i.id and r.status <> 'failed')
      - (select coalesce(sum(l.quantity), 0) from shipment_lines l join shipments s on s.id = l.shipment_id
          where l.order_item_id = i.id and s.state <> 'cancelled'))), 0) as left_over
    from order_items i where i.order_id = o.id) units
  cross join lateral (
    select (case
      when not (shipped or delivered or returned) then 'unfulfilled'
      when packed or left_over > 0 then 'partly_fulfilled'
      when shipped then 'fulfilled'
      when delivered then 'delivered'
      else 'returned' end)::fulfilment_state as state) f
  where o.id = any(ids)
$$;

insert into order_states select * from order_states_of(array(select id from orders));

create index order_states_to_pack on order_states (created_at desc, order_id desc) where to_pack and not is_hidden;
create index order_states_to_ship on order_states (created_at desc, order_id desc) where to_ship and not is_hidden;
create index order_states_in_transit on order_states (created_at desc, order_id desc) where in_transit and not is_hidden;
create index order_states_unpaid on order_states (created_at desc, order_id desc) where is_unpaid and not is_hidden;
create index order_states_returns on order_states (created_at desc, order_id desc) where has_return and not is_hidden;
create index order_states_by_payment on order_states (payment_state, created_at desc, order_id desc)
  include (is_hidden);
create index order_states_by_fulfilment on order_states (fulfilment_state, created_at desc, order_id desc)
  include (is_hidden);

-- Not valid, because validating reads the large tables; the next migration does so without a lock.
alter table shipments add foreign key (order_id) references orders (id) on delete cascade not valid;
alter table shipment_lines add foreign key (shipment_id) references shipments (id) on delete cascade not valid,
  add foreign key (order_item_id) references order_items (id) on delete cascade not valid;
alter table shipment_events add foreign key (shipment_id) references shipments (id) on delete cascade not valid;
alter table order_states add foreign key (order_id) references orders (id) on delete cascade not valid;

-- Never more units in parcels than were bought, whoever packs at the same time.
create function shipment_lines_within_item() returns trigger language plpgsql as $$
declare bought int; packed int;
begin
  select quantity into bought from order_items where id = new.order_item_id for no key update;
  select sum(l.quantity) into packed from shipment_lines l join shipments s on s.id = l.shipment_id
    where l.order_item_id = new.order_item_id and s.state <> 'cancelled';
  if packed > bought then
    raise exception 'more units packed than bought' using errcode = 'check_violation', constraint = 'shipment_lines_within_item';
  end if;
  return null;
end $$;
create trigger shipment_lines_within_item after insert or update of quantity on shipment_lines
  for each row execute function shipment_lines_within_item();

create function refresh_order_state(changed uuid) returns void language sql as $$
  insert into order_states as s select * from order_states_of(array[changed])
    on conflict (order_id) do update set created_at = excluded.created_at, is_hidden = excluded.is_hidden,
      payment_state = excluded.payment_state, fulfilment_state = excluded.fulfilment_state, to_pack = excluded.to_pack,
      to_ship = excluded.to_ship, in_transit = excluded.in_transit, is_unpaid = excluded.is_unpaid,
      has_return = excluded.has_return
    where s is distinct from excluded
$$;
create function keep_state() returns trigger language plpgsql as
  $$ begin perform refresh_order_state(new.id); return null; end $$;
create function keep_state_of_order() returns trigger language plpgsql as
  $$ begin perform refresh_order_state(new.order_id); return null; end $$;
create function keep_state_of_shipment() returns trigger language plpgsql as
  $$ begin perform refresh_order_state(order_id) from shipments where id = new.shipment_id; return null; end $$;
create function keep_state_of_refund() returns trigger language plpgsql as
  $$ begin perform refresh_order_state(order_id) from refunds where id = new.refund_id; return null; end $$;

create trigger keep_state after insert on orders for each row execute function keep_state();
create trigger keep_changed_state after update on orders for each row
  when ((old.status, old.refund_state, old.deleted_at is null, old.created_at, old.amount_paise)
    is distinct from (new.status, new.refund_state, new.deleted_at is null, new.created_at, new.amount_paise))
  execute function keep_state();
create trigger keep_state after insert on ledger_entries for each row execute function keep_state_of_order();
-- A captured payment has a ledger entry.
create trigger keep_state after insert or update of status on payments for each row
  when (new.status <> 'captured') execute function keep_state_of_order();
create trigger keep_state after update of status on refunds for each row
  when (old.status is distinct from new.status) execute function keep_state_of_order();
create trigger keep_state after insert or update of quantity on refund_lines
  for each row execute function keep_state_of_refund();
create trigger keep_state after insert or update of state on shipments
  for each row execute function keep_state_of_order();
create trigger keep_state after insert or update of quantity on shipment_lines
  for each row execute function keep_state_of_shipment();
