import type { AuditCheck } from './audit-derived.ts';

/** Gift cards and what they pay (decision 202). */
export const giftCardChecks: AuditCheck[] = [
  {
    name: 'gift-card-balances',
    rule: 'The balance of a gift card is the sum of its entries, the first of which issues it',
    sql: `select format('Gift card %s has %s paise, its entries add up to %s', c.id, c.balance_paise, coalesce(e.sum, 0)) as problem
      from gift_cards c left join (select gift_card_id, sum(amount_paise) as sum,
          count(*) filter (where kind = 'issued') as issues from gift_card_entries group by 1) e on e.gift_card_id = c.id
      where c.balance_paise <> coalesce(e.sum, 0) or e.issues is distinct from 1`,
  },
  {
    name: 'gift-cards-sold',
    rule: 'Each gift card line of a paid order has its card, of its price, and no other line has one; a refunded one is disabled',
    sql: `with paid as (select order_id from payments where is_primary),
      cards as (
        select c.id, c.order_item_id, c.disabled_at, c.balance_paise,
          (select sum(e.amount_paise) from gift_card_entries e where e.gift_card_id = c.id and e.kind = 'issued') as issued
        from gift_cards c where c.order_item_id is not null)
      select format('Line %s of the paid order %s has no gift card', i.id, i.order_id) as problem
        from order_items i join paid using (order_id) left join cards c on c.order_item_id = i.id
        where i.recipient is not null and c.id is null
      union all select format('Gift card %s of %s paise belongs to line %s of %s paise', c.id, c.issued, i.id, i.line_paise)
        from cards c join order_items i on i.id = c.order_item_id
        where i.recipient is null or i.quantity <> 1 or c.issued is distinct from i.line_paise
          or not exists (select from paid where paid.order_id = i.order_id)
      union all select format('Gift card %s was refunded and can be used', c.id) from cards c
        where (c.disabled_at is null or c.balance_paise > 0) and exists (
          select from refund_lines l join refunds r on r.id = l.refund_id
          where l.order_item_id = c.order_item_id and l.quantity > 0 and r.status <> 'failed')`,
  },
  {
    name: 'gift-card-payments',
    rule: 'An order has taken from its gift card what that pays of it, less refunds to the card; nothing if it ended unpaid',
    sql: `with wanted as (
        select u.order_id, u.gift_card_id, case when u.charged_at is not null then coalesce(p.paise, 0)
          when o.status in ('failed', 'cancelled') then 0 else u.amount_paise end as paise,
          u.charged_at is not null and p.captured is distinct from u.amount_paise or u.charged_at is null and p.captured is not null as differs
        from gift_card_uses u join orders o on o.id = u.order_id left join (
          select p.order_id, sum(p.amount_paise) as captured, sum(p.amount_paise - coalesce((
            select sum(r.amount_paise) from refunds r where r.payment_id = p.id and r.status <> 'failed'), 0)) as paise
          from payments p where p.method = 'gift_card' group by 1) p on p.order_id = u.order_id),
      taken as (
        select order_id, gift_card_id, -sum(amount_paise) as paise from gift_card_entries where order_id is not null group by 1, 2)
      select format('Order %s should have taken %s paise from gift card %s and has taken %s', order_id, coalesce(w.paise, 0),
          gift_card_id, coalesce(t.paise, 0)) as problem
        from wanted w full join taken t using (order_id, gift_card_id)
        where coalesce(w.paise, 0) <> coalesce(t.paise, 0) or w.differs`,
  },
  {
    name: 'free-gift-cards',
    rule: 'The lines of an order have what a free gift card pays of it, less what went back, or less than that if the order was changed; no other lines have any',
    sql: `with wanted as (
        select u.order_id, sum(case when u.charged_at is null then u.amount_paise
            else p.amount_paise - coalesce((select sum(r.amount_paise) from refunds r where r.payment_id = p.id and r.status <> 'failed'), 0)
          end) as paise
        from gift_card_uses u left join payments p on p.order_id = u.order_id and p.is_free where u.is_free group by 1),
      lines as (
        select i.order_id, sum(i.free_paise - coalesce((select sum(l.amount_paise) from refund_lines l
            join refunds r on r.id = l.refund_id join payments p on p.id = r.payment_id
            where l.order_item_id = i.id and p.is_free and r.status <> 'failed'), 0)) as paise
        from order_items i where i.free_paise > 0 group by 1)
      select format('A free gift card pays %s paise of order %s, its lines have %s', coalesce(w.paise, 0), order_id,
          coalesce(l.paise, 0)) as problem
        from wanted w full join lines l using (order_id) where coalesce(w.paise, 0) <> coalesce(l.paise, 0) and (coalesce(w.paise, 0) < coalesce(l.paise, 0)
          or not exists (select from order_edits e where e.order_id = coalesce(w.order_id, l.order_id)))
      union all select format('A free gift card pays %s and is not marked in its payment', u.order_id) from gift_card_uses u
        where u.charged_at is not null and u.is_free <> exists (
          select from payments p where p.order_id = u.order_id and p.is_free)`,
  },
];
