import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { signUp } from '../../tests/support/people.ts';
import { type TestShop, testShop } from '../../tests/support/shop.ts';
import { createApp } from '../app.ts';

const limit = 5;
/** Two processes on one database. */
let apps: TestShop['app'][];
const shop = await testShop({ env: { RATE_LIMIT: String(limit) } });
beforeAll(async () => {
  const another = await createApp(shop.deps, { isReady: async () => true });
  apps = [shop.app, another.app];
});
afterAll(async () => {
  for (const app of apps.slice(1)) await app.close();
});

const ask = async (index: number, remoteAddress: string, email: string) => {
  const payload = { email };
  const reply = await apps[index]?.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload,
    remoteAddress,
  });
  return { status: reply?.statusCode, retryAfter: Number(reply?.headers['retry-after']) };
};

it('two processes accept as many requests of an address or account as one (T-ACC-40)', async () => {
  const ofAddress = [];
  for (let n = 0; n < 4 * limit; n++) ofAddress.push(await ask(n % 2, '203.0.113.1', `a${n}@example.in`));
  expect(ofAddress.map(({ status }) => status)).toEqual([
    ...Array(limit).fill(200),
    ...Array(3 * limit).fill(429),
  ]);
  for (const { retryAfter } of ofAddress.slice(limit)) expect(retryAfter).toBeGreaterThan(0);

  const ofAccount = await Promise.all(
    Array.from({ length: 4 * limit }, (_, n) => ask(n % 2, `203.0.113.${10 + n}`, 'victim@example.in')),
  );
  expect(ofAccount.filter(({ status }) => status === 200)).toHaveLength(limit);
  // A process that has just started.
  const { app } = await createApp(shop.deps, { isReady: async () => true });
  apps.push(app);
  expect((await ask(2, '203.0.113.50', 'victim@example.in')).status).toBe(429);
  expect((await ask(2, '203.0.113.50', 'other@example.in')).status).toBe(200);
  shop.advance(61);
  await shop.get('/health/live');
  expect((await ask(2, '203.0.113.50', 'victim@example.in')).status).toBe(200);
});

it('requests beyond the limit write nothing to the database (T-ACC-40)', async () => {
  const total = async () => {
    const counts = await shop.db.selectFrom('requestCounters').select('requests').execute();
    return counts.reduce((sum, { requests }) => sum + requests, 0);
  };
  const before = await total();
  for (let n = 0; n < 200; n++) await ask(n % 2, '198.51.100.1', `b${n}@example.in`);
  // Each process counts what its own memory accepts, once for the address and once for the account.
  expect((await total()) - before).toBeLessThanOrEqual(2 * 2 * limit);
});

it('few wrong codes of discounts are looked up for an address, but any number of right ones (T-CPN-04)', async () => {
  const product = await createProduct(shop.db);
  const owner = await asOwner(shop);
  const discount = { title: 'Offer', code: 'RIGHT', enabled: true, appliesTo: 'order' };
  await owner.post('/discounts', { ...discount, value: { type: 'percent', percent: 10 } });
  const quote = async (code: string, remoteAddress = '198.51.100.7') =>
    (await shop.post('/razorpay/quote', { ...orderFor([product]), discount_code: code }, { remoteAddress }))
      .status;
  for (let n = 0; n < 2 * limit; n++) expect(await quote('right')).toBe(200);
  const guesses = [];
  for (let n = 0; n < 2 * limit; n++) guesses.push(await quote(`GUESS${n}`));
  expect(guesses).toEqual([...Array(limit).fill(400), ...Array(limit).fill(429)]);
  expect(await quote('right')).toBe(429);
  const order = orderFor([product], { discount_code: 'GUESS' });
  const placing = await shop.post('/razorpay/create-order', order, { remoteAddress: '198.51.100.7' });
  expect(placing.status).toBe(429);
  expect(await quote('right', '198.51.100.8')).toBe(200);
});

it('few wrong codes of gift cards are looked up for an account, from whatever address (T-GFT-04)', async () => {
  const product = await createProduct(shop.db);
  const { headers } = await signUp(shop);
  const guesses = [];
  for (let n = 0; n < 2 * limit; n++) {
    const body = { ...orderFor([product]), gift_card_code: 'ABCDEFGHJKLMNPQRSTUV' };
    const remoteAddress = `203.0.113.${n}`;
    guesses.push((await shop.post('/razorpay/quote', body, { headers, remoteAddress })).status);
  }
  expect(guesses).toEqual([...Array(limit).fill(400), ...Array(limit).fill(429)]);
});
