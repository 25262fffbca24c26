import { expect, it } from 'vitest';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { buyAsGuest, freshEmail, lastMail } from '../../tests/support/people.ts';
import type { PlacedOrder } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop();
const owner = await asOwner(shop);

const set = (order: PlacedOrder, change: object) => owner.put(`/order/admin/${order.id}/status`, change);
const asShopper = async ({ id, key }: PlacedOrder) =>
  (await shop.get(`/order/${id}?key=${key}`)).body as Order;
const asAdmin = async ({ id }: PlacedOrder) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const mailsOf = async (email: string) => {
  await shop.runJobs();
  const mails = await shop.db.selectFrom('mails').select('kind').where('toAddress', '=', email).execute();
  return mails.map(({ kind }) => kind).filter((kind) => kind !== 'order-confirmation');
};

it('keeps a note internal unless it is mailed with the status', async () => {
  const email = freshEmail();
  const order = await buyAsGuest(shop, email);
  await set(order, { status: 'processing', note: 'Asks for a discount each time' });
  expect((await asShopper(order)).timeline.at(-1)).toMatchObject({ status: 'processing', note: '' });
  expect(JSON.stringify(await asShopper(order))).not.toContain('internal');
  expect((await asAdmin(order)).timeline.at(-1)).toMatchObject({
    note: 'Asks for a discount each time',
    internal: true,
    by: 'Shop owner',
  });
  expect(await mailsOf(email)).toEqual([]);

  const tracking = { courier: 'India Post', trackingNumber: 'EI123456789IN' };
  await set(order, {
    status: 'shipped',
    note: 'Wrapped twice,\n<b>fragile</b>',
    mailNote: true,
    ...tracking,
  });
  expect(await mailsOf(email)).toEqual(['order-shipped']);
  const mail = await lastMail(shop, email);
  for (const part of ['India Post', 'EI123456789IN', 'Wrapped twice']) expect(mail?.plain).toContain(part);
  expect(mail?.html).toContain('&lt;b&gt;fragile&lt;/b&gt;');
  expect(await asShopper(order)).toMatchObject(tracking);
  expect((await asShopper(order)).timeline.slice(-2)).toMatchObject([
    { status: 'shipped', note: 'Wrapped twice,\n<b>fragile</b>' },
    { status: 'shipped', note: 'Courier: India Post, EI123456789IN' },
  ]);

  // Told once already: the note goes alone.
  await set(order, { status: 'processing' });
  await set(order, { status: 'shipped', note: 'On its way again', mailNote: true });
  expect((await mailsOf(email)).sort()).toEqual(['order-note', 'order-shipped']);
  expect((await lastMail(shop, email))?.plain).toContain('> On its way again');
  // A note alone, the status as it was.
  await set(order, { status: 'shipped', note: 'Rain in Surat, a day late', mailNote: true });
  expect(await mailsOf(email)).toHaveLength(3);
  await set(order, { status: 'shipped', note: '   ', mailNote: true });
  expect(await mailsOf(email)).toHaveLength(3);
});

it('mails the tracking number once it is known, and keeps fields that are not in the request', async () => {
  const email = freshEmail();
  const order = await buyAsGuest(shop, email);
  const notes = async () => (await asShopper(order)).timeline.slice(2).map(({ note }) => note);
  await set(order, { status: 'shipped' });
  await set(order, { status: 'shipped', trackingNumber: 'EI123456789IN' });
  await set(order, { status: 'shipped', courier: 'India Post', note: 'By air', mailNote: true });
  await set(order, { status: 'shipped', courier: 'India Post' });
  expect(await notes()).toEqual([
    '',
    'Tracking number: EI123456789IN',
    'By air',
    'Courier: India Post, EI123456789IN',
  ]);
  expect((await mailsOf(email)).sort()).toEqual(['order-note', 'order-shipped', 'order-tracking']);
  const mail = await lastMail(shop, email);
  expect(mail?.plain).toContain('Courier: India Post\nTracking number: EI123456789IN');
  await set(order, { status: 'shipped', courier: 'Delhivery', trackingNumber: '149/081' });
  const tracking = await lastMail(shop, email);
  const link = 'https://www.delhivery.com/track-v2/package/149%2F081';
  expect(tracking).toMatchObject({
    kind: 'order-tracking',
    subject: expect.stringContaining('Track your order'),
  });
  expect(tracking?.plain).toContain(link);
  expect(await asShopper(order)).toMatchObject({ trackingNumber: '149/081', trackingUrl: link });
  await set(order, { status: 'shipped', courier: '', trackingNumber: '' });
  expect((await mailsOf(email)).filter((kind) => kind === 'order-tracking')).toHaveLength(2);
  expect((await asShopper(order)).trackingUrl).toBeNull();
  expect((await notes()).at(-1)).toBe('Courier and tracking number removed');
});

it('rejects the second of two concurrent changes by admins (T-ADM-04)', async () => {
  const order = await buyAsGuest(shop, freshEmail());
  const { updatedAt } = await asAdmin(order);
  const answers = await Promise.all(
    ['processing', 'delivered'].map((status) => set(order, { status, updatedAt })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'order_changed',
    message: 'Someone else has changed this order meanwhile.',
  });
  const now = await asAdmin(order);
  expect(now.timeline).toHaveLength(3);
  expect((await set(order, { status: 'shipped', updatedAt })).status).toBe(409);
  expect((await set(order, { status: 'shipped', updatedAt: now.updatedAt })).status).toBe(200);
  expect((await set(order, { status: 'paid', updatedAt: 'lately' })).body.errors).toHaveProperty('updatedAt');
});

it('does not count a payment check without news as a change', async () => {
  const order = await buyAsGuest(shop, freshEmail());
  const { updatedAt } = await asAdmin(order);
  expect((await owner.post(`/order/admin/${order.id}/check`, {})).status).toBe(200);
  expect((await set(order, { status: 'shipped', updatedAt })).status).toBe(200);
});

it('rejects invalid or too long texts and leaves the order unchanged', async () => {
  const order = await buyAsGuest(shop, freshEmail());
  for (const [field, value] of [
    ['note', 'x'.repeat(501)],
    ['courier', 'x'.repeat(101)],
    ['trackingNumber', ['EI1']],
    ['mailNote', 'yes'],
  ] as const) {
    const { status, body } = await set(order, { status: 'shipped', [field]: value });
    expect([status, Object.keys(body.errors as object)]).toEqual([400, [field]]);
  }
  expect((await asAdmin(order)).status).toBe('paid');
});

it('replies what can still be refunded, and records the change in the audit log', async () => {
  const order = await buyAsGuest(shop, freshEmail());
  expect(await asAdmin(order)).toMatchObject({ refundableAmount: 1299, paidAmount: 1299 });
  await owner.post(`/order/admin/${order.id}/refund`, { amount: 299.5, reason: 'One cup broke' });
  expect(await asAdmin(order)).toMatchObject({ refundableAmount: 999.5, refundedAmount: 0 });
  await set(order, {
    status: 'cancelled',
    reason: 'out_of_stock',
    note: 'Sold at the stall',
    mailNote: true,
  });
  expect(await asAdmin(order)).toMatchObject({ refundableAmount: 0 });
  const note = 'An item is out of stock: Sold at the stall';
  const { timeline } = await asAdmin(order);
  expect(timeline.find(({ status }) => status === 'cancelled')).toMatchObject({ note, internal: false });
  const mails = shop.db.selectFrom('mails').select('plain').where('kind', '=', 'order-cancelled');
  expect((await mails.execute()).some(({ plain }) => plain.includes(note))).toBe(true);
  const log = await shop.db
    .selectFrom('adminLog')
    .select(['action', 'userId', 'detail'])
    .where('subject', '=', order.id)
    .orderBy('id')
    .execute();
  expect(log).toMatchObject([
    { action: 'order.refund', userId: owner.userId, detail: { amountPaise: 29_950 } },
    { action: 'order.status', userId: owner.userId, detail: { from: 'paid', status: 'cancelled', note } },
  ]);
});
