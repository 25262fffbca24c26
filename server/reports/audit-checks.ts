import { type AuditCheck, shipments, states, totals } from './audit-derived.ts';
import { codChecks } from './cod-checks.ts';
import { customerCheck } from './customer-check.ts';
import { discountChecks } from './discount-checks.ts';
import { documentChecks, requestedPaise } from './document-checks.ts';
import { giftCardChecks } from './gift-card-checks.ts';
import { manualOrderChecks } from './manual-order-checks.ts';

const stock: AuditCheck[] = [
  {
    name: 'stock-ledger',
    rule: 'The stock of a variant is the sum of its movements, and never below zero',
    sql: `select format('Variant %s has %s in stock, its movements add up to %s', v.id, v.stock, coalesce(m.sum, 0)) as problem
      from variants v left join (select variant_id, sum(delta) as sum from stock_movements group by 1) m on m.variant_id = v.id
      where v.stock <> coalesce(m.sum, 0) or v.stock < 0`,
  },
  {
    name: 'stock-of-orders',
    rule: 'An order with reserved stock has taken exactly its units less the restocked ones; other orders only what they shipped',
    sql: `with restocked as (
        select order_item_id, sum(units) as units from (
          select order_item_id, restocked as units from refund_lines
          union all select order_item_id, restocked from shipment_lines) back group by 1),
      sent as (
        select l.order_item_id, sum(l.quantity) as units, sum(l.quantity - l.restocked) as out
        from shipment_lines l join shipments s on s.id = l.shipment_id
        where s.state in ('shipped', 'delivered', 'returned') group by 1),
      wanted as (
        select i.order_id, i.variant_id, sum(case when o.stock = 'reserved' then i.quantity - coalesce(r.units, 0)
          else greatest(0, least(i.quantity - coalesce(r.units, 0), coalesce(s.out, 0))) end) as units
        from order_items i join orders o on o.id = i.order_id left join restocked r on r.order_item_id = i.id
          left join sent s on s.order_item_id = i.id where i.recipient is null group by 1, 2),
      taken as (
        select order_id, variant_id, -sum(delta) as units from stock_movements where order_id is not null group by 1, 2)
      select format('Order %s should reserve %s units of variant %s and reserves %s', order_id, coalesce(w.units, 0), variant_id, coalesce(t.units, 0)) as problem
      from wanted w full join taken t using (order_id, variant_id)
      where coalesce(w.units, 0) <> coalesce(t.units, 0)`,
  },
];

const log: AuditCheck[] = [
  {
    name: 'audit-log',
    rule: 'Each entry of the audit log has the hash of the previous one and of its own content (decision 48)',
    sql: `with chain as (
        select e as entry, e.*, lag(position, 1, 0) over newest as previous,
          lag(hash, 1, sha256('')) over newest as previous_hash
        from admin_log e where action <> 'admin.sign-in-failed' or position is not null
        window newest as (order by position nulls last)),
      checked as (
        select position, case
          when position is null or hash is null then format('Entry %s is not part of the chain', id)
          when position <> previous + 1 then format('Before entry %s, entries are missing', id)
          when hash is distinct from admin_log_hash(entry, previous_hash) then format('Entry %s was changed', id)
          when detail_salt is not null and detail_hash is distinct from admin_log_detail_hash(entry)
            then format('The details of entry %s were changed', id)
          when detail_salt is null and not exists (
            select from admin_log r where r.action = 'log.redact' and r.subject = chain.id::text and r.hash is not null)
            then format('The details of entry %s were removed without an erasure', id)
          end as problem
        from chain),
      ended as (
        select 'The last entries are missing' as problem from admin_log_head h
        where not exists (select from admin_log e where e.position = h.position and e.hash = h.hash) and h.position > 0)
      select problem from (
        select problem, position from checked where problem is not null
        union all select problem, null from ended where not exists (
          select from checked c where c.problem is not null and c.position = (select position from admin_log_head))) found
      order by position nulls last`,
  },
];

const orders: AuditCheck[] = [
  {
    name: 'stock-fits-status',
    rule: 'An open or shipped order reserves its units; an order that ended before it was shipped has released them',
    sql: `select format('Order %s is %s and its units are %s', o.id, o.status, o.stock) as problem from orders o
      where o.stock = 'released' and o.status not in ('failed', 'cancelled')
        or o.stock = 'reserved' and o.status in ('failed', 'cancelled') and not exists (
          select from shipments s where s.order_id = o.id and s.state in ('shipped', 'delivered', 'returned'))`,
  },
  {
    name: 'order-amount',
    rule: 'The amount of an order is the sum of its lines, in whole rupees if it is paid on delivery',
    sql: `select format('Order %s is of %s paise, its lines add up to %s, rounded by %s', o.id, o.amount_paise, coalesce(i.sum, 0), o.rounding_paise) as problem
      from orders o left join (select order_id, sum(line_paise) as sum from order_items group by 1) i on i.order_id = o.id
      where o.amount_paise <> coalesce(i.sum, 0) + o.rounding_paise or o.rounding_paise <> 0
        and (o.amount_paise % 100 <> 0 or o.rounding_paise not between -49 and 50 or o.cod_state is null and o.cod_advance_paise = 0)`,
  },
  {
    name: 'paid-has-payment',
    rule: 'An order is paid or further only with a primary payment, unless an admin has set its status or it is paid on delivery',
    sql: `select format('Order %s is %s and has no primary payment', o.id, o.status) as problem from orders o
      where o.status in ('paid', 'processing', 'shipped', 'delivered')
        and not exists (select from payments p where p.order_id = o.id and p.is_primary)
        and (o.status = 'paid' or o.cod_state is null and not exists (select from order_events e where e.order_id = o.id and e.by_user is not null))`,
  },
  {
    name: 'settling-amount',
    rule: 'A primary payment is captured, in rupees and of the amount of its order less what a gift card paid, or of its part in advance, unless an admin accepted it',
    sql: `select format('Order %s of %s paise has a primary payment of %s paise (%s)', o.id, o.amount_paise, p.amount_paise, p.currency) as problem
      from payments p join orders o on o.id = p.order_id
      where p.is_primary and (p.currency <> 'INR' or p.status <> 'captured' or not (o.cod_state is not null and o.cod_advance_paise = p.amount_paise) and p.amount_paise + (select coalesce(sum(g.amount_paise), 0) from payments g where g.order_id = o.id and g.method = 'gift_card' and not g.is_primary) <> o.amount_paise and (
        not exists (select from order_events e where e.order_id = o.id and e.by_user is not null)
        or (select sum(q.amount_paise) from payments q where q.order_id = o.id and q.status = 'captured')
          < o.amount_paise - ${requestedPaise('o.id')}))`,
  },
  {
    name: 'timeline',
    rule: 'The timeline of an order begins pending, goes forward in time and ends in its status',
    sql: `with events as (
        select e.order_id, e.status, e.by_user, e.at, lag(e.status) over w as before, lag(e.at) over w as at_before,
          row_number() over w = 1 as first, lead(e.id) over w is null as last
        from order_events e window w as (partition by e.order_id order by e.id))
      select format('Order %s is %s, its timeline ends in %s', o.id, o.status, coalesce(e.status::text, 'nothing')) as problem
        from orders o left join events e on e.order_id = o.id and e.last where e.status is distinct from o.status
      union all select format('The timeline of order %s begins with %s', order_id, status) from events where first and status <> 'pending'
      union all select format('The timeline of order %s goes back in time at %s', order_id, at) from events where at < at_before
      union all select format('Order %s went from %s to %s by itself', order_id, before, status) from events
        where by_user is null and status <> before and (before, status) not in
          (('pending', 'paid'), ('pending', 'failed'), ('pending', 'cancelled'))
          and not (before in ('failed', 'cancelled') and status in ('paid', 'processing', 'shipped', 'delivered'))
          and not (before = 'paid' and status = 'delivered' and not exists (
            select from order_items i where i.order_id = events.order_id and i.recipient is null))
          and not (before in ('failed', 'cancelled') and status = 'pending' and order_id in (
            select id from orders where cod_state is not null and cod_advance_paise > 0))
          and not (before in ('processing', 'shipped', 'delivered') and status in ('processing', 'shipped', 'delivered'))`,
  },
  {
    name: 'confirmation',
    rule: 'The shopper of a paid order gets one confirmation by e-mail',
    sql: `select format('Order %s is paid and has no confirmation e-mail', o.id) as problem
      from orders o join payments p on p.order_id = o.id and p.is_primary
      where o.email <> '' and o.created_at > now() - interval '300 days'
        and not exists (select from mails m where m.dedupe_key = 'order-confirmation:' || o.id)`,
  },
];

const money: AuditCheck[] = [
  {
    name: 'money-in',
    rule: 'Each captured payment is in the ledger once, with its amount, unless a free gift card pays it',
    sql: `select format('Payment %s of order %s is of %s paise, the ledger has %s', p.id, p.order_id,
        case when p.status = 'captured' and p.currency = 'INR' and not p.is_free then p.amount_paise else 0 end, coalesce(m.sum, 0)) as problem
      from payments p left join (select payment_id, sum(amount_paise) as sum, count(*) as n, min(order_id::text) as order_id
        from ledger_entries where refund_id is null group by 1) m on m.payment_id = p.id
      where coalesce(m.sum, 0) <> case when p.status = 'captured' and p.currency = 'INR' and not p.is_free then p.amount_paise else 0 end
        or m.n > 1 or m.order_id <> p.order_id::text`,
  },
  {
    name: 'money-out',
    rule: 'Each processed refund is in the ledger once, with its amount, unless it goes to a free gift card',
    sql: `select format('Refund %s of order %s is of %s paise, the ledger has %s', r.id, r.order_id,
        case when r.status = 'processed' and not p.is_free then r.amount_paise else 0 end, coalesce(-m.amount_paise, 0)) as problem
      from refunds r join payments p on p.id = r.payment_id left join ledger_entries m on m.refund_id = r.id
      where coalesce(-m.amount_paise, 0) <> case when r.status = 'processed' and not p.is_free then r.amount_paise else 0 end
        or m.order_id <> r.order_id or m.payment_id <> r.payment_id`,
  },
  {
    name: 'refunds-within-payment',
    rule: 'The refunds of a payment never exceed its amount',
    sql: `select format('Payment %s is of %s paise, %s are refunded', p.id, p.amount_paise, sum(r.amount_paise)) as problem
      from refunds r join payments p on p.id = r.payment_id where r.status <> 'failed'
      group by p.id having sum(r.amount_paise) > p.amount_paise or p.status <> 'captured' or bool_or(r.order_id <> p.order_id)`,
  },
  {
    name: 'refund-lines',
    rule: 'Refunds cover lines of their own order, never more units or money of a line than were bought',
    sql: `select format('Line %s of %s units for %s paise: %s units for %s paise are refunded, %s restocked', i.id,
          i.quantity, i.line_paise, t.units, t.paise, t.restocked) as problem
        from order_items i join (
          select l.order_item_id, coalesce(sum(l.quantity) filter (where r.status <> 'failed'), 0) as units,
            coalesce(sum(l.amount_paise) filter (where r.status <> 'failed'), 0) as paise, sum(l.restocked) as restocked
          from refund_lines l join refunds r on r.id = l.refund_id group by 1) t on t.order_item_id = i.id
        where t.units > i.quantity or t.paise > i.line_paise or t.restocked > i.quantity
      union all select format('Refund %s is of %s paise, its lines of %s', r.id, r.amount_paise, sum(l.amount_paise))
        from refund_lines l join refunds r on r.id = l.refund_id join order_items i on i.id = l.order_item_id
        group by r.id having sum(l.amount_paise) > r.amount_paise or bool_or(i.order_id <> r.order_id)`,
  },
  {
    name: 'refund-state',
    rule: 'The refund state of an order fits its refunds',
    sql: `select format('Order %s is %s and should be %s', id, refund_state, refund_state_of(id)) as problem from orders
      where refund_state <> 'none' and refund_state <> refund_state_of(id)
        or refund_state = 'none' and id in (select order_id from refunds where status <> 'failed')
          and refund_state_of(id) <> 'none'`,
  },
  {
    name: 'payment-requests',
    rule: 'A paid payment request has one captured payment of its amount and order; no other request has one',
    sql: `select format('Payment request %s of %s paise is %s and has the payment %s', d.id, d.amount_paise, d.state, coalesce(p.id::text, 'of nobody')) as problem
      from payment_requests d left join payments p on p.id = d.payment_id
      where (d.state = 'paid') <> (p.id is not null)
        or p.id is not null and (p.amount_paise <> d.amount_paise or p.order_id <> d.order_id or p.status <> 'captured' or p.is_primary)`,
  },
  {
    name: 'money-has-a-purpose',
    rule: 'Each captured payment is primary, is refunded, or has raised an alert',
    sql: `select format('Payment %s of order %s is not primary and not refunded', p.id, p.order_id) as problem
      from payments p where p.status = 'captured' and not p.is_primary and p.provider_payment_id is not null
        and p.amount_paise > coalesce((select sum(r.amount_paise) from refunds r where r.payment_id = p.id and r.status <> 'failed'), 0)
        and not exists (select from payment_requests d where d.payment_id = p.id)
        and not exists (select from attention_items a where a.subject = p.id::text
          or a.subject in (select r.id::text from refunds r where r.payment_id = p.id))`,
  },
];

/** The invariants of the books (threats §6.3), as questions to the whole database. */
export const auditChecks: AuditCheck[] = [
  ...log,
  ...stock,
  ...orders,
  ...money,
  ...manualOrderChecks,
  ...discountChecks,
  ...giftCardChecks,
  ...codChecks,
  ...documentChecks,
  ...shipments,
  ...states,
  ...totals,
  customerCheck,
];
