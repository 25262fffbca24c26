-- Free gift cards: those that the shop gave away for nothing. What they pay of an order is a discount and no money (CGST
-- Act, section 15(3); decision 202). Cards and orders that exist stay as they are: nobody was asked whether a card was sold.
alter table gift_cards add column is_free boolean not null default false;
-- As the card was when the order was placed.
alter table gift_card_uses add column is_free boolean not null default false;
-- A payment without an entry in the ledger, because it is no money; neither have its refunds, which return to the card.
alter table payments add column is_free boolean not null default false;
-- The share of a line in what a free gift card pays: a part of line_paise, and not of its taxable value.
alter table order_items add column free_paise bigint not null default 0,
  add constraint order_items_free check (free_paise between 0 and line_paise) not valid;

-- As in migration 0202. An order that a free gift card pays has a balance too, if of nothing.
create or replace function money_of_orders(only_order uuid default null)
  returns table (order_id uuid, at timestamptz, paise bigint) language sql stable as $$
  select order_id, captured_at, case when is_free then 0 else amount_paise end from payments
    where status = 'captured' and currency = 'INR' and (only_order is null or order_id = only_order)
  union all
  select r.order_id, r.processed_at, -r.amount_paise from refunds r join payments p on p.id = r.payment_id
    where r.status = 'processed' and not p.is_free and (only_order is null or r.order_id = only_order)
  union all
  select i.order_id, e.at, -e.amount_paise from gift_card_entries e
    join gift_cards c on c.id = e.gift_card_id join order_items i on i.id = c.order_item_id
    where e.kind in ('issued', 'cancelled') and (only_order is null or i.order_id = only_order)
$$;
create or replace function track_payment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'captured' and old.currency = 'INR' and not old.is_free then
    perform add_money(old.order_id, old.captured_at, -old.amount_paise);
  end if;
  if tg_op <> 'DELETE' and new.status = 'captured' and new.currency = 'INR' then
    if new.is_free then
      insert into order_balances values (new.order_id, 0) on conflict do nothing;
    else
      perform add_money(new.order_id, new.captured_at, new.amount_paise);
    end if;
  end if;
  return null;
end $$;
create or replace function track_refund() returns trigger language plpgsql as $$
begin
  if exists (select from payments where id = coalesce(new.payment_id, old.payment_id) and is_free) then return null; end if;
  if tg_op <> 'INSERT' and old.status = 'processed' then
    perform add_money(old.order_id, old.processed_at, old.amount_paise);
  end if;
  if tg_op <> 'DELETE' and new.status = 'processed' then
    perform add_money(new.order_id, new.processed_at, -new.amount_paise);
  end if;
  return null;
end $$;

-- As in migration 0202, with what free gift cards pay, which is not in the ledger.
create or replace function order_states_of(ids uuid[]) returns setof order_states language sql stable as $$
  select o.id, o.created_at, o.deleted_at is not null, p.state, f.state,
    units.left_over > 0 and o.refund_state <> 'refunded' and (o.status in ('paid', 'processing')
      or o.status = 'pending' and o.cod_state is not null and (o.cod_state <> 'unconfirmed' or not o.cod_needs_confirmation)),
    parcels.packed and o.status not in ('failed', 'cancelled'),
    parcels.shipped,
    o.status not in ('failed', 'cancelled') and o.cod_state is null
      and p.state in ('pending', 'authorized', 'partly_paid', 'failed'),
    parcels.returned
  from orders o
  cross join lateral (
    select coalesce(bool_or(status = 'authorized'), false) as authorized, coalesce(bool_or(status = 'created'), false) as created,
      coalesce(bool_or(status = 'failed'), false) as failed,
      coalesce(sum(amount_paise) filter (where is_free), 0) as free
    from payments where order_id = o.id) attempts
  cross join lateral (
    select coalesce(sum(amount_paise) filter (where amount_paise > 0), 0) + free as received,
      coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0) + case when free = 0 then 0 else
        (select coalesce(sum(r.amount_paise), 0) from refunds r join payments p on p.id = r.payment_id
          where p.order_id = o.id and p.is_free) end as refunded
    from ledger_entries where order_id = o.id) money
  cross join lateral (
    select coalesce(bool_or(s.state = 'packed'), false) as packed, coalesce(bool_or(s.state = 'shipped'), false) as shipped,
      coalesce(bool_or(s.state = 'delivered'), false) as delivered, coalesce(bool_or(s.state = 'returned'), false) as returned
    from shipments s where s.order_id = o.id) parcels
  cross join lateral (
    select (case
      when received = 0 and o.cod_state is not null then
        case when o.status in ('failed', 'cancelled') or returned and not (packed or shipped or delivered)
          then 'failed' else 'due_on_delivery' end
      when received = 0 and authorized then 'authorized'
      when received = 0 and failed and not created then 'failed'
      when received = 0 then 'pending'
      when received <= refunded then 'refunded'
      when received - refunded >= o.amount_paise then 'paid'
      when refunded > 0 and o.refund_state <> 'none' then 'partly_refunded'
      else 'partly_paid' end)::payment_state as state) p
  cross join lateral (
    select coalesce(sum(greatest(0, i.quantity
      - (select coalesce(sum(l.quantity), 0) from refund_lines l join refunds r on r.id = l.refund_id
          where l.order_item_id = i.id and r.status <> 'failed')
      - (select coalesce(sum(l.quantity), 0) from shipment_lines l join shipments s on s.id = l.shipment_id
          where l.order_item_id = i.id and s.state <> 'cancelled'))) filter (where i.recipient is null), 0) as left_over,
      bool_and(i.recipient is not null) as only_cards,
      bool_and(c.sent_at is not null or c.disabled_at is not null) filter (where i.recipient is not null)
        and bool_or(c.sent_at is not null) as cards_sent
    from order_items i left join gift_cards c on c.order_item_id = i.id where i.order_id = o.id) units
  cross join lateral (
    select (case
      when only_cards and cards_sent then 'delivered'
      when not (shipped or delivered or returned) then 'unfulfilled'
      when packed or left_over > 0 then 'partly_fulfilled'
      when shipped then 'fulfilled'
      when delivered then 'delivered'
      else 'returned' end)::fulfilment_state as state) f
  where o.id = any(ids)
$$;
create trigger keep_state_of_free after insert on payments for each row
  when (new.is_free) execute function keep_state_of_order();
-- One that is not in the ledger, and may have no lines.
create trigger keep_state_of_processed after insert on refunds for each row
  when (new.status = 'processed') execute function keep_state_of_order();
