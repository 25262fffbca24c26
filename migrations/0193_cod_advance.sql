-- Cash on delivery with a part that is paid in advance (decision 148). Such an order waits for this payment as one that is
-- paid online (cod_state is null, and charged_paise is the part); then the courier collects the rest.
alter table orders
  add column cod_advance_paise bigint not null default 0,
  add constraint cod_advance_is_charged
    check (cod_advance_paise = 0 or cod_advance_paise >= 100 and charged_paise = cod_advance_paise) not valid;

-- What the courier has to collect for an order that is paid on delivery, in paise: its amount less what was paid in advance
-- and not refunded. 0 once it was collected, which is an offline payment, and for any other order.
create function due_on_delivery(o orders) returns bigint language sql stable as $$
  select case
    when o.cod_state is null or exists (select from payments p
      where p.order_id = o.id and p.status = 'captured' and p.provider_payment_id is null) then 0
    else o.amount_paise
      - coalesce((select sum(p.amount_paise) from payments p where p.order_id = o.id and p.is_primary), 0)
      + coalesce((select sum(r.amount_paise) from refunds r join payments p on p.id = r.payment_id
          where p.order_id = o.id and p.is_primary and r.status <> 'failed'), 0) end
$$;
