import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { asOwner } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';

const limit = 5;
const shop = await testShop({ env: { RATE_LIMIT: String(limit) } });

/** Sends a text as JSON to a call that anyone may use and whose limit is higher than the number of tests. */
const send = (payload: string) =>
  shop.call('POST', '/razorpay/quote', { payload, headers: { 'content-type': 'application/json' } });

it.each([
  ['large', JSON.stringify({ note: 'x'.repeat(70_000) }), 413, 'too_large'],
  ['deep', `${'['.repeat(33)}${']'.repeat(33)}`, 400, 'bad_request'],
  ['deep and unfinished', '{"a":'.repeat(1000), 400, 'bad_request'],
  ['long', JSON.stringify({ cart_items: Array(3000).fill(0) }), 400, 'bad_request'],
  ['full of signs in texts', JSON.stringify({ cart_items: '[{,"\\'.repeat(3000) }), 400, 'validation_failed'],
])('a public body that is %s is refused (T-DOS-10)', async (_, payload, status, code) => {
  expect(await send(payload)).toMatchObject({ status, body: { success: false, code } });
});

it('admins may send larger bodies', async () => {
  const owner = await asOwner(shop);
  const name = 'x'.repeat(70_000);
  expect(await owner.post('/categories', { name })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  });
});

it('bodies that are refused count towards the limit of their address (T-DOS-10)', async () => {
  const statuses = [];
  for (let n = 0; n < 2 * limit; n++) {
    const payload = n % 2 ? '{' : JSON.stringify({ name: randomUUID() });
    const headers = { 'content-type': 'application/json' };
    statuses.push((await shop.call('POST', '/contact', { payload, headers })).status);
  }
  expect(statuses).toEqual([...Array(limit).fill(400), ...Array(limit).fill(429)]);
});
