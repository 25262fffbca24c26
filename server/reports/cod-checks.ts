import type { AuditCheck } from './audit-derived.ts';

/** Orders that are paid on delivery (decision 109). */
export const codChecks: AuditCheck[] = [
  {
    name: 'cod-collected',
    rule: 'An order that is paid on delivery and was delivered has received its amount, once',
    sql: `select format('Order %s of %s paise was delivered, %s paise were collected', o.id, o.amount_paise, money.paise) as problem
      from orders o cross join lateral (
        select coalesce(sum(amount_paise), 0) as paise from payments where order_id = o.id and status = 'captured') money
      where o.cod_state is not null and (money.paise < o.amount_paise or due_on_delivery(o) > 0)
        and exists (select from shipments s where s.order_id = o.id and s.state = 'delivered')`,
  },
  {
    name: 'cod-advance',
    rule: 'An order of which a part is paid in advance is paid on delivery once exactly this part was received by the payment provider, and is confirmed by it',
    sql: `select format('Order %s has a part of %s paise in advance, is %s and has a primary payment of %s paise', o.id, o.cod_advance_paise,
          coalesce(o.cod_state::text, 'not paid on delivery'), coalesce(p.amount_paise::text, 'no')) as problem
      from orders o left join payments p on p.order_id = o.id and p.is_primary
      where o.cod_advance_paise > 0 and (o.charged_paise is distinct from o.cod_advance_paise
        or o.cod_state <> 'confirmed'
        or o.cod_state is not null and (p.provider_payment_id is null or p.amount_paise <> o.cod_advance_paise)
        or o.cod_state is null and p.provider_payment_id is not null)`,
  },
  {
    name: 'cod-remittances',
    rule: 'What a courier has passed on is what was collected of an order on delivery',
    sql: `select format('The remittance of order %s is of %s paise, which was not collected', o.id, r.amount_paise) as problem
      from cod_remittances r join orders o on o.id = r.order_id
      where o.cod_state is null or not exists (select from payments p where p.order_id = o.id
        and p.status = 'captured' and p.provider_payment_id is null and p.amount_paise = r.amount_paise)`,
  },
  {
    name: 'cod-shipments',
    rule: 'An order that is paid on delivery is confirmed before it is packed, and is shipped in one parcel',
    sql: `select format('Order %s is %s and has %s parcels', o.id, o.cod_state, count(*)) as problem
      from orders o join shipments s on s.order_id = o.id and s.state <> 'cancelled'
      where o.cod_state is not null group by o.id having count(*) > 1 or o.cod_state <> 'confirmed'`,
  },
  {
    name: 'cod-confirmation',
    rule: 'Only an order that waits for its confirmation has a token for it, and only one that is paid on delivery has its fee',
    sql: `select format('Order %s is %s and has a token', id, coalesce(cod_state::text, 'not paid on delivery')) as problem from orders
        where cod_token_hash is not null and cod_state is distinct from 'unconfirmed'
      union all select format('Order %s has a fee of %s paise', o.id, o.cod_fee_paise) from orders o
        where o.cod_fee_paise <> 0 and (o.cod_state is null and o.cod_advance_paise = 0 or o.cod_fee_paise < 0
          or o.cod_fee_paise > (select sum(shipping_paise) from order_items where order_id = o.id))`,
  },
];
