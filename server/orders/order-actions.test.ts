// Slow: `npm run check` leaves this file out.
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import type { OrderUpdates } from '../../shared/contract/orders/order-updates.ts';
import { receiveChanges } from '../../tests/support/changes.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { buyAsGuest, freshEmail, freshMobile, signUp } from '../../tests/support/people.ts';
import { place } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';
import { createOrderFeed } from './order-feed.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const list = async (query: string) => {
  const { status, body, headers } = await owner.get(`/order/admin?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const orders = body as unknown as { _id: string; amount: number }[];
  return { ids: orders.map(({ _id }) => _id), orders, total: Number(headers['x-total-count']) };
};

/** Dates an order, by the clock of India. */
const date = (id: string, indian: string) =>
  shop.db
    .updateTable('orders')
    .set({ createdAt: new Date(`${indian}+05:30`) })
    .where('id', '=', id)
    .execute();

describe('the list of orders', () => {
  it('finds an order by the numbers on its documents and by parts of name, email and mobile', async () => {
    const { id, providerOrderId } = await buyAsGuest(shop, 'lakshmi.n@kolam.example', {
      mobile: '9840012345',
      altMobile: '9840054321',
      shipping_details: {
        name: 'Lakshmi Narayanan',
        address: '7, South Mada Street',
        city: 'Chennai',
        state: 'Tamil Nadu',
        postalCode: '600004',
      },
    });
    await owner.post(`/order/admin/${id}/refund`, { amount: 5, reason: 'Scratched' });
    await shop.runJobs();
    const tracking = { courier: 'India Post', trackingNumber: 'EI998877665IN' };
    await owner.put(`/order/admin/${id}/status`, { status: 'shipped', ...tracking });
    const { body } = await owner.get(`/order/admin/${id}`);
    const [line] = body.cart_items as { sku: string }[];
    const { providerRefundId } = await shop.db
      .selectFrom('refunds')
      .select('providerRefundId')
      .where('orderId', '=', id)
      .executeTakeFirstOrThrow();
    for (const search of [
      id,
      id.slice(-6),
      `#${id.slice(-6).toUpperCase()}`,
      providerOrderId,
      `order ${id.slice(-6).toUpperCase()}`,
      `Order #${id.slice(-6)}`,
      `${id.slice(-6, -3)} ${id.slice(-3)}`,
      id.slice(0, 8),
      id.slice(0, 13),
      `#${id.slice(0, 12).toUpperCase()}`,
      String(body.payment_id),
      String(providerRefundId),
      String(body.invoice_number),
      String(body.invoice_number)
        .replace(/0+(?=\d+$)/, '')
        .toLowerCase(),
      `invoice ${body.invoice_number}`,
      'ei998877665in',
      '998877665',
      '9840054321',
      '+91 98400 54321',
      '600004',
      'chennai',
      'CHENN',
      String(line?.sku),
      String(line?.sku).slice(4, 20).toLowerCase(),
      'lakshmi',
      'NARAY',
      'la',
      'na',
      'kolam.ex',
      '9840012345',
      '+91 98400 12345',
      '98400-12345',
      '40012',
    ]) {
      expect((await list(`search=${encodeURIComponent(search)}`)).ids, search).toEqual([id]);
    }
    for (const search of ['pay_unknown', 'HT/26-27/999999', '%', 'narayan lakshmi', 'ay']) {
      expect((await list(`search=${encodeURIComponent(search)}`)).total, search).toBe(0);
    }
  });

  it('finds an invoice whose prefix contains a slash', async () => {
    const { id } = await buyAsGuest(shop, freshEmail());
    const number = { series: 'A/B', year: '26-27', number: 34, code: 'A/B/26-27/000034' };
    await shop.db.updateTable('invoices').set(number).where('orderId', '=', id).execute();
    for (const search of ['A/B/26-27/000034', 'invoice a/b/26-27/34']) {
      expect((await list(`search=${encodeURIComponent(search)}`)).ids, search).toEqual([id]);
    }
  });

  it('finds orders by the names of their products at the time of the order', async () => {
    const product = await createProduct(shop.db, { name: 'Bidri Surahi 100%', sizes: ['Tall'] });
    const { id } = await place(shop, [{ id: product.id }]);
    await shop.db.updateTable('products').set({ name: 'Renamed' }).where('id', '=', product.id).execute();
    for (const search of ['bidri sur', 'SURAHI', '100%', 'tall']) {
      expect((await list(`search=${encodeURIComponent(search)}`)).ids, search).toContain(id);
    }
    expect((await list('search=surahi%25tall')).total).toBe(0);
  });

  it('filters by days in India and by guest or account, and sorts', async () => {
    const product = await createProduct(shop.db, { stock: 50, pricePaise: 10_000 });
    const person = await signUp(shop);
    const days = [
      '2025-03-31T23:59:59.999',
      '2025-04-01T00:00:00',
      '2025-04-01T23:59:59',
      '2025-04-02T00:00',
    ];
    const ids: string[] = [];
    for (const [n, day] of days.entries()) {
      const { id } = await place(shop, [{ id: product.id, quantity: [3, 1, 4, 2][n] }]);
      ids.push(id);
      await date(id, day);
    }
    const [before = '', first = '', last = '', after = ''] = ids;
    await shop.db
      .updateTable('orders')
      .set({ userId: person.user._id, isGuest: false })
      .where('id', '=', first)
      .execute();
    expect((await list('from=2025-04-01&to=2025-04-01')).ids).toEqual([last, first]);
    expect((await list('to=2025-04-01')).ids).toEqual([last, first, before]);
    expect((await list('from=2025-04-01&to=2025-04-02&sort=createdAt')).ids).toEqual([first, last, after]);
    expect((await list('to=2025-04-02&guest=false')).ids).toEqual([first]);
    expect((await list('to=2025-04-02&guest=true')).total).toBe(3);
    expect((await list('to=2025-04-02&sort=-amount')).ids).toEqual([last, before, after, first]);
    expect((await list('to=2025-04-02&sort=amount&limit=2&page=2')).ids).toEqual([before, last]);
    for (const wrong of ['from=2025-02-30', 'to=yesterday', 'guest=maybe', 'sort=name', 'sort=amount;']) {
      const { status, body } = await owner.get(`/order/admin?${wrong}`);
      expect([status, Object.keys(body.errors as object)], wrong).toEqual([400, [wrong.split('=')[0]]]);
    }
  });
});

it('the figure of paid orders counts each of them until it is refunded, also packed, and none that is not paid', async () => {
  const paidOrders = async () => Number((await owner.get('/order/admin/stats')).body.paidOrders);
  const before = await paidOrders();
  const paid = await buyAsGuest(shop, 'figures@example.in');
  for (const status of ['processing', 'shipped', 'delivered']) {
    await owner.put(`/order/admin/${paid.id}/status`, { status });
    expect(await paidOrders(), status).toBe(before + 1);
  }
  const product = await createProduct(shop.db);
  const unpaid = await place(shop, [{ id: product.id }]);
  await owner.put(`/order/admin/${unpaid.id}/status`, { status: 'processing' });
  expect(await paidOrders()).toBe(before + 1);
});

describe('a refunded order', () => {
  it('is not shown as paid in the list, the counts or the dashboard', async () => {
    const whole = await buyAsGuest(shop, 'whole@refund.example');
    const part = await buyAsGuest(shop, 'part@refund.example');
    const shipped = await buyAsGuest(shop, 'shipped@refund.example');
    await owner.put(`/order/admin/${shipped.id}/status`, { status: 'shipped' });
    const paidOrders = async () => Number((await owner.get('/order/admin/stats')).body.paidOrders);
    const byStatus = async () => {
      shop.advance(1);
      const { body } = await owner.get('/auth/admin/stats');
      return body.ordersByStatus as Record<string, { count: number; revenue: number } | undefined>;
    };
    const paidBefore = await paidOrders();
    const before = await byStatus();
    await owner.post(`/order/admin/${whole.id}/refund`, { reason: 'Sent back' });
    await owner.post(`/order/admin/${part.id}/refund`, { amount: 100, reason: 'Late' });
    await owner.post(`/order/admin/${shipped.id}/refund`, { reason: 'Lost' });
    await shop.runJobs();

    const refunded = new Set([whole.id, part.id, shipped.id]);
    const standing = async (status: string) =>
      (await list(`status=${status}&limit=100`)).ids.filter((id) => refunded.has(id));
    expect(await standing('paid')).toEqual([part.id]);
    expect(await standing('shipped')).toEqual([]);
    expect(await standing('refunded')).toEqual([shipped.id, whole.id]);
    expect(await standing('partly_refunded')).toEqual([part.id]);
    expect((await owner.get(`/order/admin/${whole.id}`)).body).toMatchObject({ refundState: 'refunded' });
    expect(await paidOrders()).toBe(paidBefore - 2);
    const after = await byStatus();
    expect(after.paid?.count).toBe((before.paid?.count ?? 0) - 1);
    expect(after.refunded).toEqual({ count: 2, revenue: 0 });
  });

  it('does not list refunded units on the packing slip, and says so', async () => {
    const cups = await createProduct(shop.db, { name: 'Kulhad cup', stock: 9 });
    const tray = await createProduct(shop.db, { name: 'Sabai tray' });
    const order = await place(shop, [{ id: cups.id, quantity: 3 }, { id: tray.id }]);
    await owner.put(`/order/admin/${order.id}/status`, { status: 'paid' });
    const { body } = await owner.get(`/order/admin/${order.id}/refund`);
    const [cup, second] = body.lines as { line_id: string }[];
    const lines = [
      { line_id: cup?.line_id, quantity: 1 },
      { line_id: second?.line_id, quantity: 1 },
    ];
    await owner.post(`/order/admin/${order.id}/refund`, { lines, reason: 'Changed their mind' });
    const slip = async () =>
      pdfText((await owner.get(`/order/admin/${order.id}/packing-slip`)).body.raw as Buffer);
    const part = await slip();
    for (const words of ['2 ×', '2 units', 'Kulhad cup', 'Without refunded items'])
      expect(part).toContain(words);
    expect(part).not.toContain('Sabai tray');
    await owner.post(`/order/admin/${order.id}/refund`, { reason: 'All of it' });
    expect(await slip()).toContain('Refunded: do not ship');
  });
});

describe('the export', () => {
  it('lists every matching order once, in rupees and Indian time, without formulas (T-INJ-07)', async () => {
    const product = await createProduct(shop.db, { name: '=cmd|calc', stock: 2000, pricePaise: 12_350 });
    const delivery = { address: '+1', city: '@SUM(A1)', state: 'Goa', postalCode: '403001' };
    const order = await place(shop, [{ id: product.id, quantity: 2 }], {
      shipping_details: { ...delivery, name: '=HYPERLINK("http://evil.example","Asha, ""Rao""")' },
    });
    await date(order.id, '2024-06-30T00:10:00');
    const rows = await exported('from=2024-06-30&to=2024-06-30');
    const [head = [], line = []] = rows;
    expect(rows).toHaveLength(2);
    expect(Object.fromEntries(head.map((name, i) => [name, line[i]]))).toMatchObject({
      Order: `#${order.id.slice(-6).toUpperCase()}`,
      'Date (India)': '2024-06-30 00:10',
      Status: 'pending',
      Name: `'=HYPERLINK("http://evil.example","Asha, ""Rao""")`,
      'Bought as': 'guest',
      Units: '2',
      Items: '2 × =cmd|calc',
      Amount: '247',
      Paid: '0',
      'Net payment': '0',
      Address: "'+1",
      City: "'@SUM(A1)",
      'PIN code': '403001',
      'Order ID': order.id,
    });
  });

  it('reads many chunks, including orders of the same instant', async () => {
    const product = await createProduct(shop.db);
    const { id } = await place(shop, [{ id: product.id }]);
    const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 1201 }, (_, n) => ({
      ...row,
      id: undefined,
      shipping: JSON.stringify(row.shipping),
      providerOrderId: null,
      idempotencyKey: null,
      requestHash: null,
      createdAt: new Date(Date.UTC(2023, 0, 1, 0, 0, 0, n % 3)),
    }));
    await shop.db.insertInto('orders').values(copies).execute();
    const ids = (await exported('to=2023-12-31')).slice(1).map((cells) => cells.at(-1));
    expect(ids).toHaveLength(1201);
    expect(new Set(ids).size).toBe(1201);
  });

  it('are refused for a day that no calendar has, and an error has a status', async () => {
    for (const path of ['/order/admin', '/order/admin/export.csv', '/admin/log'])
      for (const day of ['0000-02-29', '2026-02-30'])
        expect((await owner.get(`${path}?from=${day}`)).body).toMatchObject({
          code: 'validation_failed',
          message: 'from must be a day as in 2026-11-21',
        });
    await shop.db.schema.alterTable('orders').renameTo('orders_gone').execute();
    const { status } = await owner.get('/order/admin/export.csv');
    await shop.db.schema.alterTable('orders_gone').renameTo('orders').execute();
    expect(status).toBe(500);
  });

  async function exported(query: string) {
    const { status, body, headers } = await owner.get(`/order/admin/export.csv?${query}`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="orders.csv"');
    return parse(String(body.raw), { bom: true });
  }
});

describe('the packing slip', () => {
  it('shows items and address without prices, and markup as text (T-XSS-03)', async () => {
    const product = await createProduct(shop.db, { name: 'Bidri <b>Vase</b>', sizes: ['Tall'] });
    const { id } = await place(shop, [{ id: product.id, quantity: 3 }], {
      shipping_details: {
        name: '<script>alert(1)</script>',
        address: '"><img src=x onerror=alert(1)>, Chowk',
        city: 'Bidar',
        state: 'Karnataka',
        postalCode: '585401',
      },
    });
    const reply = await owner.get(`/order/admin/${id}/packing-slip`);
    expect(reply.headers['content-type']).toBe('application/pdf');
    const text = pdfText(reply.body.raw as Buffer);
    for (const part of [
      'Packing slip',
      id.slice(-6).toUpperCase(),
      '3 units',
      'Bidri <b>Vase</b>',
      'Tall',
      '3 ×',
      'SKU-',
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>, Chowk',
      'Bidar 585401',
      '9876543210',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/₹|(?<![\w-])(1,?299|3,?897)(?![\w-])/);
    expect((await owner.get('/order/admin/none/packing-slip')).status).toBe(404);
  });

  it('repeats its header on every page of an order with 50 lines', async () => {
    const lines = [];
    for (let n = 0; n < 50; n++) {
      const { id } = await createProduct(shop.db, { name: `${n} ${'Kalamkari wall hanging '.repeat(6)}` });
      lines.push({ id });
    }
    const { id } = await place(shop, lines);
    const { body } = await owner.get(`/order/admin/${id}/packing-slip`);
    const pages = pdfText(body.raw as Buffer).split('\f');
    expect(pages.length).toBeGreaterThan(1);
    for (const [i, page] of pages.entries()) {
      expect(page).toContain('SKU');
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
    }
  });
});

describe('updates of orders', () => {
  const news = async (after?: string) =>
    (await owner.get(`/order/admin/news${after ? `?after=${after}` : ''}`)).body as OrderUpdates;

  /** Repeats the request until this update has arrived. */
  async function untilPublished(after: string, happening: OrderUpdates['orders'][number]): Promise<void> {
    const { cursor, orders } = await news(after);
    const found = orders.some((order) => JSON.stringify(order) === JSON.stringify(happening));
    if (!found) await untilPublished(cursor, happening);
  }

  it('reach waiting requests through database notifications', async () => {
    ({ stop } = await receiveChanges(shop, shop));
    const { cursor } = await news();
    const waiting = news(cursor);
    const { id, providerOrderId } = await place(shop, [{ id: (await createProduct(shop.db)).id }]);
    const first = await waiting;
    expect(first.missed).toBe(false);
    expect(first.orders[0]).toEqual({ _id: id, status: 'pending', isNew: true });
    const paid = untilPublished(first.cursor, { _id: id, status: 'paid', isNew: false });
    await shop.fake.pay(providerOrderId);
    await owner.post(`/order/admin/${id}/check`, {});
    await paid;
    for (const odd of ['x', `${cursor}9`, cursor.replace(/\d+$/, 'NaN')]) {
      expect(await news(odd), odd).toMatchObject({ missed: true, orders: [] });
    }
  });

  let stop = async () => {};
  afterAll(() => stop());

  it('are empty after a timeout and when the shop stops, and “missed” after a gap', async () => {
    const feed = createOrderFeed({ waitMs: 20 });
    const { cursor } = await feed.read(undefined);
    expect(await feed.read(cursor)).toEqual({ cursor, missed: false, orders: [] });
    const patient = createOrderFeed();
    const begun = (await patient.read(undefined)).cursor;
    const waiting = patient.read(begun);
    patient.gap(true);
    expect(await waiting).toMatchObject({ missed: true });
    const last = patient.read((await patient.read(undefined)).cursor);
    patient.close();
    expect(await Promise.race([last, sleep(1000)])).toMatchObject({ missed: false, orders: [] });
    // Another process that receives the same since it started, and one whose changes are not received.
    const another = createOrderFeed({ waitMs: 20 });
    for (const item of [feed, another]) {
      item.publish('listening:start');
      item.publish('order:insert:7:pending');
    }
    const source = (await another.read(undefined)).cursor;
    for (const item of [feed, another]) item.publish('order:update:7:paid');
    const change = { _id: '7', status: 'paid', isNew: false };
    expect(await feed.read(source)).toMatchObject({ missed: false, orders: [change] });
    another.gap(false);
    expect(await another.read((await another.read(undefined)).cursor)).toMatchObject({ missed: true });
    for (let n = 0; n < 1500; n++) feed.publish(`order:insert:${n}:pending`);
    feed.publish('catalogue');
    feed.publish('order:insert:1:nonsense');
    expect((await feed.read(cursor)).missed).toBe(true);
  });
});

it('are for admins only', async () => {
  const shopper = await signUp(shop, { mobile: freshMobile() });
  for (const path of ['/order/admin/export.csv', '/order/admin/news', '/order/admin/x/packing-slip']) {
    expect((await shop.get(path)).status).toBe(401);
    expect((await shop.get(path, { headers: shopper.headers })).status).toBe(403);
  }
});
