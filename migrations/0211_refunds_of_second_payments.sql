-- As in migration 0183, and what the provider refunds of a second payment by itself, such as in its dashboard, refunds nothing
-- that was bought either: an order with a part in advance, or with a difference that is due, stays partly paid.
create or replace function refund_state_of(id uuid) returns refund_state language sql stable as $$
  select (case when refunded > 0 and captured <= refunded then 'refunded'
    when own = 0 or captured - refunded >= amount_paise then 'none' else 'partly_refunded' end)::refund_state
  from (
    select amount_paise,
      (select coalesce(sum(p.amount_paise), 0) from payments p
        where p.order_id = o.id and p.status = 'captured' and p.currency = 'INR') as captured,
      (select coalesce(sum(r.amount_paise), 0) from refunds r
        where r.order_id = o.id and r.status <> 'failed') as refunded,
      (select coalesce(sum(r.amount_paise), 0) from refunds r join payments p on p.id = r.payment_id
        where r.order_id = o.id and r.status <> 'failed' and r.idempotency_key not like 'whole-payment-%'
          and r.idempotency_key not like 'edit:%'
          -- A second payment: neither the one that made the order paid, nor one that was asked for.
          and not (p.provider_payment_id is not null and not p.is_primary
            and exists (select from payments f where f.order_id = o.id and f.is_primary)
            and not exists (select from payment_requests q where q.payment_id = p.id))) as own
    from orders o where o.id = $1) sums
$$;
update orders set refund_state = refund_state_of(id)
  where refund_state = 'partly_refunded' and refund_state_of(id) <> 'partly_refunded';
