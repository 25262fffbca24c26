// Slow: `npm run check` leaves this file out.
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { AdminReview } from '../../shared/contract/catalogue/reviews.ts';
import { receiveChanges } from '../../tests/support/changes.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { bearer, freshEmail, password, signUp } from '../../tests/support/people.ts';
import { place } from '../../tests/support/purchase.ts';
import { deliver, receive, reviewsOf, someReview } from '../../tests/support/reviews.ts';
import { testShop } from '../../tests/support/shop.ts';

let owner: Owner;
const shop = await testShop();
const calls = reviewsOf(shop);
// Some of the tests let days pass, after which a session has ended.
beforeEach(async () => {
  owner = await asOwner(shop);
});

const queue = async (query = '') => (await owner.get(`/reviews${query}`)).body as unknown as AdminReview[];
const decide = (ids: string[], status: 'published' | 'rejected', reason = '') =>
  owner.post('/reviews/decide', { ids, status, reason });
const unpublished = { rating: 0, numReviews: 0 };

/** Writes a review of a product by a new buyer and publishes it. Returns its id and order. */
async function publish(product: string, more: object = {}) {
  const order = await receive(shop, [product]);
  expect((await calls.write(order, product, more)).status).toBe(200);
  const id = (await calls.own(order)).products[0]?.review?._id ?? '';
  expect((await decide([id], 'published')).body).toEqual({ changed: 1 });
  return { id, order };
}

it('a buyer reviews what she has received; it counts once it is published', async () => {
  const { id: product, slug } = await createProduct(shop.db);
  const order = await receive(shop, [product]);
  expect(await calls.own(order)).toMatchObject({
    isDelivered: true,
    name: 'Asha R.',
    products: [{ _id: product, slug, review: null }],
  });
  const picture = String((await calls.upload(order)).body.path);
  const { status, body } = await calls.write(order, product, { stars: 4, images: [picture] });
  expect(status, JSON.stringify(body)).toBe(200);
  const own = (await calls.own(order)).products[0]?.review;
  expect(own).toMatchObject({ status: 'pending', stars: 4, images: [picture] });
  expect(await calls.list(slug)).toMatchObject({ reviews: [], summary: { count: 0, rating: 0 } });
  expect(await calls.rating(slug)).toEqual(unpublished);
  expect((await owner.get('/reviews/counts')).body).toMatchObject({ pending: 1 });

  await decide([String(own?._id)], 'published');
  const { reviews, summary } = await calls.list(slug);
  expect(reviews).toMatchObject([{ source: 'order', name: 'Asha R.', stars: 4, images: [picture] }]);
  expect(summary).toEqual({
    isDemo: false,
    count: 1,
    rating: 4,
    withPhotos: 1,
    byStars: [0, 0, 0, 1, 0],
  });
  expect(await calls.rating(slug)).toEqual({ rating: 4, numReviews: 1 });

  // The second order of the same buyer changes the same review, which waits again.
  const { email } = await shop.db
    .selectFrom('orders')
    .select('email')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const again = await receive(shop, [product], email);
  expect((await calls.own(again)).products[0]?.review?._id).toBe(own?._id);
  await calls.write(again, product, { stars: 1 });
  expect(await calls.rating(slug)).toEqual(unpublished);
  await decide([String(own?._id)], 'rejected', 'It is about the courier.');
  expect((await calls.own(order)).products[0]?.review).toMatchObject({
    status: 'rejected',
    rejectionReason: 'It is about the courier.',
  });
  expect((await decide([String(own?._id)], 'rejected')).body.errors).toEqual({
    reason: 'Reason is required',
  });
  const log = await shop.db
    .selectFrom('adminLog')
    .select('detail')
    .where('action', '=', 'review.status')
    .where('subject', '=', String(own?._id))
    .orderBy('id')
    .execute();
  expect(log.map(({ detail }) => detail)).toMatchObject([{ to: 'published' }, { to: 'rejected' }]);
});

it('nobody reviews without having received the product, or for somebody else (T-REV-01, T-REV-02, T-REV-06)', async () => {
  const { id: product } = await createProduct(shop.db);
  const { id: another } = await createProduct(shop.db);
  const [mine, hers] = [await receive(shop, [product]), await receive(shop, [another])];
  const paid = await place(shop, [{ id: product }], { email: freshEmail() });
  expect((await calls.write(paid, product)).body).toMatchObject({ code: 'not_delivered' });
  expect((await calls.upload(paid)).body).toMatchObject({ code: 'not_delivered' });
  expect((await calls.write(mine, another)).status).toBe(404);
  for (const key of ['', hers.key, `${mine.key}x`]) {
    const stranger = { ...mine, key };
    expect((await calls.write(stranger, product)).status).toBe(404);
    expect((await calls.upload(stranger)).status).toBe(404);
    expect((await shop.get(`/order/${mine.id}/reviews?key=${key}`)).status).toBe(404);
  }
  const path = `/order/${mine.id}/reviews/${product}`;
  expect((await owner.put(path, someReview)).status).toBe(404);
  const shopper = await signUp(shop);
  expect((await shop.call('PUT', path, { payload: someReview, headers: shopper.headers })).status).toBe(404);
  await shop.db
    .updateTable('orders')
    .set({ userId: shopper.user._id, isGuest: false })
    .where('id', '=', mine.id)
    .execute();
  expect((await shop.call('PUT', path, { payload: someReview, headers: shopper.headers })).status).toBe(200);

  // The photograph of another review, and one that nobody has uploaded.
  const picture = String((await calls.upload(hers)).body.path);
  await calls.write(hers, another, { images: [picture] });
  for (const image of [
    picture,
    'uploads/review/missing.webp',
    'uploads/product/x.webp',
    'https://x.in/a.webp',
  ])
    expect((await calls.write(mine, product, { images: [image] })).status, image).toBe(400);
  for (const wrong of [
    { stars: 6 },
    { stars: 4.5 },
    { stars: '5' },
    { name: '' },
    { text: 'x'.repeat(5001) },
  ])
    expect((await calls.write(mine, product, wrong)).status).toBe(400);
  expect((await calls.upload(mine, Buffer.from('<svg onload=alert(1)>'))).status).toBe(415);
});

it('reviews are sorted and filtered, and counted by stars; markup is text (T-REV-04)', async () => {
  const { id: product, slug } = await createProduct(shop.db);
  const { order } = await publish(product, { stars: 2, title: 'Two' });
  const picture = String((await calls.upload(order)).body.path);
  shop.advance(1);
  const five = await publish(product, { stars: 5, title: 'Five', text: '<b onclick="x()">Bold</b>' });
  shop.advance(1);
  await publish(product, { stars: 4, title: 'Four' });
  await calls.write(order, product, { stars: 2, title: 'Two', images: [picture] });
  await decide([String((await calls.own(order)).products[0]?.review?._id)], 'published');
  await shop.post(`/reviews/${five.id}/helpful`, { voter: 'browser-1', helpful: true });
  const titles = async (query: string) => (await calls.list(slug, query)).reviews.map(({ title }) => title);
  expect(await titles('?sort=helpful')).toEqual(['Five', 'Four', 'Two']);
  expect(await titles('?sort=newest')).toEqual(['Four', 'Five', 'Two']);
  expect(await titles('?sort=highest')).toEqual(['Five', 'Four', 'Two']);
  expect(await titles('?sort=lowest')).toEqual(['Two', 'Four', 'Five']);
  expect(await titles('?stars=4')).toEqual(['Four']);
  expect(await titles('?photos=true')).toEqual(['Two']);
  expect(await titles('?limit=2&page=2')).toEqual(['Two']);
  const { summary, pages } = await calls.list(slug, '?limit=2');
  expect([summary.byStars, summary.rating, pages]).toEqual([[0, 1, 0, 1, 1], 3.7, 2]);
  expect(await calls.rating(slug)).toEqual({ rating: 3.7, numReviews: 3 });
  expect((await calls.list(slug, '?stars=5')).reviews[0]?.text).toBe('<b onclick="x()">Bold</b>');
  expect((await shop.get(`/products/${slug}/reviews?stars=7`)).status).toBe(400);
});

it('votes count once for each browser, and few from one address (T-REV-05)', async () => {
  const { id: product } = await createProduct(shop.db);
  const { id } = await publish(product);
  const vote = async (voter: string, helpful = true, remoteAddress = '203.0.113.7') =>
    (await shop.post(`/reviews/${id}/helpful`, { voter, helpful }, { remoteAddress })).body.helpful;
  expect([await vote('browser-1'), await vote('browser-1'), await vote('browser-2')]).toEqual([1, 1, 2]);
  expect(await vote('browser-2', false)).toBe(1);
  for (let n = 3; n < 30; n++) await vote(`browser-${n}`);
  expect(await vote('browser-30')).toBe(5);
  expect(await vote('browser-31', true, '198.51.100.3')).toBe(6);
  const pending = await receive(shop, [product]);
  await calls.write(pending, product);
  const hidden = (await calls.own(pending)).products[0]?.review?._id;
  expect((await shop.post(`/reviews/${hidden}/helpful`, { voter: 'browser-1', helpful: true })).status).toBe(
    404,
  );
  shop.advance(25 * 60);
  await shop.handlers.hour({});
  const stored = await shop.db.selectFrom('reviewVotes').select('sourceHash').distinct().execute();
  expect(stored).toEqual([{ sourceHash: '' }]);
});

it('a vote announces no change, so that cached pages stay', async () => {
  const { id } = await publish((await createProduct(shop.db)).id);
  const announced: string[] = [];
  const changes = await receiveChanges(shop, {
    changed: (tag) => announced.push(tag),
    missedChanges() {},
    expire() {},
  });
  announced.length = 0;
  await shop.post(`/reviews/${id}/helpful`, { voter: 'browser-1', helpful: true });
  await sql`select pg_notify('haat_changed', 'after the vote')`.execute(shop.db);
  await expect.poll(() => announced).toContain('after the vote');
  expect(announced).toEqual(['after the vote']);
  await changes.stop();
});

it('a reported review waits for a decision, and the shop answers below it', async () => {
  const { id: product, slug } = await createProduct(shop.db);
  const { id } = await publish(product);
  const report = (reason: string) => shop.post(`/reviews/${id}/report`, { reason });
  expect((await report('spam')).status).toBe(201);
  await report('spam');
  expect((await report('boring')).status).toBe(400);
  expect(await queue('?show=reported')).toMatchObject([{ _id: id, reports: [{ reason: 'spam', count: 1 }] }]);
  await decide([id], 'published');
  expect(await queue('?show=reported')).toEqual([]);
  const { body } = await owner.put(`/reviews/${id}/answer`, { answer: 'Thank you, Asha.' });
  expect(body).toMatchObject({ answer: 'Thank you, Asha.', product: { slug } });
  expect((await calls.list(slug)).reviews[0]?.answer).toBe('Thank you, Asha.');
  expect((await queue('?search=asha&show=published')).length).toBeGreaterThan(0);
  expect((await owner.put('/reviews/x/answer', { answer: 'No' })).status).toBe(404);
});

it('with the setting, reviews are published at once; erasure removes them and their photographs', async () => {
  const { id: product, slug } = await createProduct(shop.db);
  await owner.put('/site-info/admin', { reviewsAtOnce: true });
  const shopper = await signUp(shop);
  const order = await receive(shop, [product], shopper.email);
  await shop.db
    .updateTable('orders')
    .set({ userId: shopper.user._id, isGuest: false })
    .where('id', '=', order.id)
    .execute();
  const picture = String((await calls.upload(order)).body.path);
  await calls.write(order, product, { stars: 3, images: [picture] });
  await owner.put('/site-info/admin', { reviewsAtOnce: false });
  expect(await calls.rating(slug)).toEqual({ rating: 3, numReviews: 1 });
  expect((await shop.get('/auth/my-data', shopper)).body.records).toMatchObject({
    reviews: [{ title: someReview.title }],
  });
  const deletion = { headers: shopper.headers, payload: { currentPassword: password } };
  expect((await shop.call('DELETE', '/auth/account', deletion)).status).toBe(200);
  expect(await calls.rating(slug)).toEqual(unpublished);
  expect((await calls.list(slug)).total).toBe(0);
  shop.advance(25 * 60);
  await shop.handlers.reviews({});
  const left = shop.db.selectFrom('mediaFiles').select('path').where('path', '=', picture);
  expect(await left.execute()).toEqual([]);
});

it('a rating that was imported without reviews stays until the first one is published', async () => {
  const { id: product, slug } = await createProduct(shop.db);
  await shop.db
    .updateTable('products')
    .set({ ratingTenths: 46, numReviews: 80 })
    .where('id', '=', product)
    .execute();
  const order = await receive(shop, [product]);
  await calls.write(order, product, { stars: 2 });
  expect(await calls.rating(slug)).toEqual({ rating: 4.6, numReviews: 80 });
  await decide([String((await calls.own(order)).products[0]?.review?._id)], 'published');
  expect(await calls.rating(slug)).toEqual({ rating: 2, numReviews: 1 });
});

it('a question is published with the answer of the shop, which is mailed', async () => {
  const { slug } = await createProduct(shop.db);
  const email = freshEmail();
  const ask = (more: object = {}) =>
    shop.post(`/products/${slug}/questions`, { name: 'Ravi', email, text: 'Is it heavy?', ...more });
  expect((await ask()).status).toBe(201);
  expect((await ask({ website: 'https://spam.example' })).status).toBe(201);
  expect((await ask({ email: undefined })).body.errors).toEqual({ email: 'Email is required' });
  const [waiting, ...others] = (await owner.get(`/questions?show=pending&search=heavy`)).body as unknown as {
    _id: string;
    email: string;
  }[];
  expect([waiting?.email, others]).toEqual([email, []]);
  const publicList = async () => (await shop.get(`/products/${slug}/questions`)).body;
  expect(await publicList()).toMatchObject({ questions: [], total: 0 });
  const change = (body: object) => owner.put(`/questions/${waiting?._id}`, body);
  expect((await change({ status: 'published' })).body.errors).toEqual({ answer: 'Answer is required' });
  expect((await change({ status: 'published', answer: 'It weighs 120 g.' })).status).toBe(200);
  await change({ status: 'published', answer: 'It weighs 120 g.' });
  expect(await publicList()).toMatchObject({ questions: [{ name: 'Ravi', answer: 'It weighs 120 g.' }] });
  expect(JSON.stringify(await publicList())).not.toContain(email);
  const mails = await shop.db.selectFrom('mails').select('plain').where('toAddress', '=', email).execute();
  expect(mails.map(({ plain }) => plain)).toEqual([expect.stringContaining('It weighs 120 g.')]);
});

it('a link of a mail is bound to its order and ends after its time; a request is sent once (T-REV-03, T-REV-07)', async () => {
  const { id: product, variantIds } = await createProduct(shop.db, { stock: 9 });
  const [order, second] = [await receive(shop, [product]), await receive(shop, [product])];
  shop.advance(5 * 24 * 60);
  await shop.handlers.reviews({});
  await shop.handlers.reviews({});
  await shop.runJobs();
  const mailOf = ({ id }: { id: string }) =>
    shop.db.selectFrom('mails').selectAll().where('dedupeKey', '=', `review-request:${id}`).execute();
  const [mail, ...more] = await mailOf(order);
  expect(more).toEqual([]);
  const link = mail?.plain.match(/\/review\/[\w-]+\?link=([\w.-]+)/)?.[1] ?? '';
  const open = (id: string, given: string) => shop.get(`/order/${id}/reviews?link=${given}`);
  expect((await open(order.id, link)).body).toMatchObject({ isDelivered: true });
  expect((await open(second.id, link)).status).toBe(404);
  const [until = '', signature = ''] = link.split('.');
  for (const wrong of [`${Number(until) + 9}.${signature}`, `${until}.`, until, `${until}.${'a'.repeat(43)}`])
    expect((await open(order.id, wrong)).status, wrong).toBe(404);
  const write = () =>
    shop.call('PUT', `/order/${order.id}/reviews/${product}`, { payload: { ...someReview, link } });
  expect((await write()).status).toBe(200);
  shop.advance(61 * 24 * 60);
  expect((await write()).status).toBe(404);

  // Nobody is asked after the requests were stopped, after the account was deleted, or if they are turned off.
  const email = freshEmail();
  const third = await receive(shop, [product], email);
  const stop = await shop.call('POST', `/order/${third.id}/review-requests/stop`, {
    headers: { 'x-order-key': third.key },
  });
  expect(stop.status).toBe(200);
  const { headers } = await asOwner(shop);
  const sale = await shop.call('POST', '/order/admin', {
    payload: {
      name: 'Meera Iyer',
      email,
      mobile: '9876543210',
      amount: 129_900,
      payment: { method: 'cash' },
      cart_items: [{ product_id: product, variant_id: variantIds[0], quantity: 1 }],
    },
    headers: { ...headers, 'idempotency-key': 'by-phone' },
  });
  const byPhone = { id: String(sale.body._id) };
  expect(sale.status, JSON.stringify(sale.body)).toBe(201);
  await deliver(shop, byPhone.id);
  const leaver = await signUp(shop);
  const hers = await receive(shop, [product], leaver.email);
  await shop.db
    .updateTable('orders')
    .set({ userId: leaver.user._id, isGuest: false })
    .where('id', '=', hers.id)
    .execute();
  const deletion = { ...bearer(leaver.token), payload: { currentPassword: password } };
  expect((await shop.call('DELETE', '/auth/account', deletion)).status).toBe(200);
  await shop.minute();
  shop.advance(6 * 24 * 60);
  await shop.handlers.reviews({});
  expect([...(await mailOf(third)), ...(await mailOf(byPhone)), ...(await mailOf(hers))]).toEqual([]);
  const off = await receive(shop, [product]);
  const again = await asOwner(shop);
  const { body: settings } = await again.put('/site-info/admin', { reviewRequestDays: null });
  expect(settings.reviewRequestDays).toBeNull();
  shop.advance(6 * 24 * 60);
  await shop.handlers.reviews({});
  expect(await mailOf(off)).toEqual([]);
});
