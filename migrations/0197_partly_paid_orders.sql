-- As in migration 0125, but a refund of something that was not bought, such as of a second payment, leaves an order partly
-- paid whose difference is due (refund_state_of, migration 0183).
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

do $$ begin
  perform refresh_order_state(s.order_id) from order_states s join orders o on o.id = s.order_id
    where s.payment_state = 'partly_refunded' and o.refund_state = 'none';
end $$;
