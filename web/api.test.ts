import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, call, stream } from './api.ts';

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => {
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('location', { pathname: '/' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.mockReset();
});
const json = (body: unknown, headers = {}) => Response.json(body, { headers });
const lastCall = () => sent.mock.calls.at(-1);

test('a call puts its parameters and query into the address', async () => {
  sent.mockImplementation(async () => json({}));
  await call('GET /products/import/:id', { params: { id: 'a/b?' } });
  expect(lastCall()?.[0]).toBe('/api/products/import/a%2Fb%3F');
  await call('GET /products', { query: { page: 2, inStock: true, search: undefined } });
  expect(lastCall()?.[0]).toBe('/api/products?page=2&inStock=true');
  await call('GET /products', { query: new URLSearchParams({ category: 'rings' }) });
  expect(lastCall()?.[0]).toBe('/api/products?category=rings');
});

test('a call sends JSON, or a form where files are accepted', async () => {
  sent.mockImplementation(async () => json({}));
  await call('POST /auth/confirm-email', { body: { token: 't' } });
  expect(lastCall()?.[1]).toMatchObject({ method: 'POST', body: '{"token":"t"}' });
  const body = new FormData();
  await call('POST /brands', { body });
  expect(lastCall()?.[1].body).toBe(body);
});

test('a list returns its items and their total number, a file returns a Blob', async () => {
  sent.mockResolvedValueOnce(json([{ _id: '1' }], { 'x-total-count': '40' }));
  const { items, total } = await call('GET /brands');
  expect([items.map(({ _id }) => _id), total]).toEqual([['1'], 40]);
  sent.mockResolvedValueOnce(new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }));
  const pdf = await call('GET /razorpay/invoice/:id', { params: { id: '1' } });
  expect(await pdf.text()).toBe('%PDF');
  sent.mockResolvedValueOnce(new Response('a,b'));
  expect(await (await stream('GET /products/export.csv')).text()).toBe('a,b');
});

test('an error reply becomes an ApiError with its code', async () => {
  sent.mockResolvedValueOnce(
    Response.json({ success: false, message: 'Gone.', code: 'not_found' }, { status: 404 }),
  );
  await expect(call('GET /auth/me')).rejects.toMatchObject({ status: 404, code: 'not_found' });
  sent.mockResolvedValueOnce(new Response('<html>', { status: 502 }));
  await expect(call('GET /auth/me')).rejects.toMatchObject({ code: 'unknown' });
  sent.mockResolvedValueOnce(new Response('<html>Sign in to this Wi-Fi', { status: 200 }));
  await expect(call('GET /auth/me')).rejects.toMatchObject({ code: 'network' });
  sent.mockRejectedValueOnce(new TypeError('offline'));
  const error = await call('GET /auth/me').catch((reason: unknown) => reason);
  expect(error instanceof ApiError && error.code).toBe('network');
});

test('a call that does not fit the table is a type error', async () => {
  sent.mockImplementation(async () => json({}));
  // @ts-expect-error The path has a parameter.
  await call('GET /order/:id');
  // @ts-expect-error There is no such call.
  await call('GET /orders');
  // @ts-expect-error The body lacks a password.
  await call('POST /auth/login', { body: { email: 'a@b.in' } });
  // @ts-expect-error There is no such filter.
  await call('GET /products', { query: { colour: 'red' } });
  const user = await call('GET /auth/me');
  // @ts-expect-error There is no such field.
  user.password;
});
