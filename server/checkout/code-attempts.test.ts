import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail, signUp } from '../../tests/support/people.ts';
import { auditedShop, type TestShop } from '../../tests/support/shop.ts';
import { countIfWrong } from '../accounts/queries/attempt-queries.ts';
import { createApp } from '../app.ts';

const limit = 10;
const parallel = 40;
/** Two processes on one database. */
let apps: TestShop['app'][];
let product: { id: string };
const shop = await auditedShop({ env: { RATE_LIMIT: String(limit) } });
beforeAll(async () => {
  const another = await createApp(shop.deps, { isReady: async () => true });
  apps = [shop.app, another.app];
  product = await createProduct(shop.db, { stock: 100 });
  const owner = await asOwner(shop);
  const discount = { title: 'Offer', code: 'RIGHT', enabled: true, appliesTo: 'order' };
  await owner.post('/discounts', { ...discount, value: { type: 'percent', percent: 10 } });
});
afterAll(() => apps[1]?.close());

type Sent = { url: string; payload: object; headers?: Record<string, string>; remoteAddress?: string };

/** Sends requests to both processes at once; counts their replies by status. */
async function sendAll(sent: Sent[]): Promise<Record<number, number>> {
  const replies = await Promise.all(
    sent.map(({ url, ...more }, n) => apps[n % 2]?.inject({ method: 'POST', url: `/api${url}`, ...more })),
  );
  return Object.fromEntries(
    [...Map.groupBy(replies, (reply) => Number(reply?.statusCode))].map(([status, all]) => [
      status,
      all.length,
    ]),
  );
}

const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const quote = (codes: object, remoteAddress: string, headers: Record<string, string> = {}): Sent => ({
  url: '/razorpay/quote',
  payload: { ...orderFor([product]), ...codes },
  remoteAddress,
  headers,
});

it('of many wrong codes at once no more are evaluated than a minute allows (T-CPN-60)', async () => {
  const discounts = times(parallel, (n) => quote({ discount_code: `WRONG${n}` }, '192.0.2.1'));
  expect(await sendAll(discounts)).toEqual({ 400: limit, 429: parallel - limit });
  const card = (n: number) => `ABCDEFGHJKLMNPQR${String(n + 1000).replaceAll(/[01]/g, 'Z')}`;
  const cards = times(parallel, (n) => quote({ gift_card_code: card(n) }, '192.0.2.2'));
  expect(await sendAll(cards)).toEqual({ 400: limit, 429: parallel - limit });
  // Both kinds together, and by the call that places an order.
  const placed = times(4 * limit, (n) => ({
    ...quote({ discount_code: `OTHER${n}` }, '192.0.2.3'),
    ...(n % 2 === 0 && { url: '/razorpay/create-order', headers: { 'idempotency-key': randomUUID() } }),
  }));
  expect(await sendAll(placed)).toEqual({ 400: limit, 429: 3 * limit });
});

it('of an account, from many addresses, too (T-CPN-60)', async () => {
  const { headers } = await signUp(shop);
  const sent = times(parallel, (n) => quote({ discount_code: `WRONG${n}` }, `198.51.${n}.1`, headers));
  expect(await sendAll(sent)).toEqual({ 400: limit, 429: parallel - limit });
});

it('right codes at once are all accepted, also after as many wrong ones as leave one (T-CPN-60)', async () => {
  const remoteAddress = '192.0.2.9';
  const right = () => quote({ discount_code: 'right' }, remoteAddress);
  for (const sent of times(limit - 1, (n) => quote({ discount_code: `WRONG${n}` }, remoteAddress)))
    expect(await sendAll([sent])).toEqual({ 400: 1 });
  expect(await sendAll(times(60, right))).toEqual({ 200: 60 });
  expect(await sendAll([quote({ discount_code: 'WRONG' }, remoteAddress)])).toEqual({ 400: 1 });
  expect(await sendAll([right()])).toEqual({ 429: 1 });
  // A minute later, and meanwhile from another address.
  expect(await sendAll([quote({ discount_code: 'RIGHT' }, '192.0.2.10')])).toEqual({ 200: 1 });
  shop.advance(2);
  await shop.get('/health/live');
  expect(await sendAll([right()])).toEqual({ 200: 1 });
});

it('checks of several processes wait for each other in the database (T-CPN-60)', async () => {
  const run = (keys: string[], verdict: string | undefined) =>
    countIfWrong(shop.db, keys, { max: 5, now: shop.clock.now() }, async () => {
      evaluated++;
      return verdict;
    });
  let evaluated = 0;
  const wrong = await Promise.all(times(15, (n) => run(n % 2 ? ['one', 'two'] : ['two', 'three'], 'wrong')));
  expect([evaluated, wrong.filter((outcome) => outcome === 'refused').length]).toEqual([5, 10]);
  const right = await Promise.all(times(15, () => run(['four'], undefined)));
  expect([evaluated, new Set(right)]).toEqual([20, new Set([undefined])]);
});

it('a repeated order whose unique code is used up by itself is no wrong code (T-CPN-60)', async () => {
  const owner = await asOwner(shop);
  const once = { title: 'Once', code: 'ONCE', enabled: true, appliesTo: 'order', maxUses: 1 };
  await owner.post('/discounts', { ...once, value: { type: 'percent', percent: 10 } });
  const headers = { 'idempotency-key': randomUUID() };
  const payload = orderFor([product], { discount_code: 'ONCE', email: freshEmail() });
  const sent = { url: '/razorpay/create-order', payload, headers, remoteAddress: '192.0.2.20' };
  expect(await sendAll(times(limit, () => sent))).toEqual({ 201: limit });
  expect(await sendAll([quote({ discount_code: 'RIGHT' }, '192.0.2.20')])).toEqual({ 200: 1 });
});
