-- Which lines of its order a refund takes back. Money of a refund that no line accounts for is goodwill.
create table refund_lines (
  refund_id uuid not null references refunds (id),
  order_item_id uuid not null references order_items (id),
  -- 0 where the price of the units is split between two payments: the units count once.
  quantity int not null check (quantity >= 0),
  amount_paise bigint not null check (amount_paise >= 0),
  -- Units that went back into stock. They stay there if the refund fails.
  restocked int not null default 0 check (restocked >= 0),
  primary key (refund_id, order_item_id)
);
create index refund_lines_by_item on refund_lines (order_item_id);

-- Never more units than were bought, whoever asks at the same time.
create function refund_lines_within_item() returns trigger language plpgsql as $$
declare bought int; refunded int; returned int;
begin
  select quantity into bought from order_items where id = new.order_item_id for no key update;
  select coalesce(sum(l.quantity) filter (where r.status <> 'failed'), 0), coalesce(sum(l.restocked), 0)
    into refunded, returned
    from refund_lines l join refunds r on r.id = l.refund_id where l.order_item_id = new.order_item_id;
  if refunded > bought or returned > bought then
    raise exception 'more units refunded than bought' using errcode = 'check_violation', constraint = 'refund_lines_within_item';
  end if;
  return null;
end $$;
create trigger refund_lines_within_item after insert or update on refund_lines
  for each row execute function refund_lines_within_item();

-- A repeated request is recognised by its content.
alter table refunds add column request_hash text;

-- How much of an order's price was asked back, so that lists can filter by it. Computed from payments and refunds.
create type refund_state as enum ('none', 'partly_refunded', 'refunded');
alter table orders add column refund_state refund_state not null default 'none';

create function refund_state_of(id uuid) returns refund_state language sql stable as $$
  select (case when refunded = 0 or captured - refunded >= amount_paise then 'none'
    when captured <= refunded then 'refunded' else 'partly_refunded' end)::refund_state
  from (
    select amount_paise,
      (select coalesce(sum(p.amount_paise), 0) from payments p
        where p.order_id = o.id and p.status = 'captured' and p.currency = 'INR') as captured,
      (select coalesce(sum(r.amount_paise), 0) from refunds r
        where r.order_id = o.id and r.status <> 'failed') as refunded
    from orders o where o.id = $1) sums
$$;

create function update_refund_state() returns trigger language plpgsql as $$
begin
  update orders set refund_state = refund_state_of(new.order_id)
    where id = new.order_id and refund_state <> refund_state_of(new.order_id);
  return null;
end $$;
create trigger update_refund_state after insert or update of status, amount_paise on refunds
  for each row execute function update_refund_state();
create trigger update_refund_state after insert or update of status, amount_paise on payments
  for each row when (new.status = 'captured') execute function update_refund_state();

update orders set refund_state = refund_state_of(id)
  where id in (select order_id from refunds where status <> 'failed');

-- Earlier refunds of a whole order took all of its lines back; of partial ones the lines are not known.
insert into refund_lines (refund_id, order_item_id, quantity, amount_paise)
  select r.id, i.id, i.quantity, i.line_paise
  from (
    select distinct on (r.order_id) r.id, r.order_id
    from refunds r join orders o on o.id = r.order_id join payments p on p.id = r.payment_id
    where r.status <> 'failed' and r.amount_paise = o.amount_paise and p.settles
    order by r.order_id, r.created_at) r
  join order_items i on i.order_id = r.order_id;

-- The list filters by it from its indexes alone.
drop index orders_newest;
create index orders_newest on orders (created_at desc, id desc) include (status, is_guest, refund_state)
  where deleted_at is null;
drop index orders_by_amount;
create index orders_by_amount on orders (amount_paise desc, id desc)
  include (created_at, status, is_guest, refund_state) where deleted_at is null;
drop index orders_by_status;
create index orders_by_status on orders (status, created_at desc) include (refund_state) where deleted_at is null;
create index orders_refunded on orders (created_at desc, id desc) include (status, refund_state)
  where refund_state <> 'none' and deleted_at is null;
