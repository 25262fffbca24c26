// Slow: `npm run check` leaves this file out.
import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, expect, it } from 'vitest';
import type { CustomerDetail } from '../shared/contract/accounts/customers.ts';
import type { AdminOrder } from '../shared/contract/orders/orders.ts';
import { startFakeCouriers } from './fakes/couriers.ts';
import { createAuthenticator } from './support/authenticator.ts';
import { deliveryChanges } from './support/delivery-changes.ts';
import { deskChanges } from './support/desk-changes.ts';
import { discountChanges } from './support/discount-changes.ts';
import { manualOrderFor } from './support/factories.ts';
import { startMailServer } from './support/mailbox.ts';
import { addUnit, rename } from './support/order-changes.ts';
import { asOwner, multipart, photo } from './support/owner.ts';
import { buyAsGuest, createAdmin, freshEmail, signIn } from './support/people.ts';
import { receive, reviewsOf } from './support/reviews.ts';
import { openingChanges, serviceChanges, settingsChanges } from './support/settings-changes.ts';
import { testShop } from './support/shop.ts';
import { notRecorded, shopperCalls } from './support/unrecorded-calls.ts';

const couriers = await startFakeCouriers();
const shop = await testShop({ env: couriers.env });
const owner = await asOwner(shop);
const order = await buyAsGuest(shop, freshEmail());
const mails = await startMailServer();
afterAll(() => Promise.all([couriers.stop(), mails.stop()]));

type Step = [route: string, action: string, ask: () => Promise<{ status: number; body: object }>];
type Created = { _id: string };

/** Changes and exports are recorded. */
const recordedCalls = /^((?!GET|HEAD|OPTIONS)|GET .*\/export\.)/;

/** Every change that an admin can make, once each, in a possible order. */
async function allChanges(): Promise<Step[]> {
  const product = (await owner.product())._id;
  const create = async (path: string, name: string) =>
    ((await owner.post(path, { name })).body as Created)._id;
  const [a, b] = [await create('/categories', 'Bells'), await create('/categories', 'Lamps')];
  const inA = `/categories/${a}/subcategories`;
  const sub = await create(inA, 'Temple bells');
  const [brand, type] = [await create('/brands', 'Dastkar'), await create('/product-types', 'Stole')];
  const query = { name: 'Meera', email: 'meera@example.in', subject: 'Kochi', message: 'Do you ship there?' };
  await shop.post('/contact', query);
  const [contact] = (await owner.get('/contact')).body as unknown as Created[];
  await shop.runJobs();
  const mail = await shop.db.selectFrom('mails').select('id').executeTakeFirstOrThrow();
  await shop.db.insertInto('attentionItems').values({ kind: 'dispute', subject: 'pay_1' }).execute();
  const item = await shop.db.selectFrom('attentionItems').select('id').executeTakeFirstOrThrow();
  const me = await createAdmin(shop);
  const callAsAdmin = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    shop.call(method, path, { payload, headers: me.headers });
  const another = await createAdmin(shop);
  const sessionOf = async () => {
    await signIn(shop, { email: me.email, password: me.password });
    const { body } = await shop.get('/auth/admin/sessions', me);
    return (body as unknown as (Created & { isThis: boolean })[]).find(({ isThis }) => !isThis)?._id;
  };
  const newAdmin = { name: 'Ravi', email: freshEmail(), role: 'packer' };
  const late = await buyAsGuest(shop, freshEmail());
  const waiting = {
    orderId: late.id,
    amountPaise: 100,
    reason: 'Late',
    lines: '[]',
    requestedAt: new Date(),
  };
  const [first, second] = await shop.db
    .insertInto('refundApprovals')
    .values(['a', 'b'].map((prefix) => ({ ...waiting, prefix, requestedBy: me.user._id })))
    .returning('id')
    .execute();
  const reviewed = await owner.product({ name: 'Reviewed stole' });
  const received = await receive(shop, [reviewed._id]);
  await reviewsOf(shop).write(received, reviewed._id);
  const question = { name: 'Ravi', email: freshEmail(), text: 'Is it heavy?' };
  await shop.post(`/products/${reviewed.slug}/questions`, question);
  const listed = async (path: string) => (await owner.get(path)).body as unknown as Created[];
  const [[review], [asked], [kept, merged]] = [
    await listed('/reviews'),
    await listed('/questions'),
    await listed('/customers?guest=true'),
  ];
  const reviews = multipart([
    {
      name: 'file',
      value: `title,body,rating,review_date,reviewer_name,product_handle\nGreat,,5,2023-03-02,Asha,${reviewed.slug}`,
      filename: 'reviews.csv',
    },
  ]);
  const ofOrder = `/order/admin/${order.id}`;
  const keyed = () => ({ headers: { ...owner.headers, 'idempotency-key': randomUUID() } });
  const ofCustomer = `/customers/${kept?._id}`;
  const orderNow = async () => (await owner.get(ofOrder)).body as unknown as AdminOrder;
  const orderNote = async () => {
    const { timeline } = await orderNow();
    return `${ofOrder}/notes/${timeline.find(({ note_id }) => note_id)?.note_id}`;
  };
  const customerNote = async () => {
    const { notes } = (await owner.get(ofCustomer)).body as unknown as CustomerDetail;
    return `${ofCustomer}/notes/${notes[0]?._id}`;
  };
  const shipment = async () => {
    const { shipments } = await orderNow();
    return `${ofOrder}/shipments/${shipments[0]?._id}`;
  };
  const guide = {
    ...{ name: 'Stoles', note: '', groups: [] },
    rows: [
      ['Size', 'Length'],
      ['M', '180 cm'],
    ],
  };
  const role = {
    name: 'Shipping',
    permissions: ['orders.fulfil'],
    refundLimit: null,
    dailyRefundLimit: null,
  };
  const idOf = async (path: string, name: string) => {
    const all = (await owner.get(path)).body as unknown as (Created & { name: string })[];
    return all.find((item) => item.name === name)?._id;
  };
  const authenticator = createAuthenticator('http://localhost:3999');
  const addPasskey = async () => {
    const { challenge } = (await owner.post('/auth/admin/passkeys/options')).body;
    const passkey = authenticator.attest(String(challenge));
    return owner.post('/auth/admin/passkeys', { name: 'Laptop', passkey });
  };
  const addApp = async () => {
    const { secret } = (await owner.post('/auth/admin/totp')).body;
    const code = new TOTP({ secret: String(secret) }).generate();
    return owner.post('/auth/admin/totp/confirm', { code });
  };
  const backups = { nightly: true, hour: 3, daily: 7, weekly: 4, monthly: 12, target: '' };
  const policy = { type: 'privacy-policy', title: 'Privacy', content: '<p>We keep little.</p>' };
  const picture = { name: 'companyImage', value: await photo(), filename: 'a.jpg' };
  const csv = multipart([{ name: 'file', value: 'Slug,Name,Price\ndiya,Diya,5', filename: 'a.csv' }]);
  const withPicture = multipart([
    {
      name: 'file',
      value: 'Handle,Title,Variant Price,Image Src\nlamp,Lamp,5,https://127.0.0.1/lamp.jpg',
      filename: 'lamps.csv',
    },
  ]);
  const failed = () =>
    shop.db.updateTable('mails').set({ status: 'failed' }).where('id', '=', mail.id).execute();

  return [
    ['POST /products', 'product.create', () => owner.post('/products', { name: 'Stole', price: 90 })],
    ['PUT /products/:id', 'product.update', () => owner.put(`/products/${product}`, { price: 95 })],
    ['PATCH /products/:id', 'product.update', () => owner.patch(`/products/${product}`, { price: 96 })],
    ['POST /products/:id/duplicate', 'product.create', () => owner.post(`/products/${product}/duplicate`)],
    [
      'POST /products/batch',
      'batch.status',
      () => owner.post('/products/batch', { ids: [product], action: 'status', status: 'draft' }),
    ],
    [
      'POST /products/batch/:id/undo',
      'batch.undo',
      async () => {
        await shop.runJobs();
        const [batch] = (await owner.get('/products/batch')).body as unknown as Created[];
        return owner.post(`/products/batch/${batch?._id}/undo`);
      },
    ],
    ['POST /products/import', 'import.start', () => owner.post('/products/import', csv)],
    [
      'POST /products/import/:id/pictures',
      'import.start',
      async () => {
        const { _id } = (await owner.post('/products/import', withPicture)).body as Created;
        await shop.runJobs();
        return owner.post(`/products/import/${_id}/pictures`);
      },
    ],
    ['GET /products/export.csv', 'product.export', () => owner.get('/products/export.csv?search=stole')],
    ['GET /order/admin/export.csv', 'order.export', () => owner.get('/order/admin/export.csv')],
    ['DELETE /products/:id', 'product.delete', () => owner.delete(`/products/${product}`)],
    ['POST /categories', 'category.create', () => owner.post('/categories', { name: 'Brass' })],
    ['PUT /categories/:id', 'category.update', () => owner.put(`/categories/${a}`, { name: 'Temple' })],
    [
      'PUT /categories/:id/navbar',
      'category.update',
      () => owner.put(`/categories/${a}/navbar`, { showInNavbar: true }),
    ],
    [
      'PUT /categories/reorder',
      'category.reorder',
      () => owner.put('/categories/reorder', { categoryIds: [b, a] }),
    ],
    [
      'PUT /categories/navbar/reorder',
      'category.reorder',
      () => owner.put('/categories/navbar/reorder', { categoryIds: [a] }),
    ],
    ['POST /categories/:id/subcategories', 'subcategory.create', () => owner.post(inA, { name: 'Wind' })],
    [
      'PUT /categories/:id/subcategories/:subId',
      'subcategory.update',
      () => owner.put(`${inA}/${sub}`, { name: 'Hand bells' }),
    ],
    [
      'PUT /categories/:id/subcategories/reorder',
      'subcategory.reorder',
      () => owner.put(`${inA}/reorder`, { subcategoryIds: [sub] }),
    ],
    [
      'PUT /categories/:id/subcategories/:subId/move',
      'subcategory.move',
      () => owner.put(`${inA}/${sub}/move`, { targetCategoryId: b }),
    ],
    [
      'DELETE /categories/:id/subcategories/:subId',
      'subcategory.delete',
      () => owner.delete(`/categories/${b}/subcategories/${sub}`),
    ],
    ['DELETE /categories/:id', 'category.delete', () => owner.delete(`/categories/${a}`)],
    ['POST /brands', 'brands.create', () => owner.post('/brands', { name: 'Sabai' })],
    ['PUT /brands/:id', 'brands.update', () => owner.put(`/brands/${brand}`, { name: 'Dastkar Co' })],
    ['DELETE /brands/:id', 'brands.delete', () => owner.delete(`/brands/${brand}`)],
    ['POST /product-types', 'productTypes.create', () => owner.post('/product-types', { name: 'Diya' })],
    [
      'PUT /product-types/:id',
      'productTypes.update',
      () => owner.put(`/product-types/${type}`, { name: 'Shawl' }),
    ],
    ['DELETE /product-types/:id', 'productTypes.delete', () => owner.delete(`/product-types/${type}`)],
    ['POST /policies', 'policy.update', () => owner.post('/policies', policy)],
    ['PATCH /policies/:idOrType/toggle', 'policy.show', () => owner.patch('/policies/privacy-policy/toggle')],
    ['DELETE /policies/:idOrType', 'policy.delete', () => owner.delete('/policies/privacy-policy')],
    [
      'POST /site-info/upload-images',
      'site-info.update',
      () => owner.post('/site-info/upload-images', multipart([picture])),
    ],
    [
      'PUT /settings/search',
      'search.synonyms',
      () => owner.put('/settings/search', { synonyms: [['stole', 'dupatta']] }),
    ],
    [
      'POST /settings/attributes',
      'attribute.create',
      () => owner.post('/settings/attributes', { name: 'Height', type: 'number' }),
    ],
    [
      'PUT /settings/attributes/order',
      'attribute.reorder',
      async () =>
        owner.put('/settings/attributes/order', {
          attributeIds: [await idOf('/settings/attributes', 'Height')],
        }),
    ],
    [
      'PUT /settings/attributes/:id',
      'attribute.update',
      async () =>
        owner.put(`/settings/attributes/${await idOf('/settings/attributes', 'Height')}`, {
          ...{ name: 'Height', unit: 'cm' },
        }),
    ],
    [
      'DELETE /settings/attributes/:id',
      'attribute.delete',
      async () => owner.delete(`/settings/attributes/${await idOf('/settings/attributes', 'Height')}`),
    ],
    [
      'PUT /settings/size-guides',
      'size-guides.update',
      () => owner.put('/settings/size-guides', { guides: [guide] }),
    ],
    ...settingsChanges(owner),
    ...deliveryChanges(shop, owner),
    ...discountChanges(owner),
    ['PUT /settings/backups', 'backup.settings', () => owner.put('/settings/backups', backups)],
    ['POST /settings/backups/start', 'backup.start', () => owner.post('/settings/backups/start')],
    ['PATCH /contact/:id', 'contact.read', () => owner.patch(`/contact/${contact?._id}`, { read: true })],
    [
      'POST /contact/:id/reply',
      'contact.reply',
      () => owner.post(`/contact/${contact?._id}/reply`, { message: 'We do.' }),
    ],
    ['DELETE /contact/:id', 'contact.delete', () => owner.delete(`/contact/${contact?._id}`)],
    ['PUT /order/admin/:id/contact', 'order.contact', async () => rename(owner, await orderNow())],
    [
      'PUT /order/admin/:id/lines',
      'order.lines',
      async () => addUnit(shop, owner, await orderNow(), { method: 'link' }),
    ],
    ['DELETE /order/admin/:id/due', 'order.withdraw', () => owner.delete(`${ofOrder}/due`)],
    [
      'POST /order/admin/:id/due',
      'order.collect',
      async () => {
        const { updatedAt } = await orderNow();
        return owner.post(`${ofOrder}/due`, { updatedAt, payment: { method: 'cash' } });
      },
    ],
    ['POST /order/admin/:id/shipments', 'order.ship', () => owner.post(`${ofOrder}/shipments`, {})],
    [
      'PUT /order/admin/:id/shipments/:shipment',
      'order.ship',
      async () => owner.put(await shipment(), { courier: 'DTDC', trackingNumber: 'D1' }),
    ],
    [
      'POST /order/admin/print-jobs',
      'order.print',
      () => owner.post('/order/admin/print-jobs', { kind: 'packing_slips', matching: '' }),
    ],
    [
      'POST /order/admin/batch',
      'orders.deliver',
      () => owner.post('/order/admin/batch', { action: 'deliver', ids: [order.id] }),
    ],
    ['POST /order/admin', 'order.create', () => shop.post('/order/admin', manualOrderFor(reviewed), keyed())],
    ['PATCH /order/admin/:id/tags', 'order.tags', () => owner.patch(`${ofOrder}/tags`, { add: ['gift'] })],
    [
      'POST /order/admin/:id/notes',
      'order.note',
      () => owner.post(`${ofOrder}/notes`, { text: 'Ring twice' }),
    ],
    [
      'PUT /order/admin/:id/notes/:note',
      'order.note-edit',
      async () => owner.put(await orderNote(), { text: 'Ring once' }),
    ],
    ['DELETE /order/admin/:id/notes/:note', 'order.note-delete', async () => owner.delete(await orderNote())],
    [
      'PUT /order/admin/:id/status',
      'order.status',
      () => owner.put(`/order/admin/${order.id}/status`, { status: 'shipped' }),
    ],
    [
      'POST /order/admin/:id/refund',
      'order.refund',
      () => shop.post(`${ofOrder}/refund`, { amount: 10, reason: 'Torn' }, keyed()),
    ],
    ['DELETE /order/admin/:id', 'order.hide', () => owner.delete(`/order/admin/${order.id}`)],
    ['POST /order/admin/:id/restore', 'order.restore', () => owner.post(`/order/admin/${order.id}/restore`)],
    [
      'POST /reviews/decide',
      'review.status',
      () => owner.post('/reviews/decide', { ids: [review?._id], status: 'published' }),
    ],
    [
      'PUT /reviews/:id/answer',
      'review.answer',
      () => owner.put(`/reviews/${review?._id}/answer`, { answer: 'Thank you.' }),
    ],
    ['POST /reviews/import', 'review.import', () => owner.post('/reviews/import', reviews)],
    [
      'PUT /questions/:id',
      'question.answer',
      () => owner.put(`/questions/${asked?._id}`, { status: 'published', answer: 'It weighs 120 g.' }),
    ],
    ['GET /customers/export.csv', 'customer.export', () => owner.get('/customers/export.csv')],
    ['PATCH /customers/:id/tags', 'customer.tags', () => owner.patch(`${ofCustomer}/tags`, { add: ['vip'] })],
    [
      'POST /customers/:id/notes',
      'customer.note',
      () => owner.post(`${ofCustomer}/notes`, { text: 'Likes indigo' }),
    ],
    [
      'PUT /customers/:id/notes/:note',
      'customer.note-edit',
      async () => owner.put(await customerNote(), { text: 'Likes red' }),
    ],
    [
      'DELETE /customers/:id/notes/:note',
      'customer.note-delete',
      async () => owner.delete(await customerNote()),
    ],
    [
      'POST /customers/:id/merge',
      'customer.merge',
      () => owner.post(`${ofCustomer}/merge`, { from: merged?._id }),
    ],
    ['DELETE /customers/:id', 'customer.erase', () => owner.delete(ofCustomer)],
    [
      'POST /attention/:id/resolve',
      'attention.resolve',
      () => owner.post(`/attention/${item.id}/resolve`, { remedy: 'dismiss' }),
    ],
    ['POST /mails/:id/resend', 'mail.resend', () => owner.post(`/mails/${mail.id}/resend`)],
    [
      'POST /mails/resend-failed',
      'mail.resend-all',
      async () => {
        await failed();
        return owner.post('/mails/resend-failed');
      },
    ],
    ['POST /auth/admin/admins', 'admin.add', () => callAsAdmin('POST', '/auth/admin/admins', newAdmin)],
    [
      'POST /auth/admin/admins/:id/invite',
      'admin.invite',
      async () =>
        callAsAdmin('POST', `/auth/admin/admins/${await idOf('/auth/admin/admins', 'Ravi')}/invite`),
    ],
    [
      'PUT /auth/admin/admins/:id',
      'admin.change',
      () => callAsAdmin('PUT', `/auth/admin/admins/${another.user._id}`, { role: 'manager' }),
    ],
    ['POST /auth/admin/roles', 'role.create', () => owner.post('/auth/admin/roles', role)],
    [
      'PUT /auth/admin/roles/:id',
      'role.update',
      async () =>
        owner.put(`/auth/admin/roles/${await idOf('/auth/admin/roles', 'Shipping')}`, {
          ...role,
          permissions: ['orders.edit'],
        }),
    ],
    [
      'DELETE /auth/admin/roles/:id',
      'role.delete',
      async () => owner.delete(`/auth/admin/roles/${await idOf('/auth/admin/roles', 'Shipping')}`),
    ],
    [
      'POST /refund-approvals/:id/approve',
      'refund.approve',
      () => owner.post(`/refund-approvals/${first?.id}/approve`),
    ],
    [
      'POST /refund-approvals/:id/reject',
      'refund.reject',
      () => owner.post(`/refund-approvals/${second?.id}/reject`),
    ],
    ['POST /auth/admin/passkeys', 'admin.passkey-add', addPasskey],
    [
      'DELETE /auth/admin/passkeys/:id',
      'admin.passkey-remove',
      () => owner.delete(`/auth/admin/passkeys/${authenticator.id}`),
    ],
    ['POST /auth/admin/totp/confirm', 'admin.totp-add', addApp],
    [
      'POST /auth/admin/recovery-codes',
      'admin.recovery-codes',
      () => owner.post('/auth/admin/recovery-codes'),
    ],
    ['DELETE /auth/admin/totp', 'admin.totp-remove', () => owner.delete('/auth/admin/totp')],
    [
      'DELETE /auth/admin/admins/:id',
      'admin.remove',
      () => callAsAdmin('DELETE', `/auth/admin/admins/${another.user._id}`),
    ],
    [
      'DELETE /auth/admin/sessions/:id',
      'session.end',
      async () => callAsAdmin('DELETE', `/auth/admin/sessions/${await sessionOf()}`),
    ],
    [
      'DELETE /auth/admin/sessions',
      'session.end-others',
      () => callAsAdmin('DELETE', '/auth/admin/sessions'),
    ],
    ...deskChanges(shop, owner, reviewed._id, kept?._id),
    ['POST /demo/remove', 'demo.remove', () => owner.post('/demo/remove')],
    [
      'POST /order/admin/tests/remove',
      'order.remove-tests',
      () => owner.post('/order/admin/tests/remove', { orders: 7 }),
    ],
    ...openingChanges(shop, owner),
    ...serviceChanges(owner, shop.fake, mails.url),
  ];
}

it('every change by an admin is recorded in the audit log', async () => {
  const steps = await allChanges();
  const covered = new Set([...notRecorded, ...steps.map(([route]) => route)]);
  const changing = shop.routes.filter((route) => recordedCalls.test(route) && !shopperCalls.test(route));
  expect(
    changing.filter((route) => !covered.has(route)),
    'calls without a step here',
  ).toEqual([]);
  expect(
    [...covered].filter((route) => !changing.includes(route)),
    'steps without a call',
  ).toEqual([]);

  for (const [route, action, call] of steps) {
    const before = await latestEntry();
    const { status, body } = await call();
    expect(status, `${route} ${JSON.stringify(body)}`).toBeLessThan(300);
    const entry = await latestEntry();
    expect([route, entry?.id === before?.id ? 'no entry' : entry?.action]).toEqual([route, action]);
  }
});

const latestEntry = () =>
  shop.db.selectFrom('adminLog').select(['id', 'action']).orderBy('id', 'desc').limit(1).executeTakeFirst();
