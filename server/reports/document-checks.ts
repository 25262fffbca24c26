import type { AuditCheck } from './audit-derived.ts';

/**
 * What may be left to pay of an order that was changed after it was paid (decision 102): it was asked for, and not
 * paid.
 */
export const requestedPaise = (orderId: string) =>
  `coalesce((select max(d.amount_paise) from payment_requests d where d.order_id = ${orderId} and d.state <> 'paid'), 0)`;

/** Notes from before refunds had lines name no line of the invoice; of them only the sums can be checked. */
const creditNoteLines: AuditCheck = {
  name: 'credit-note-lines',
  rule: 'A credit note has exactly the lines and units of its refund, never more than the invoice',
  sql: `with named as (
      select n.id, n.code, n.order_id, n.refund_id, n.content->'against'->>'code' as against, (l->>'line')::int as line, sum((l->>'quantity')::int) as units,
        sum((l->>'linePaise')::bigint) as paise
      from invoices n, jsonb_array_elements(n.content->'lines') l
      where n.kind = 'credit_note' and l ? 'line' group by 1, 2, 3, 4, 5, 6),
    refunded as (
      select l.refund_id, i.order_id, l.quantity as units,
        (select count(*) from order_items b where b.order_id = i.order_id and b.position < i.position) as line
      from refund_lines l join order_items i on i.id = l.order_item_id where l.quantity > 0)
    select format('%s names %s units of line %s, its refund covers %s', n.code, coalesce(named.units, 0),
        coalesce(named.line, r.line), coalesce(r.units, 0)) as problem
      from (select * from named where units > 0) named
      full join (select * from refunded where refund_id in (select refund_id from named)) r
        on r.refund_id = named.refund_id and r.line = named.line
      join invoices n on n.refund_id = coalesce(named.refund_id, r.refund_id)
      where named.units is distinct from r.units
    union all select format('Credit notes of invoice %s reverse %s units and %s paise of line %s', i.code, t.units, t.paise, t.line)
      from (select order_id, against, line, sum(units) as units, sum(paise) as paise from named group by 1, 2, 3) t
      join invoices i on i.order_id = t.order_id and i.code = t.against
      where t.units > (i.content->'lines'->t.line->>'quantity')::int
        or t.paise > (i.content->'lines'->t.line->>'linePaise')::bigint`,
};

/** Invoices and credit notes agree with their orders, their money and their series. */
export const documentChecks: AuditCheck[] = [
  {
    name: 'invoice-of-each-order',
    rule: 'Each order that was paid has an invoice of its amount less what a free gift card pays, and so has one that is paid on delivery and has left the shop; no other order has one',
    sql: `select format('Order %s has a primary payment and no invoice', p.order_id) as problem from payments p
        join orders o on o.id = p.order_id
        where p.is_primary and due_on_delivery(o) = 0 and not exists (select from invoices i where i.order_id = p.order_id and i.kind = 'invoice')
      union all select format('Invoice %s is of an order that was not paid', i.code) from invoices i
        where i.kind = 'invoice' and not exists (select from payments p join orders o on o.id = p.order_id
            where p.order_id = i.order_id and p.is_primary and due_on_delivery(o) = 0)
          and not exists (select from orders o join shipments s on s.order_id = o.id
            where o.id = i.order_id and o.cod_state is not null and s.state in ('shipped', 'delivered'))
      union all select format('Order %s is paid on delivery, has left the shop and has no invoice', o.id) from orders o
        where o.cod_state is not null and not exists (select from invoices i where i.order_id = o.id and i.kind = 'invoice')
          and exists (select from shipments s where s.order_id = o.id and s.state in ('shipped', 'delivered'))
      union all select format('Invoice %s is of %s paise, its order of %s', i.code, i.content->'totals'->>'totalPaise', o.amount_paise - l.free)
        from invoices i join orders o on o.id = i.order_id
          join (select order_id, sum(free_paise) as free from order_items group by 1) l on l.order_id = o.id
        where i.kind = 'invoice' and (i.content->'totals'->>'totalPaise')::bigint is distinct from o.amount_paise - l.free`,
  },
  {
    name: 'paper-sums',
    rule: 'The lines of an invoice or credit note add up to its total, taxes to the paisa',
    sql: `select format('%s does not add up', i.code) as problem from invoices i
      where (select sum((l->>'linePaise')::bigint) from jsonb_array_elements(i.content->'lines') l)
          is distinct from (i.content->'totals'->>'totalPaise')::bigint
        or (select sum((t.value)::bigint) from jsonb_each_text(i.content->'totals') t where t.key <> 'totalPaise')
          is distinct from (i.content->'totals'->>'totalPaise')::bigint
        or i.content->>'code' is distinct from i.code`,
  },
  {
    name: 'numbers',
    rule: 'Invoices and credit notes are numbered from 1 in each financial year, without gaps but recorded ones',
    sql: `select format('Series %s/%s: %s documents, numbers %s to %s, counter %s', c.series, c.year, count(i.kind), min(i.number), max(i.number), c.last) as problem
      from invoice_counters c full join (select series, year, number, kind from invoices
        union all select series, year, generate_series(first, last), null from skipped_numbers) i
        on i.series = c.series and i.year = c.year
      group by c.series, c.year, c.last
      having c.last is null or count(i.number) <> c.last or count(distinct i.number) <> c.last
        or max(i.number) is distinct from nullif(c.last, 0) or count(distinct i.kind = 'credit_note') > 1`,
  },
  {
    name: 'credit-notes',
    rule: 'Credit notes reverse the part of an invoice that was refunded, never more than the whole',
    sql: `with books as (
        select i.order_id, i.code, (i.content->'totals'->>'totalPaise')::bigint as total,
          coalesce((select sum((n.content->'totals'->>'totalPaise')::bigint) from invoices n where n.order_id = i.order_id and n.kind = 'credit_note'
            and n.content->'against'->>'code' = i.code), 0) as credited,
          coalesce((select sum(m.amount_paise) from ledger_entries m where m.order_id = i.order_id), 0) as net
        from invoices i where i.kind = 'invoice' and not exists (select from orders o where o.id = i.order_id
          and due_on_delivery(o) > 0))
      select format('Invoice %s of %s paise: %s are credited, the net payment is %s', code, total, credited, net) as problem
        from books where credited > total or total - credited > greatest(net, 0) + ${requestedPaise('books.order_id')}
      union all select format('Credit note %s names %s', n.code, coalesce(n.content->'against'->>'code', 'no invoice'))
        from invoices n left join invoices i on i.order_id = n.order_id and i.kind <> 'credit_note'
          and i.code = n.content->'against'->>'code'
        where n.kind = 'credit_note' and i.id is null
      union all select format('Invoice %s was replaced and is not reversed by one credit note', i.code)
        from invoices i left join invoices n on n.order_id = i.order_id and n.kind = 'credit_note'
          and n.content->'against'->>'code' = i.code
        where i.kind not in ('invoice', 'credit_note') group by i.id
        having count(n.id) <> 1 or bool_or(n.refund_id is not null) or min((n.content->'totals')::text) <> (i.content->'totals')::text
      union all select format('Credit note %s belongs to no refund, and its invoice was not replaced', n.code)
        from invoices n join invoices i on i.order_id = n.order_id and i.code = n.content->'against'->>'code'
        where n.kind = 'credit_note' and n.refund_id is null and i.kind = 'invoice'`,
  },
  creditNoteLines,
];
