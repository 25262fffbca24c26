import { expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { countRecords, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop();

/** What the provider's page posts, from another site, without a token. */
const comeBack = (fields: Record<string, string> | string) =>
  shop.call('POST', '/razorpay/callback', {
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://api.razorpay.com',
      'sec-fetch-site': 'cross-site',
    },
  });

const order = async () => place(shop, [{ id: (await createProduct(shop.db)).id }]);

it('settles by the signature and redirects to the order’s page without giving access to it (T-PAY-30)', async () => {
  const placed = await order();
  const paid = await shop.fake.pay(placed.providerOrderId);
  const { status, headers, body } = await comeBack(paid);
  expect(status).toBe(303);
  expect(headers.location).toBe(`/order-success/${placed.id}`);
  expect(String(body.raw)).toBe('');
  expect(headers['set-cookie']).toBeUndefined();
  expect((await read(shop, placed)).status).toBe('paid');
  // The same again, and the browser's own word, change nothing.
  expect((await comeBack(paid)).headers.location).toBe(`/order-success/${placed.id}`);
  expect((await verify(shop, paid)).status).toBe(200);
  expect(await countRecords(shop, placed.id)).toMatchObject({ payments: 1, invoices: 1, movements: 1 });
});

it('redirects to checkout with a message if the payment failed', async () => {
  const failed = {
    'error[code]': 'BAD_REQUEST_ERROR',
    'error[description]': 'Payment was cancelled',
    'error[metadata]': '{"order_id":"order_x"}',
  };
  const { status, headers } = await comeBack(failed);
  expect(status).toBe(303);
  expect(headers.location).toBe('/checkout?payment=failed');
});

it.each([
  ['a forged signature', { razorpay_signature: '0'.repeat(64) }],
  ['no signature', { razorpay_signature: '' }],
  ['another order', { razorpay_order_id: 'order_Other000000001' }],
  ['another payment', { razorpay_payment_id: 'pay_Other0000000001' }],
])('rejects %s (T-PAY-30)', async (_what, wrong) => {
  const placed = await order();
  const paid = await shop.fake.pay(placed.providerOrderId, 'pending');
  const { status, headers } = await comeBack({ ...paid, ...wrong });
  expect(status).toBe(303);
  expect(headers.location).toBe('/checkout?payment=failed');
  expect((await read(shop, placed)).status).toBe('pending');
});

it.each([
  '',
  'razorpay_order_id=a&razorpay_order_id=b',
  '__proto__[x]=1&constructor=2',
  '%E0%A4%A',
  'x'.repeat(5000),
])('accepts any form without an error: %.30s', async (form) => {
  const { status, headers } = await comeBack(form);
  expect(status).toBe(303);
  expect(headers.location).toBe('/checkout?payment=failed');
});

it('is not accepted as GET', async () => {
  expect((await shop.get('/razorpay/callback')).status).toBe(404);
});
