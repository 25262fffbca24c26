import type pg from 'pg';
import { bulkLoad } from './bulk-load.ts';

/**
 * Fills a migrated database with three years of a busy shop: `count` orders with lines, payments, refunds, documents,
 * timelines, stock and mails that agree (`npm run audit` finds nothing), 20,000 accounts, 5,000 contact queries. The
 * same seed gives the same distribution. It takes seconds, because each statement inserts many rows.
 */
export async function fillWithOrders(pool: pg.Pool, count: number): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query(`set statement_timeout = 0; set lock_timeout = 0; set synchronous_commit = off;
      set idle_in_transaction_session_timeout = 0; set work_mem = '256MB'; set maintenance_work_mem = '1GB';
      set temp_buffers = '128MB'`);
    await connection.query('begin');
    await connection.query('select fold_customers(10000000)');
    await connection.query(products);
    await connection.query(accounts);
    await bulkLoad(connection, tables, async () => {
      for (const step of [orders(count), lines, payments, parcels, timelines, documents, mails, customers])
        await connection.query(step);
    });
    await connection.query(backOffice);
    await connection.query('commit');
    await connection.query('vacuum analyze');
  } finally {
    connection.release(true);
  }
}

const tables = [
  'orders',
  'order_items',
  'order_events',
  'order_states',
  'order_balances',
  'shipments',
  'shipment_lines',
  'payments',
  'refunds',
  'ledger_entries',
  'stock_movements',
  'invoices',
  'mails',
  'customers',
  'customer_contacts',
  'customer_orders',
];

const firstNames =
  'Asha Ravi Meera Arjun Lakshmi Imran Fatima Joseph Gurpreet Nandini Sunita Vikram Anjali Farhan Kavya Rohan Divya Suresh Padma Irfan';
const lastNames =
  'Rao Sharma Iyer Khan Patel Singh Nair Das Reddy Kulkarni Fernandes Mehta Gupta Bose Pillai Joshi Chatterjee Naidu Kaur Verma';
const pick = (words: string, index: string) =>
  `(string_to_array('${words}', ' '))[1 + (${index})::int % ${words.split(' ').length}]`;
const personName = (i: string) => `${pick(firstNames, i)} || ' ' || ${pick(lastNames, `${i} / 20`)}`;

const taxes = `'{"cgstPaise": 0, "sgstPaise": 0, "igstPaise": 0}'::jsonb`;

/** The products for sale: the shop's own, or 300 simple ones if it has none. */
const products = `
  select setseed(0.42);
  with made as (
    insert into products (name, slug, description, status, hsn, created_at)
    select ${pick('Indigo Madder Brass Blue Silver Sabai', 'i')} || ' ' ||
        ${pick('cushion vase diya stole mug jutti basket', 'i')} || ' ' || i,
      'bench-product-' || i, 'Made by hand.', 'active', '6304', now() - interval '3 years'
    from generate_series(1, 300) i where not exists (select from products) returning id, slug)
  insert into variants (product_id, sku, price_paise, selling_paise, stock)
    select id, upper(slug), paise, paise, (random() * 60)::int
    from (select id, slug, 9900 + (random() * 400000)::int as paise from made) priced;
  insert into stock_movements (variant_id, delta, reason, by_label)
    select id, stock, 'Initial stock', 'Bench' from variants v
    where stock > 0 and not exists (select from stock_movements m where m.variant_id = v.id);
  create temp table bench_goods as
    select row_number() over (order by v.id) as rank, v.product_id, v.id as variant_id, p.name, p.slug, p.hsn,
      coalesce(p.gst_tenths, 180) as gst_tenths, v.sku, array_to_string(v.option_values, ' / ') as label,
      greatest(100, v.selling_paise) as unit_paise,
      (select path from product_images i where i.product_id = p.id order by position limit 1) as image
    from variants v join products p on p.id = v.product_id where v.deleted_at is null;
  create unique index on bench_goods (rank);
  analyze bench_goods`;

const accounts = `
  create temp table bench_buyers as
    select i, gen_random_uuid() as id, ${personName('i')} as name, 'buyer' || i || '@example.in' as email,
      (7000000000 + i * 37)::text as mobile from generate_series(1, 20000) i;
  create unique index on bench_buyers (i);
  analyze bench_buyers;
  insert into users (id, name, email, mobile, email_verified_at, created_at)
    select id, name, email, mobile, now(), now() - random() * interval '1095 days' from bench_buyers`;

/** Orders that grow over the years, with more at weekends and before Diwali. */
const orders = (count: number) => `
  create temp table bench_orders as
    select row_number() over (order by at) as n, gen_random_uuid() as id, at, r, lines, guest,
      case when not guest then 1 + floor(20000 * power(random(), 2))::int end as buyer,
      case when at > now() - interval '20 minutes' then 'pending'
        when r < 0.03 then 'failed' when r < 0.07 then 'cancelled'
        when at > now() - interval '1 day' then 'paid'
        when at > now() - interval '3 days' then 'processing'
        when at > now() - interval '8 days' then 'shipped' else 'delivered' end::order_status as status
    from (
      select at, random() as r, 1 + floor(3.5 * random() * random())::int as lines, random() < 0.35 as guest
      from (select now() - (1 - sqrt(random())) * interval '1095 days' as at
        from generate_series(1, ${count * 3})) moments
      where random() < 0.35 + 0.2 * (extract(isodow from at) >= 6)::int
        + 0.25 * (extract(month from at) in (10, 11))::int
        + 0.2 * (hashtext(at::date::text) & 255) / 255
      limit ${count}) kept;
  create unique index on bench_orders (n);
  create unique index on bench_orders (id);
  analyze bench_orders`;

const lines = `
  create temp table bench_lines as
    select distinct on (id, variant_id) id as order_id, g.*, l.quantity from (
      select o.id, 1 + floor((select count(*) from bench_goods) * power(random(), 1.7))::int as rank,
        1 + floor(3 * power(random(), 4))::int as quantity
      from bench_orders o, generate_series(1, o.lines)) l
    join bench_goods g using (rank);
  analyze bench_lines;
  insert into orders (id, created_at, updated_at, status, stock, amount_paise, user_id, is_guest, name, email, mobile,
      shipping, access_key, placed_from, provider, provider_order_id, is_test, expires_at, courier, tracking_number,
      refund_state, deleted_at)
    select o.id, at, at, o.status, case when o.status in ('failed', 'cancelled') then 'released' else 'reserved' end::stock_state,
      total, b.id, guest, who.name, who.email, who.mobile,
      jsonb_build_object('name', who.name, 'address', n % 400 || ', ' || n % 23 + 1 || 'th Cross', 'city', 'Bengaluru',
        'state', 'Karnataka', 'postalCode', (560001 + n % 90)::text, 'country', 'India'),
      md5(o.id::text), '203.0.113.' || n % 250, 'sandbox', 'order_Bench' || lpad(n::text, 9, '0'), true, at + interval '15 minutes',
      case when o.status in ('shipped', 'delivered') then 'India Post' else '' end,
      case when o.status in ('shipped', 'delivered') then 'EB' || 100000000 + n || 'IN' else '' end,
      case when o.status = 'cancelled' and n % 2 = 0 then 'refunded'
        when o.status = 'delivered' and n % 50 = 0 then 'partly_refunded' else 'none' end::refund_state,
      case when n % 300 = 0 and o.status = 'failed' then at end
    from bench_orders o
    join (select order_id, sum(unit_paise * quantity) as total from bench_lines group by 1) t on t.order_id = o.id
    left join bench_buyers b on b.i = o.buyer
    cross join lateral (select coalesce(b.name, ${personName('n')}) as name,
      coalesce(b.email, 'guest' || n % 15000 || '@example.in') as email,
      coalesce(b.mobile, (8000000000 + n % 15000)::text) as mobile) who;
  insert into order_items (order_id, position, product_id, variant_id, name, variant_label, sku, slug, image, hsn,
      gst_tenths, unit_paise, quantity, line_paise)
    select order_id, row_number() over (partition by order_id), product_id, variant_id, name, label, sku, slug, image,
      hsn, gst_tenths, unit_paise, quantity, unit_paise * quantity from bench_lines;
  insert into order_addressees
    select id, addressee_of(o.name, shipping ->> 'address', shipping ->> 'postalCode') from bench_orders join orders o using (id)`;

/** Half of the cancelled orders were paid and refunded in full; 2% of the deliveries were refunded in part. */
const payments = `
  insert into payments (order_id, provider_payment_id, status, method, amount_paise, currency, is_primary, error_reason,
      created_at, captured_at)
    select id, 'pay_Bench' || lpad(n::text, 9, '0'), case when captured then 'captured' else 'failed' end::payment_status,
      ${pick('upi upi upi card netbanking wallet', 'n')}, amount_paise, 'INR', captured,
      case when captured then '' else 'payment_failed' end, paid_at, case when captured then paid_at end
    from (select b.*, o.amount_paise, b.at + interval '40 seconds' + r * interval '5 minutes' as paid_at,
        b.status <> 'failed' as captured
      from bench_orders b join orders o using (id)
      where b.status <> 'pending' and (b.status <> 'cancelled' or n % 2 = 0)) p;
  analyze orders, order_items, payments;
  insert into refunds (order_id, payment_id, amount_paise, status, reason, idempotency_key, provider_refund_id,
      created_at, processed_at)
    select b.id, p.id, case when b.status = 'cancelled' then p.amount_paise else greatest(100, p.amount_paise / 3) end,
      'processed', case when b.status = 'cancelled' then 'Order cancelled' else 'Damaged on arrival' end,
      'bench:' || n, 'rfnd_Bench' || lpad(n::text, 9, '0'), back, back
    from bench_orders b join payments p on p.order_id = b.id and p.is_primary
    cross join lateral (select least(b.at + interval '4 days', now()) as back) w
    where b.status = 'cancelled' or (b.status = 'delivered' and n % 50 = 0);
  insert into ledger_entries (at, order_id, payment_id, refund_id, amount_paise, reason, by_label)
    select captured_at, order_id, id, null, amount_paise, 'Payment', 'Payment provider' from payments
      where provider_payment_id like 'pay_Bench%' and status = 'captured'
    union all select processed_at, order_id, payment_id, id, -amount_paise, reason, 'Payment provider' from refunds
      where provider_refund_id like 'rfnd_Bench%'
    order by 1;
  insert into stock_movements (at, variant_id, delta, reason, order_id, by_label)
    select at, variant_id, -quantity, 'Order', id, 'Shopper' from bench_lines l join bench_orders o on o.id = l.order_id
    union all select at + interval '15 minutes', variant_id, quantity, 'Order ended', id, 'System'
      from bench_lines l join bench_orders o on o.id = l.order_id where status in ('failed', 'cancelled')
    order by 1;
  insert into stock_movements (at, variant_id, delta, reason, by_label)
    select now() - interval '1096 days', variant_id, -sum(delta), 'Delivery', 'Bench' from stock_movements
    where order_id in (select id from bench_orders) group by variant_id having sum(delta) <> 0`;

/** One parcel of each order that is packed or sent, and the states of all orders. */
const parcels = `
  insert into shipments (order_id, number, state, courier, tracking_number, created_at, shipped_at, delivered_at)
    select o.id, 1, case o.status when 'processing' then 'packed' else o.status::text end::shipment_state, o.courier,
      o.tracking_number, least(at + interval '1 day', now()),
      case when o.status <> 'processing' then least(at + interval '3 days', now()) end,
      case when o.status = 'delivered' then at + interval '8 days' end
    from bench_orders b join orders o using (id) where o.status in ('processing', 'shipped', 'delivered');
  insert into shipment_lines (shipment_id, order_item_id, quantity)
    select s.id, i.id, i.quantity from shipments s join bench_orders b on b.id = s.order_id
      join order_items i using (order_id);
  insert into order_states (order_id, created_at, is_hidden, payment_state, fulfilment_state, to_pack, to_ship, in_transit,
      is_unpaid, has_return)
    select id, created_at, deleted_at is not null, case when refund_state <> 'none' then refund_state::text
        when o.status in ('pending', 'cancelled') then 'pending' when o.status = 'failed' then 'failed' else 'paid' end::payment_state,
      case o.status when 'shipped' then 'fulfilled' when 'delivered' then 'delivered' else 'unfulfilled' end::fulfilment_state,
      o.status = 'paid', o.status = 'processing', o.status = 'shipped', o.status = 'pending', false
    from orders o join bench_orders using (id)`;

const timelines = `
  insert into order_events (order_id, at, status, by_user, by_label)
    select o.id, least(at + after, now()), e.status::order_status,
      case when is_manual then (select id from users where is_admin order by created_at limit 1) end,
      case when is_manual then 'Owner' else 'System' end
    from bench_orders o
    join (values ('pending', '0 s'::interval, 0, false), ('paid', '6 min', 1, false), ('processing', '1 day', 2, true),
      ('shipped', '3 days', 3, true), ('delivered', '8 days', 4, true), ('failed', '16 min', 5, false),
      ('cancelled', '20 min', 6, false)) e (status, after, step, is_manual)
      on e.status = 'pending' or e.status = o.status::text
        or step < array_position(array['pending', 'paid', 'processing', 'shipped', 'delivered'], o.status::text)
    order by at, step`;

const documents = `
  create temp table bench_documents as
    with year_of as (
      select id, at, (at at time zone 'Asia/Kolkata' - interval '3 months') as shifted from bench_orders)
    select p.order_id, p.captured_at, p.amount_paise, to_char(shifted, 'YY') || '-' || to_char(shifted + interval '1 year', 'YY') as year,
      row_number() over (partition by extract(year from shifted) order by p.captured_at, p.id) as number
    from payments p join year_of y on y.id = p.order_id where p.is_primary and p.provider_payment_id like 'pay_Bench%';
  analyze bench_documents;
  insert into invoices (order_id, series, year, number, code, issued_at, content)
    select b.order_id, 'HT', year, number, 'HT/' || year || '/' || lpad(number::text, 6, '0'), captured_at,
      ${content('invoice', "'HT/' || year || '/' || lpad(number::text, 6, '0')", 'l.lines', 'b.amount_paise')}
    from bench_documents b join orders o on o.id = b.order_id
    join (select order_id, jsonb_agg(${line('name', 'sku', 'quantity', 'unit_paise')}) as lines
      from bench_lines group by 1) l on l.order_id = b.order_id;
  insert into invoice_counters (series, year, last) select 'HT', year, max(number) from bench_documents group by year;
  analyze invoices, refunds;
  insert into invoices (kind, order_id, refund_id, series, year, number, code, issued_at, content)
    select 'credit_note', r.order_id, r.id, 'CN', r.year, r.number, c.code, processed_at,
      ${content('credit_note', 'c.code', `jsonb_build_array(${line("'Goods returned'", "''", '1', 'r.amount_paise')})`, 'r.amount_paise')}
        || jsonb_build_object('against', jsonb_build_object('code', i.code, 'issuedAt', i.issued_at))
    from (select r.*, to_char(shifted, 'YY') || '-' || to_char(shifted + interval '1 year', 'YY') as year,
        row_number() over (partition by extract(year from shifted) order by processed_at, r.id) as number
      from refunds r cross join lateral (select processed_at at time zone 'Asia/Kolkata' - interval '3 months' as shifted) y
      where provider_refund_id like 'rfnd_Bench%') r
    cross join lateral (select 'CN/' || r.year || '/' || lpad(r.number::text, 6, '0') as code) c
    join orders o on o.id = r.order_id join invoices i on i.order_id = r.order_id and i.kind = 'invoice';
  insert into invoice_counters (series, year, last) select series, year, max(number) from invoices where series = 'CN'
    group by 1, 2`;

/** The content of a document as invoice.ts creates it, for a shop without a GSTIN. */
function content(kind: string, code: string, lineList: string, total: string): string {
  return `jsonb_build_object('kind', '${kind}', 'title', '${kind === 'invoice' ? 'Invoice' : 'Credit Note'}',
    'code', ${code}, 'issuedAt', now(), 'against', null, 'isTest', true,
    'orderNumber', upper(right(o.id::text, 6)), 'orderedAt', o.created_at, 'paymentId', 'pay_bench', 'tax', 'none',
    'seller', jsonb_build_object('shopName', 'Haat', 'legalName', 'Haat', 'address', 'Jaipur', 'state', 'Rajasthan (08)',
      'gstin', '', 'email', '', 'mobile', ''),
    'buyer', jsonb_build_object('name', o.name, 'email', o.email, 'mobile', o.mobile), 'delivery', o.shipping,
    'placeOfSupply', '{"name": "Karnataka", "code": "29"}'::jsonb, 'lines', ${lineList}, 'summary', '[]'::jsonb,
    'totals', ${taxes} || jsonb_build_object('taxablePaise', ${total}, 'totalPaise', ${total}),
    'totalWords', 'Rupees ' || ${total} / 100 || ' only')`;
}

function line(name: string, sku: string, quantity: string, unit: string): string {
  return `jsonb_build_object('name', ${name}, 'variant', '', 'sku', ${sku}, 'hsn', '6304', 'gstTenths', 180,
    'quantity', ${quantity}, 'unitPaise', ${unit}, 'linePaise', ${unit} * ${quantity},
    'taxablePaise', ${unit} * ${quantity}) || ${taxes}`;
}

const mails = `
  insert into mails (kind, dedupe_key, to_address, subject, html, plain, invoice_of, status, attempts, created_at, sent_at)
    select 'order-confirmation', 'order-confirmation:' || o.id, o.email,
      'Your order ' || upper(right(o.id::text, 6)) || ' is confirmed', repeat('<p>Thank you.</p>', 20), 'Thank you.', o.id,
      'sent', 1, o.created_at, o.created_at
    from orders o join bench_documents b on b.order_id = o.id order by o.created_at`;

/** What `fold_customers` does for one change after the other. */
const customers = `
  select recount_order_totals();
  insert into customers (user_id, name, email, mobile, created_at)
    select u.id, u.name, u.email, u.mobile, u.created_at from users u join bench_buyers using (id);
  create temp table bench_guests as
    select distinct on (o.email) gen_random_uuid() as id, o.name, o.email, o.mobile,
      min(o.created_at) over (partition by o.email) as first_order_at
    from bench_orders b join orders o using (id) join order_balances on order_id = o.id
    where guest order by o.email, o.created_at desc;
  insert into customers (id, name, email, mobile, created_at) select id, name, email, mobile, first_order_at from bench_guests;
  insert into customer_contacts (value, customer_id)
    select c.email, c.id from customers c join bench_buyers b on b.id = c.user_id
    union all select email, id from bench_guests union all select mobile, id from bench_guests;
  analyze customers, bench_guests;
  insert into customer_orders (order_id, customer_id)
    select o.id, coalesce(c.id, g.id) from bench_orders b join orders o using (id) join order_balances on order_id = o.id
      left join customers c on c.user_id = o.user_id left join bench_guests g on b.guest and g.email = o.email;
  analyze customer_orders, order_balances;
  update customers c set orders = f.orders, paise = f.paise, test_orders = f.test_orders, test_paise = f.test_paise,
    last_order_at = f.last_order_at from customer_figures(null) f where f.customer_id = c.id;
  delete from customer_changes`;

const backOffice = `
  insert into contact_queries (name, email, subject, message, created_at, read_at)
    select ${personName('i')}, 'guest' || i || '@example.in', 'Question ' || i, repeat('When will it arrive? ', 1 + i % 30),
      now() - (1 - sqrt(random())) * interval '1095 days', case when i % 20 <> 0 then now() end
    from generate_series(1, 5000) i;
  insert into admin_log (at, user_id, action, subject)
    select now() - random() * interval '1095 days', (select id from users where is_admin order by created_at limit 1),
      ${pick('order.status product.update order.refund policy.update', 'i')}, i::text from generate_series(1, 20000) i;
  insert into attention_items (kind, order_id, subject, detail, created_at, resolved_at)
    select ${pick('amount-mismatch refund-failed auto-refund webhook-failed dispute', 'n')}, id, 'bench-' || n,
      jsonb_build_object('amountPaise', 100000), at, case when n % 4000 <> 0 then now() end
    from bench_orders where n % 250 = 0`;
