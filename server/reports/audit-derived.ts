/** One thing that must hold; `sql` gives a row with a `problem` for each place where it does not. */
export type AuditCheck = { name: string; rule: string; sql: string };

/** Shipments (contract §7). */
export const shipments: AuditCheck[] = [
  {
    name: 'shipments',
    rule: 'Shipments contain lines of their own order, never more units than were bought, and times that fit their state',
    sql: `select format('Line %s of %s units has %s in shipments, %s of them back in stock', i.id, i.quantity,
          sum(l.quantity) filter (where s.state <> 'cancelled'), sum(l.restocked)) as problem
        from shipment_lines l join shipments s on s.id = l.shipment_id join order_items i on i.id = l.order_item_id
        group by i.id having sum(l.quantity) filter (where s.state <> 'cancelled') > i.quantity
          or bool_or(i.order_id <> s.order_id) or bool_or(l.restocked > 0 and s.state <> 'returned')
      union all select format('Shipment %s of order %s is %s and has no units', s.number, s.order_id, s.state) from shipments s
        where s.state <> 'cancelled' and not exists (select from shipment_lines l where l.shipment_id = s.id)
      union all select format('Shipment %s of order %s is %s, its times do not fit', number, order_id, state) from shipments
        where state = 'shipped' and shipped_at is null or state = 'delivered' and delivered_at is null
          or state = 'returned' and returned_at is null
          or state in ('packed', 'shipped') and (delivered_at is not null or returned_at is not null)`,
  },
  {
    name: 'courier-bookings',
    rule: 'What a courier has booked has its tracking number (decision 114)',
    sql: `select format('Booking %s of shipment %s has no tracking number', reference, shipment_id) as problem
      from courier_bookings where state = 'booked' and tracking_number = ''`,
  },
  {
    name: 'order-batches',
    rule: 'A batch counts each of its orders once and has finished when all are counted (contract §7)',
    sql: `select format('Batch %s of %s orders: %s are counted, %s of them skipped%s', b.id, cardinality(order_ids), done,
          s.skipped, case when finished_at is null then '' else ', finished' end) as problem
        from order_batches b cross join lateral (select count(*) as skipped
          from order_batch_skips where batch_id = b.id) s
        where done > cardinality(order_ids) or s.skipped > done or (finished_at is not null) <> (done = cardinality(order_ids))`,
  },
];

/** What is stored of an order and can be computed from its money and its shipments (contract §7). */
export const states: AuditCheck[] = [
  {
    name: 'order-states',
    rule: 'The stored payment and fulfilment of an order are those computed from its ledger, payments and shipments',
    sql: `select format('Order %s is stored as %s, its records say %s', coalesce(kept.order_id, found.order_id), kept, found) as problem
      from order_states kept full join order_states_of(array(select id from orders)) found using (order_id)
      where kept is distinct from found`,
  },
  {
    name: 'status-of-states',
    rule: 'The status of an order is the one that its payment and its shipments imply',
    sql: `select format('Order %s is %s, its fulfilment is %s%s', o.id, o.status, s.fulfilment_state,
          case when s.to_ship then ' with a packed shipment' else '' end) as problem
        from orders o join order_states s on s.order_id = o.id
        where o.status not in ('failed', 'cancelled') and case s.fulfilment_state
          when 'delivered' then o.status <> 'delivered'
          when 'partly_fulfilled' then o.status <> 'processing'
          when 'unfulfilled' then case when s.to_ship then o.status <> 'processing' else o.status not in ('pending', 'paid') end
          else o.status <> 'shipped' end
      union all select format('Order %s is pending and has a primary payment', o.id) from orders o
        join payments p on p.order_id = o.id and p.is_primary
        where o.status = 'pending' and due_on_delivery(o) = 0 and not exists (select from order_events e
          where e.order_id = o.id and e.status = 'pending' and e.by_user is not null)
      union all select format('Order %s has ended, a packed shipment waits', o.id) from orders o
        join shipments s on s.order_id = o.id and s.state = 'packed' where o.status in ('failed', 'cancelled')`,
  },
];

/** Kept totals. */
export const totals: AuditCheck[] = [
  {
    name: 'order-totals',
    rule: 'The kept totals of orders and sales equal those counted from all orders (decision 64)',
    sql: `select format('Orders of %s (%s, %s, test %s, guest %s, hidden %s): %s orders of %s paise too many', day, status,
          refund_state, is_test, is_guest, is_hidden, sum(orders), sum(paise)) as problem
        from (select * from order_totals union all select * from order_total_changes
          union all select '-infinity', status, refund_state, is_test, is_guest, is_hidden, orders, paise from order_total_changes
          union all select day, status, refund_state, is_test, is_guest, is_hidden, -orders, -paise from count_order_totals()) t
        group by day, status, refund_state, is_test, is_guest, is_hidden having sum(orders) <> 0 or sum(paise) <> 0
      union all select format('Sales of %s (test %s, hidden %s): %s paise too many', day, is_test, is_hidden, sum(paise))
        from (select * from sales_totals union all select * from sales_total_changes
          union all select day, is_test, is_hidden, -paise from count_sales_totals()) t
        group by day, is_test, is_hidden having sum(paise) <> 0`,
  },
  {
    name: 'product-totals',
    rule: 'The kept totals of products equal those counted from all products (decision 64)',
    sql: `select format('Products that are %s in category %s: %s too many', status, category_id, sum(products)) as problem
      from (select * from product_totals union all select * from product_total_changes
        union all select status, category_id, subcategory_id, brand_id, product_type_id, is_featured, is_top_deal,
          is_trending, -products from count_product_totals()) t
      group by status, category_id, subcategory_id, brand_id, product_type_id, is_featured, is_top_deal, is_trending
      having sum(products) <> 0`,
  },
  {
    name: 'facet-totals',
    rule: 'The kept totals of facets equal those counted from all products for sale (decision 81)',
    sql: `select format('Facet value %s in category %s: %s too many', facet_value, category_id, sum(products)) as problem
      from (select * from facet_totals union all select * from facet_total_changes
        union all select category_id, subcategory_id, facet_value, -products from count_facet_totals()) t
      group by category_id, subcategory_id, facet_value having sum(products) <> 0`,
  },
];
