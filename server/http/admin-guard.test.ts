import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '../../tests/support/people.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

/** What everyone may call that is no mere reading; each checks by itself who asks. */
const open =
  /^(POST \/api\/(products\/bulk|contact|order\/look-up|auth\/|razorpay\/)|PUT \/api\/auth\/|(POST|PUT|DELETE) \/api\/auth)/;
/** Reading that is for the owner alone. */
const ownersReading =
  /^GET \/api\/(products\/(batch|counts|export|import)|contact|order\/admin|auth\/admin|site-info\/admin|reports|mails)/;

async function adminCalls() {
  const { body } = await shop.get('/openapi.json');
  const paths = body.paths as Record<string, Record<string, unknown>>;
  return Object.entries(paths)
    .flatMap(([url, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`))
    .filter((call) => (call.startsWith('GET ') ? ownersReading.test(call) : !open.test(call)));
}

it('lets nobody but an admin past any call that writes, before its body is read (T-UPL-08)', async () => {
  const shopper = await signUp(shop);
  const calls = await adminCalls();
  expect(calls.length).toBeGreaterThan(25);
  const passed: string[] = [];
  for (const call of calls) {
    const [method = '', url = ''] = call.split(' ');
    const address = url.replace(/^\/api/, '').replace(/\{\w+\}/g, randomUUID());
    const anonymous = await shop.call(method as 'PUT', address, {
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    const signedIn = await shop.call(method as 'PUT', address, { headers: shopper.headers });
    if (anonymous.status !== 401 || signedIn.status !== 403)
      passed.push(`${call} ${anonymous.status} ${signedIn.status}`);
  }
  expect(passed).toEqual([]);
});
