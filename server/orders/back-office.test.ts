import { expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { buyAsGuest, createAdmin, ordersOf, signUp } from '../../tests/support/people.ts';
import { place } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop();
const admin = await createAdmin(shop);

const get = (url: string) => shop.get(url, { headers: admin.headers });
const list = async (query = '') => {
  const { status, body, headers } = await get(`/order/admin${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const orders = body as unknown as { _id: string; status: string; order_number: string }[];
  return { ids: orders.map(({ _id }) => _id), orders, total: Number(headers['x-total-count']) };
};
const act = (method: 'DELETE' | 'POST', url: string) => shop.call(method, url, { headers: admin.headers });

it('lists all orders in pages, newest first, with the columns of the table', async () => {
  const made: string[] = [];
  for (let n = 0; n < 5; n++) {
    const product = await createProduct(shop.db, { name: `Vase ${n}` });
    made.unshift((await place(shop, [{ id: product.id, quantity: 2 }])).id);
  }
  const { orders, ids, total } = await list();
  expect(ids.slice(0, 5)).toEqual(made);
  expect(total).toBe(ids.length);
  expect(orders[0]).toMatchObject({
    order_number: made[0]?.slice(-6).toUpperCase(),
    amount: 2598,
    status: 'pending',
    customer: { name: 'Asha Rao', email: 'asha@example.in', mobile: '9876543210' },
    shippingAddress: { city: 'Bengaluru', postalCode: '560003' },
    orderItems: [{ name: 'Vase 4', quantity: 2, price: 1299 }],
  });
  expect((await list('?limit=2&page=2')).ids).toEqual(made.slice(2, 4));
  expect((await list('?limit=2&page=9')).ids).toEqual([]);
  for (const wrong of ['?limit=0', '?limit=101', '?page=x', '?status=lost', '?deleted=perhaps']) {
    expect((await get(`/order/admin${wrong}`)).status, wrong).toBe(400);
  }
});

it('finds an order by number, name, email, mobile and status', async () => {
  const product = await createProduct(shop.db);
  const buyer = { email: 'meera%_\\@example.in', mobile: '9811122233' };
  const order = await place(shop, [{ id: product.id }], {
    ...buyer,
    email: 'meera.k@example.in',
    shipping_details: {
      name: "Meera O'Kumar 100%",
      address: 'A',
      city: 'C',
      state: 'Goa',
      postalCode: '403001',
    },
  });
  for (const search of [
    order.id.slice(-6).toUpperCase(),
    `%23${order.id.slice(-6)}`,
    'MEERA.k@example.in',
    '9811122233',
    "o'kumar",
    '100%25',
  ]) {
    expect((await list(`?search=${search}`)).ids, search).toEqual([order.id]);
  }
  for (const search of ['%25%25', '_', "' or 1=1", '%F0%9F%99%82']) {
    expect((await list(`?search=${encodeURIComponent(decodeURIComponent(search))}`)).total, search).toBe(0);
  }
  expect((await list('?status=pending')).ids).toContain(order.id);
  expect((await list('?status=shipped')).ids).toEqual([]);
});

it('hides an order with a document from the list only, and restores it (T-PAY-29, T-ADM-05)', async () => {
  const person = await signUp(shop);
  const guest = await buyAsGuest(shop, 'hidden@example.in');
  const figures = async () => (await get('/order/admin/stats')).body as Record<string, number>;
  const before = await figures();
  expect(before).toMatchObject({ paidOrders: 1, totalRevenue: 1299 });
  expect((await act('DELETE', `/order/admin/${guest.id}`)).body).toMatchObject({ success: true });
  // It is in the books: in figures, search, export and prints.
  expect(await figures()).toEqual(before);
  const shown = await list();
  expect([shown.ids.includes(guest.id), shown.total]).toEqual([false, shown.ids.length]);
  expect((await list(`?search=${guest.id.slice(-6)}`)).ids).toEqual([guest.id]);
  const csv = await get('/order/admin/export.csv');
  expect(String(csv.body.raw)).toContain(guest.id);
  const print = { kind: 'invoices', matching: 'status=paid' };
  const job = await shop.call('POST', '/order/admin/print-jobs', { payload: print, headers: admin.headers });
  expect(job.body).toMatchObject({ total: 1 });
  expect((await list('?deleted=true')).ids).toEqual([guest.id]);
  expect((await shop.get(`/order/${guest.id}?key=${guest.key}`)).status).toBe(200);
  expect((await shop.get(`/razorpay/invoice/${guest.id}?key=${guest.key}`)).status).toBe(200);
  expect((await get(`/order/admin/${guest.id}`)).body).toMatchObject({ deleted: true, paidAmount: 1299 });
  expect((await act('POST', `/order/admin/${guest.id}/restore`)).body).toMatchObject({ deleted: false });
  expect(await figures()).toEqual(before);
  expect((await act('DELETE', '/order/admin/none-such')).status).toBe(404);
  // One without a document is nothing for the books.
  const { id: product } = await createProduct(shop.db);
  const unpaid = await place(shop, [{ id: product }], { email: 'unpaid@example.in' });
  await act('DELETE', `/order/admin/${unpaid.id}`);
  expect(await figures()).toEqual(before);
  expect((await list('?search=unpaid@example.in')).ids).toEqual([]);
  expect(await ordersOf(shop, person)).toEqual([]);
  const log = await shop.db
    .selectFrom('adminLog')
    .select(['action', 'userId'])
    .where('subject', '=', guest.id)
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { action: 'order.hide', userId: admin.user._id },
    { action: 'order.restore', userId: admin.user._id },
  ]);
});
