import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin } from '../../tests/support/people.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

const shape = { success: false, message: expect.any(String), code: expect.any(String) };

describe('every error', () => {
  it('has the one shape, whatever layer it comes from (T-HDR-04)', async () => {
    const json = { 'content-type': 'application/json' };
    const { headers } = await createAdmin(shop);
    const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nSlug';
    const badField = `${cut.replace('; filename="a.csv"', '').replace('Slug', '{')}\r\n--x--\r\n`.replace(
      '\r\n\r\n',
      '\r\ncontent-type: application/json\r\n\r\n',
    );
    const cases = [
      [await shop.get('/no-such-call'), 404],
      [await shop.call('DELETE', '/site-info'), 404],
      [await shop.post('/razorpay/verify-payment', undefined, { payload: '{"a":', headers: json }), 400],
      [
        await shop.post('/razorpay/verify-payment', undefined, { payload: 'x'.repeat(2e6), headers: json }),
        413,
      ],
      [
        await shop.post('/razorpay/verify-payment', undefined, {
          payload: 'a,b',
          headers: { 'content-type': 'text/csv' },
        }),
        415,
      ],
      [await shop.get('/products/%E0%A4%A'), 400],
      [await shop.post('/products/bulk', { ids: ['\u0000'] }), 200],
      [await shop.post('/products', undefined, { payload: 'no form', headers: form }), 400],
      [await shop.post('/products', undefined, { payload: badField, headers: form }), 400],
      [await shop.post('/products/import', undefined, { payload: cut, headers: form }), 400],
      [await shop.get('/products/export.csv?brand=%00', { headers }), 400],
      [await shop.get('/order/admin/export.csv?search=%00', { headers }), 400],
      [await shop.post('/auth/login', undefined, { payload: '', headers: json }), 400],
      [await shop.call('DELETE', `/products/${randomUUID()}`, { headers: { ...headers, ...json } }), 404],
    ] as const;
    for (const [{ status, body }, wanted] of cases) {
      expect(status, JSON.stringify(body)).toBe(wanted);
      if (wanted >= 400) expect(body).toMatchObject(shape);
      expect(JSON.stringify(body)).not.toMatch(/node_modules|select |at Object|\.ts:/);
    }
  });

  it('carries an id and the safety headers, and is not kept', async () => {
    const { headers } = await shop.get('/no-such-call');
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[\w-]{20,}$/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the description of the calls', () => {
  it('is made from the schemas that validate', async () => {
    const { status, body } = await shop.get('/openapi.json');
    expect(status).toBe(200);
    const { paths } = body as { paths: Record<string, Record<string, unknown>> };
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/api/products',
        '/api/products/{id}',
        '/api/products/bulk',
        '/api/categories',
        '/api/policies/{idOrType}',
        '/api/site-info',
        '/api/razorpay/create-order',
        '/api/razorpay/verify-payment',
        '/api/order/{id}',
        '/api/razorpay/invoice/{id}',
      ]),
    );
    expect((await shop.app.inject('/api/docs/')).statusCode).toBe(200);
  });
});

describe('health', () => {
  it('says live and ready', async () => {
    expect((await shop.get('/health/live')).body).toEqual({ status: 'ok' });
    expect((await shop.get('/health/ready')).body).toEqual({ status: 'ok' });
  });
});
