import type { AuditCheck } from './audit-derived.ts';

/** Orders that admins create, and their payments (decision 102). */
export const manualOrderChecks: AuditCheck[] = [
  {
    name: 'offline-payments',
    rule: 'An offline payment is never refunded at the payment provider',
    sql: `select format('Refund %s of the offline payment %s is at the provider', r.id, p.id) as problem
      from refunds r join payments p on p.id = r.payment_id
      where p.provider_payment_id is null and (r.provider_refund_id is not null or r.status <> 'processed')`,
  },
  {
    name: 'manual-orders',
    rule: 'Only orders with a zone of delivery, and those that an admin created or changed, have delivery charges besides the fee of cash on delivery; only the latter have discounts beyond those of the shop, within what they reduced, and only created ones payment links',
    sql: `with terms as (
        select order_id, sum(discount_paise) as discount, sum(shipping_paise) as shipping from order_items
        where discount_paise > 0 or shipping_paise > 0 group by 1),
      reductions as (
        select order_id, sum(reduced_paise) as reduced_paise from (
          select order_id, reduced_paise from manual_orders union all select order_id, reduced_paise from order_edits) each
        group by 1),
      given as (select order_id, sum(amount_paise) as paise from order_discounts where not is_off_shipping group by 1)
      select format('Order %s has %s paise of discount and %s of delivery, an admin reduced it by %s', t.order_id,
          t.discount, t.shipping, coalesce(m.reduced_paise::text, 'nothing')) as problem
        from terms t join orders o on o.id = t.order_id left join reductions m using (order_id) left join given g using (order_id)
        where m.order_id is null and o.delivery is null and t.shipping <> o.cod_fee_paise
          or t.discount > coalesce(m.reduced_paise, 0) + coalesce(g.paise, 0)
      union all select format('Order %s has a payment link, and no admin created it', order_id) from payment_links l
        where not exists (select from manual_orders m where m.order_id = l.order_id)`,
  },
  {
    name: 'payment-links',
    rule: 'A payment link is closed within a day after its order has ended or was paid',
    sql: `select format('The payment link of order %s is open, the order is %s', o.id, o.status) as problem
      from payment_links l join orders o on o.id = l.order_id
      where l.closed_at is null and o.status <> 'pending' and o.updated_at < now() - interval '1 day'`,
  },
];
