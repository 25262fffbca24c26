-- Checks all gift cards without keeping them locked (0201).
alter table gift_cards validate constraint gift_cards_order_item_id_fkey;

-- What was paid for gift cards is no sale: what they pay of later orders is. As in migration 0061, with the cards that were
-- sold, and the rest of those that were cancelled.
create or replace function money_of_orders(only_order uuid default null)
  returns table (order_id uuid, at timestamptz, paise bigint) language sql stable as $$
  select order_id, captured_at, amount_paise from payments
    where status = 'captured' and currency = 'INR' and (only_order is null or order_id = only_order)
  union all
  select order_id, processed_at, -amount_paise from refunds
    where status = 'processed' and (only_order is null or order_id = only_order)
  union all
  select i.order_id, e.at, -e.amount_paise from gift_card_entries e
    join gift_cards c on c.id = e.gift_card_id join order_items i on i.id = c.order_item_id
    where e.kind in ('issued', 'cancelled') and (only_order is null or i.order_id = only_order)
$$;
create function track_gift_card_sale() returns trigger language plpgsql as $$
begin
  perform add_money(i.order_id, new.at, -new.amount_paise)
    from gift_cards c join order_items i on i.id = c.order_item_id where c.id = new.gift_card_id;
  return null;
end $$;
create trigger track_gift_card_sale after insert on gift_card_entries for each row
  when (new.kind in ('issued', 'cancelled')) execute function track_gift_card_sale();

-- As in migration 0197, but gift cards are not packed, and an order of nothing else is delivered when they have been mailed.
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
    select coalesce(sum(amount_paise) filter (where amount_paise > 0), 0) as received,
      coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0) as refunded
    from ledger_entries where order_id = o.id) money
  cross join lateral (
    select coalesce(bool_or(status = 'authorized'), false) as authorized, coalesce(bool_or(status = 'created'), false) as created,
      coalesce(bool_or(status = 'failed'), false) as failed
    from payments where order_id = o.id) attempts
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
create function keep_state_of_gift_card() returns trigger language plpgsql as $$
begin
  perform refresh_order_state(order_id) from order_items where id = new.order_item_id;
  return null;
end $$;
create trigger keep_state_of_gift_card after update of sent_at, disabled_at on gift_cards for each row
  when (new.order_item_id is not null
    and (old.sent_at is null, old.disabled_at is null) <> (new.sent_at is null, new.disabled_at is null))
  execute function keep_state_of_gift_card();

-- An order that is anonymised, or that was not paid for a year, also forgets to whom its gift cards were to be mailed.
create function forget_recipients() returns trigger language plpgsql as $$
begin
  update order_items set recipient = '{}' where order_id = new.id and recipient <> '{}';
  return null;
end $$;
create trigger forget_recipients after update of placed_from on orders for each row
  when (old.placed_from <> '' and new.placed_from = '') execute function forget_recipients();
