import { beforeAll, expect, it } from 'vitest';
import { adminOrderQuery } from '../../shared/contract/orders/orders.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { bearer, buyAsGuest, createAdmin, freshEmail, signUp } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const email = freshEmail();
const shippingDetails = {
  name: 'Asha Rao',
  address: '4 Lake Road',
  city: 'Pune',
  state: 'Maharashtra',
  postalCode: '411001',
  country: 'India',
};
const shop = await testShop();
const owner = await asOwner(shop);
const packer = await asOwner(shop, 'packer');
const paid = await buyAsGuest(shop, freshEmail(), { shipping_details: shippingDetails });
const delivered = await buyAsGuest(shop, email);
beforeAll(() => owner.put(`/order/admin/${delivered.id}/status`, { status: 'delivered' }));

const listed = async (query = '') => {
  const { status, body, headers } = await packer.get(`/order/admin${query}`);
  expect(status).toBe(200);
  const ids = (body as unknown as { _id: string }[]).map(({ _id }) => _id);
  expect(headers['x-total-count']).toBe(String(ids.length));
  return ids;
};

it('shows a packer the address and the units of orders to pack, and no money (T-ADM-12)', async () => {
  await owner.post(`/order/admin/${paid.id}/refund`, { amount: 1, reason: 'Scratch' });
  const { body } = await packer.get(`/order/admin/${paid.id}`);
  expect(body).toMatchObject({
    amount: null,
    paidAmount: null,
    refundedAmount: null,
    keptAmount: null,
    refundableAmount: null,
    payments: [],
    refunds: [],
    credit_notes: [],
    payment_id: null,
    invoice_url: null,
    shippingAddress: { city: 'Pune' },
    cart_items: [{ quantity: 1, price: null, total: null }],
  });
  expect(JSON.stringify(body)).not.toMatch(/₹|"pay_|"rfnd_/);
  const seen = (await owner.get(`/order/admin/${paid.id}`)).body;
  expect(seen).toMatchObject({ refundState: 'partly_refunded', payments: [{ status: 'captured' }] });
});

it('shows a packer no other order, by no filter, search or address (T-ADM-12)', async () => {
  const all = ['', '?status=delivered', '?deleted=true', `?search=${email}`];
  for (const query of all) expect(await listed(query)).not.toContain(delivered.id);
  expect(await listed()).toContain(paid.id);
  for (const path of ['', '/packing-slip', '/refund'])
    expect((await packer.get(`/order/admin/${delivered.id}${path}`)).status).toBe(
      path === '/refund' ? 403 : 404,
    );
  for (const path of ['/order/', '/razorpay/invoice/'])
    expect((await packer.get(`${path}${paid.id}`)).status).toBe(404);
  for (const path of ['/order/admin/stats', '/auth/admin/stats', '/order/admin/export.csv'])
    expect((await packer.get(path)).status).toBe(403);
});

/** All texts of a reply. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

it('lets a packer sort and find orders by nothing that the replies leave out (T-ADM-90)', async () => {
  const order = await buyAsGuest(shop, freshEmail(), { shipping_details: shippingDetails });
  await owner.post(`/order/admin/${order.id}/refund`, { amount: 1, reason: 'Scratched box' });
  await shop.runJobs();
  const seen = (await packer.get(`/order/admin/${order.id}`)).body;
  for (const sort of adminOrderQuery.shape.sort.unwrap().options)
    expect((await packer.get(`/order/admin?sort=${sort}`)).status, sort).toBe(
      seen[sort.replace('-', '')] === null ? 403 : 200,
    );

  const shown = new Set(textsIn(seen));
  const texts = textsIn((await owner.get(`/order/admin/${order.id}`)).body);
  const hidden = new Set(texts.filter((text) => text.length > 2 && !shown.has(text)));
  const found: string[] = [];
  for (const text of hidden) {
    const search = `search=${encodeURIComponent(text)}`;
    expect(await listed(`?${search}`), text).toEqual([]);
    if ((await owner.get(`/order/admin?${search}`)).headers['x-total-count'] === '0') continue;
    found.push(text);
    for (const [call, act] of [
      ['print-jobs', { kind: 'labels' }],
      ['batch', { action: 'pack' }],
    ] as const)
      expect((await packer.post(`/order/admin/${call}`, { ...act, matching: search })).status, text).toBe(
        400,
      );
  }
  for (const kind of [/^pay_/, /^order_/, /^TEST-\d/, /^TEST-CN-/])
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(kind)]));
});

it('lists only orders that a packer can open, whatever the filter (T-ADM-90)', async () => {
  const hidden = await buyAsGuest(shop, freshEmail());
  await owner.delete(`/order/admin/${hidden.id}`);
  const { status, view, payment, fulfilment } = adminOrderQuery.shape;
  const filters = [
    ...status.unwrap().options.map((value) => `status=${value}`),
    ...view.unwrap().options.map((value) => `view=${value}`),
    ...payment.unwrap().options.map((value) => `payment=${value}`),
    ...fulfilment.unwrap().options.map((value) => `fulfilment=${value}`),
    ...['guest', 'test', 'deleted'].flatMap((name) => [`${name}=true`, `${name}=false`]),
  ];
  const seen = new Set<string>();
  for (const filter of filters) for (const id of await listed(`?${filter}`)) seen.add(id);
  for (const id of seen) expect((await packer.get(`/order/admin/${id}`)).status).toBe(200);
  expect(seen).not.toContain(hidden.id);
  const matching = 'deleted=true';
  const print = await packer.post('/order/admin/print-jobs', { kind: 'labels', matching });
  expect(print.status).toBe(400);
});

it('names a packer only tags of orders to pack (T-ADM-90)', async () => {
  await owner.patch(`/order/admin/${paid.id}/tags`, { add: ['fragile'], remove: [] });
  await owner.patch(`/order/admin/${delivered.id}/tags`, { add: ['complaint of asha'], remove: [] });
  expect((await owner.get('/order/admin/tags')).body).toEqual(['complaint of asha', 'fragile']);
  expect((await packer.get('/order/admin/tags')).body).toEqual(['fragile']);
});

it('names a packer in the feed only orders to pack (T-ADM-12)', async () => {
  const { cursor } = (await packer.get('/order/admin/news')).body;
  shop.changed(`order:update:${delivered.id}:delivered`);
  shop.changed(`order:update:${paid.id}:processing`);
  const { body } = await packer.get(`/order/admin/news?after=${cursor}`);
  expect(body).toMatchObject({ missed: true, orders: [{ _id: paid.id, status: 'processing' }] });
  expect((await owner.get(`/order/admin/news?after=${cursor}`)).body.orders).toHaveLength(2);
});

it('lets a packer take an order forward only, and record nothing as paid (T-ADM-12)', async () => {
  const set = (id: string, status: string, as = packer) =>
    as.put(`/order/admin/${id}/status`, { status, note: 'Box 3' });
  for (const status of ['cancelled', 'failed', 'pending'])
    expect((await set(paid.id, status)).status, status).toBe(403);
  expect((await set(delivered.id, 'processing')).status).toBe(404);
  const order = await buyAsGuest(shop, freshEmail());
  for (const status of ['processing', 'shipped', 'delivered']) {
    const { status: answer, body } = await set(order.id, status);
    expect([answer, body.status, body.amount]).toEqual([200, status, null]);
  }
  expect((await set(order.id, 'shipped')).status).toBe(404);
  const support = await asOwner(shop, 'support');
  expect((await set(paid.id, 'shipped', support)).status).toBe(403);
});

it('shows an admin without the permission for the catalogue or policies what a shopper sees (T-ADM-12)', async () => {
  const draft = await owner.product({ status: 'draft' });
  const policies = (await owner.get('/policies')).body as unknown as { data: { _id: string }[] };
  // A draft of a new shop.
  const id = String(policies.data[0]?._id);
  for (const [role, product, policy] of [
    ['manager', 200, 200],
    ['catalogue', 200, 404],
    ['support', 404, 404],
  ] as const) {
    const { headers } = await createAdmin(shop, role);
    const answers = [
      await shop.get(`/products/${draft._id}`, { headers }),
      await shop.get(`/policies/${id}`, { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([product, policy]);
  }
});

it('keeps the own order of an admin who was a shopper visible to her', async () => {
  const shopper = await signUp(shop);
  const order = await buyAsGuest(shop, freshEmail());
  await shop.db
    .updateTable('orders')
    .set({ userId: shopper.user._id, isGuest: false })
    .where('id', '=', order.id)
    .execute();
  expect((await shop.get(`/order/${order.id}`, bearer(shopper.token))).status).toBe(200);
});
