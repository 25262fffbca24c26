import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../shared/contract/calls/call.ts';
import { calls, errorsOf } from '../../shared/contract/calls.ts';
import { errorCodes } from '../../shared/contract/wire.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { createAdmin } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();

const shape = { success: false, message: expect.any(String), code: expect.any(String) };

describe('every error', () => {
  it('has the same shape from every layer (T-HDR-04)', async () => {
    const json = { 'content-type': 'application/json' };
    const { headers } = await createAdmin(shop);
    const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    const noBoundary = { ...headers, 'content-type': 'multipart/form-data' };
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
      [await shop.post('/products', undefined, { payload: cut, headers: noBoundary }), 400],
      [await shop.post('/products/import', undefined, { payload: cut, headers: noBoundary }), 400],
      [await shop.post('/products/import', undefined, { payload: cut, headers: form }), 400],
      [await shop.get('/products/export.csv?brand=%00', { headers }), 400],
      [await shop.get('/order/admin/export.csv?status=%00', { headers }), 400],
      [await shop.post('/auth/login', undefined, { payload: '', headers: json }), 400],
      [await shop.call('DELETE', `/products/${randomUUID()}`, { headers: { ...headers, ...json } }), 404],
    ] as const;
    for (const [{ status, body }, wanted] of cases) {
      expect(status, JSON.stringify(body)).toBe(wanted);
      if (wanted >= 400) expect(body).toMatchObject(shape);
      expect(JSON.stringify(body)).not.toMatch(/node_modules|select |at Object|\.ts:/);
    }
  });

  it('has a request id and security headers, and is not cached', async () => {
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

describe('a body', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'of %s is a 415 (T-ACC-26)',
    async (type) => {
      for (const url of ['/products/bulk', '/auth/login', '/contact', '/razorpay/create-order']) {
        const reply = await shop.call('POST', url, { payload: 'ids=1', headers: { 'content-type': type } });
        expect(reply.status, url).toBe(415);
        expect(reply.body).toMatchObject(shape);
      }
    },
  );

  it('with too long a list is a 400', async () => {
    const ids = Array.from({ length: 101 }, () => randomUUID());
    const bulk = await shop.post('/products/bulk', { ids });
    const cart_items = ids.slice(0, 51).map((product_id) => ({ product_id, quantity: 1 }));
    const order = await shop.post('/razorpay/create-order', { cart_items, amount: 100, currency: 'INR' });
    expect([bulk.status, order.status]).toEqual([400, 400]);
    expect(bulk.body).toMatchObject({ ...shape, errors: { ids: expect.any(String) } });
  });
});

describe('lists that are short in most shops', () => {
  it('are paged on request and always have their total number', async () => {
    const owner = await asOwner(shop);
    for (const list of ['categories', 'brands', 'product-types']) {
      for (const name of ['First', 'Second', 'Third']) await owner.post(`/${list}`, { name });
      const second = await shop.get(`/${list}?page=2&limit=2`);
      expect(second.headers['x-total-count'], list).toBe('3');
      expect(second.body, list).toHaveLength(1);
      expect((await shop.get(`/${list}`)).body, list).toHaveLength(3);
      expect((await shop.get(`/${list}?limit=0`)).status, list).toBe(400);
    }
  });
});

describe('the API description', () => {
  type Operation = {
    operationId: string;
    summary: string;
    tags: string[];
    security: object[];
    requestBody?: { content: Record<string, { schema: { properties: object } }> };
    responses: Record<string, { description: string; content?: Record<string, object> }>;
  };

  it('contains the id, tag, security and errors of every call', async () => {
    const { body } = await shop.get('/openapi.json');
    const paths = body.paths as Record<string, Record<string, Operation>>;
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    expect(operations.length).toBeGreaterThan(100);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const tags = (body.tags as { name: string }[]).map(({ name }) => name);
    for (const { operationId, summary, tags: own, responses } of operations) {
      expect(summary, operationId).toMatch(/^[A-Z]/);
      expect(tags, operationId).toEqual(expect.arrayContaining(own));
      expect(responses.default, operationId).toMatchObject({ content: { 'application/json': {} } });
      for (const { description } of Object.values(responses))
        expect(description).not.toBe('Default Response');
    }
    for (const [route, call] of Object.entries<Call>(calls)) {
      const [method = '', path = ''] = route.split(' ');
      const described = paths[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
      expect(described?.operationId).toBe(call.operationId);
      for (const code of errorsOf(route, call)) {
        const reply = described?.responses[errorCodes[code]];
        expect(JSON.stringify(reply), `${code} of ${route}`).toContain(`"${code}"`);
      }
    }
    const refund = paths['/api/order/admin/{id}/refund']?.post;
    expect(refund?.security).toEqual([{ bearer: [] }]);
    expect(Object.keys(refund?.responses ?? {})).toEqual(
      expect.arrayContaining(['400', '401', '403', '404']),
    );
    const form = paths['/api/products']?.post?.requestBody?.content ?? {};
    expect(Object.keys(form)).toEqual(['application/json', 'multipart/form-data']);
    expect(form['multipart/form-data']?.schema.properties).toMatchObject({
      name: {},
      image: { contentMediaType: 'application/octet-stream' },
    });
    const contentOf = (path: string) => Object.keys(paths[path]?.get?.responses[200]?.content ?? {});
    expect(contentOf('/api/razorpay/invoice/{id}')).toEqual(['application/pdf']);
    expect(contentOf('/api/products/export.csv')).toEqual(['text/csv']);
    expect(contentOf('/api/mails/{id}/file')).toEqual(['message/rfc822']);
    expect(paths['/api/razorpay/webhook']?.post?.operationId).toBe('receiveWebhook');
    const callback = paths['/api/razorpay/callback']?.post;
    expect(Object.keys(callback?.requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded']);
    expect(callback?.responses).toHaveProperty('303');
    expect((await shop.app.inject('/api/docs/')).statusCode).toBe(200);
  });
});

describe('health', () => {
  it('reports that the shop is live and ready', async () => {
    expect((await shop.get('/health/live')).body).toEqual({ status: 'ok' });
    expect((await shop.get('/health/ready')).body).toEqual({ status: 'ok', shop: expect.any(String) });
  });
});
