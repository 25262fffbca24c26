-- Refunds of a change of the order, and of payments for which nothing is due, refund nothing that was bought: what is due
-- after a change can still be paid (decision 135).
create or replace function refund_state_of(id uuid) returns refund_state language sql stable as $$
  select (case when refunded > 0 and captured <= refunded then 'refunded'
    when own = 0 or captured - refunded >= amount_paise then 'none' else 'partly_refunded' end)::refund_state
  from (
    select amount_paise,
      (select coalesce(sum(p.amount_paise), 0) from payments p
        where p.order_id = o.id and p.status = 'captured' and p.currency = 'INR') as captured,
      (select coalesce(sum(r.amount_paise), 0) from refunds r
        where r.order_id = o.id and r.status <> 'failed') as refunded,
      (select coalesce(sum(r.amount_paise), 0) from refunds r
        where r.order_id = o.id and r.status <> 'failed' and r.idempotency_key not like 'whole-payment-%'
          and r.idempotency_key not like 'edit:%') as own
    from orders o where o.id = $1) sums
$$;
update orders set refund_state = refund_state_of(id)
  where refund_state = 'partly_refunded' and refund_state_of(id) <> 'partly_refunded';
