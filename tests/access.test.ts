import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyAsGuest, createAdmin, freshEmail, type Person, signUp } from './support/people.ts';
import type { Placed } from './support/purchase.ts';
import { createTestShop, type TestShop } from './support/shop.ts';

/**
 * Who may use a call. A call that is not listed here fails the test: say whose it is.
 * `anyone`: open to all. `signed-in`: 401 for nobody. `its-own`: 404 for whoever is neither owner nor admin.
 * `admin`: 401 for nobody, 403 for shoppers. `outside`: proved by a signature of its own.
 */
type Rule = 'anyone' | 'signed-in' | 'its-own' | 'admin' | 'outside';

const rules: Record<string, Rule> = {
  'GET /health/live': 'anyone',
  'GET /health/ready': 'anyone',
  'GET /openapi.json': 'anyone',
  'GET /products': 'anyone',
  'GET /products/:id': 'anyone',
  'POST /products/bulk': 'anyone',
  'GET /categories': 'anyone',
  'GET /categories/:id': 'anyone',
  'GET /categories/subcategory': 'anyone',
  'GET /categories/subcategory/:id': 'anyone',
  'GET /brands': 'anyone',
  'GET /brands/:id': 'anyone',
  'GET /product-types': 'anyone',
  'GET /product-types/:id': 'anyone',
  'GET /products/batch': 'admin',
  'GET /products/batch/:id': 'admin',
  'GET /products/counts': 'admin',
  'GET /products/import': 'admin',
  'GET /products/import/:id': 'admin',
  'GET /products/export.csv': 'admin',
  'GET /policies': 'anyone',
  'GET /policies/templates': 'admin',
  'GET /policies/:idOrType': 'anyone',
  'GET /site-info': 'anyone',
  'POST /contact': 'anyone',
  'GET /razorpay/checkout-config': 'anyone',
  'POST /razorpay/create-order': 'anyone',
  'POST /razorpay/verify-payment': 'outside',
  'POST /razorpay/webhook': 'outside',
  'POST /razorpay/callback': 'outside',
  'POST /order/look-up': 'anyone',
  'GET /order/:id': 'its-own',
  'GET /order/user/:id': 'its-own',
  'GET /razorpay/orders/:id': 'its-own',
  'GET /razorpay/orders/:id/status': 'its-own',
  'POST /razorpay/orders/:id/payment': 'its-own',
  'GET /razorpay/orders/:id/invoice': 'its-own',
  'GET /razorpay/invoice/:id': 'its-own',
  'GET /razorpay/credit-note/:id': 'its-own',
  'POST /auth/login': 'anyone',
  'POST /auth/register': 'anyone',
  'GET /auth/check-guest': 'outside',
  'POST /auth/activate-account': 'anyone',
  'POST /auth/forgot-password': 'anyone',
  'PUT /auth/reset-password/:token': 'outside',
  'POST /auth/logout': 'anyone',
  'GET /auth/me': 'signed-in',
  'POST /auth/logout-all': 'signed-in',
  'PUT /auth/profile': 'signed-in',
  'POST /auth/send-confirmation': 'signed-in',
  'POST /auth/confirm-email': 'signed-in',
  'GET /auth/addresses': 'signed-in',
  'POST /auth/addresses': 'signed-in',
  'PUT /auth/addresses/:id': 'signed-in',
  'DELETE /auth/addresses/:id': 'signed-in',
  'GET /auth/my-data': 'signed-in',
  'DELETE /auth/account': 'signed-in',
};

/** Calls of the back office are the admin's by their path or their method, whoever adds them. */
function ruleOf(route: string): Rule | undefined {
  if (rules[route]) return rules[route];
  if (/^\w+ \/docs/.test(route)) return 'anyone';
  const [method = '', path = ''] = route.split(' ');
  if (/\/admin(\/|$)/.test(path)) return 'admin';
  if (/^\/(contact|attention|demo|mails|settings|upload)(\/|$)/.test(path)) return 'admin';
  const managed = /^\/(products|categories|brands|product-types|policies|site-info)(\/|$)/;
  return managed.test(path) && method !== 'GET' ? 'admin' : undefined;
}

let shop: TestShop;
let owner: Person;
let ownersOrder: Placed;
const askers: Record<string, { headers: Record<string, string> }> = { nobody: { headers: {} } };

beforeAll(async () => {
  shop = await createTestShop();
  const expired = await createAdmin(shop);
  shop.advance(13 * 60);
  owner = await signUp(shop);
  ownersOrder = await buyAsGuest(shop, freshEmail());
  await shop.db
    .updateTable('orders')
    .set({ userId: owner.user._id, isGuest: false })
    .where('id', '=', ownersOrder.id)
    .execute();
  Object.assign(askers, {
    'a forged token': { headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJpc0FkbWluIjp0cnVlfQ.' } },
    'an expired admin': expired,
    'another shopper': await signUp(shop, { isAdmin: true }),
    'the shopper': owner,
    'an admin': await createAdmin(shop),
  });
});
afterAll(() => shop.close());

const routes = () => shop.routes.filter((route) => !route.startsWith('HEAD') && !route.includes('*'));

/** The status of a call without a body: who may not do it is told before anything else is looked at. */
async function ask(route: string, who: string) {
  const [method = 'GET', pattern = ''] = route.split(' ');
  const own = /\/user\//.test(pattern) ? owner.user._id : ownersOrder.id;
  const path = pattern.replace(/:[a-zA-Z]+/g, own);
  return shop.call(method as 'GET', path, { headers: askers[who]?.headers });
}

describe('every call', () => {
  it('has a rule that says whose it is', () => {
    expect(routes().length).toBeGreaterThan(30);
    expect(routes().filter((route) => !ruleOf(route))).toEqual([]);
  });

  it('has a rule only while it is there', () => {
    expect(Object.keys(rules).filter((route) => !routes().includes(route))).toEqual([]);
  });

  const strangers = ['nobody', 'a forged token', 'an expired admin'];

  it.each(strangers)('that is somebody’s is 401 to %s, an order 404 (T-IDR-01, T-IDR-09)', async (who) => {
    const answers: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const route of routes()) {
      const rule = ruleOf(route);
      if (rule === 'anyone' || rule === 'outside') continue;
      answers[route] = (await ask(route, who)).status;
      expected[route] = rule === 'its-own' ? 404 : 401;
    }
    expect(answers).toEqual(expected);
  });

  it('of the admin is 403 to shoppers, an order is 404 to other shoppers (T-IDR-02, T-IDR-08)', async () => {
    for (const who of ['another shopper', 'the shopper']) {
      const wrong: Record<string, number> = {};
      for (const route of routes()) {
        const rule = ruleOf(route);
        const expected = rule === 'admin' ? 403 : rule === 'its-own' && who === 'another shopper' ? 404 : 0;
        const { status } = expected ? await ask(route, who) : { status: 0 };
        if (status !== expected) wrong[route] = status;
      }
      expect(wrong, who).toEqual({});
    }
  });

  it('of an order answers its owner and an admin', async () => {
    // This order has no credit note.
    const own = routes().filter((each) => ruleOf(each) === 'its-own' && !each.includes('/credit-note/'));
    for (const route of own) {
      for (const who of ['the shopper', 'an admin']) {
        // They are let through and told that the order is paid already.
        const expected = route === 'POST /razorpay/orders/:id/payment' ? 409 : 200;
        expect((await ask(route, who)).status, `${route} for ${who}`).toBe(expected);
      }
    }
  });

  it('with somebody’s answer is kept by nothing in between (T-IDR-12, T-HDR-03)', async () => {
    for (const route of routes().filter((each) => each.startsWith('GET'))) {
      if (ruleOf(route) === 'anyone') continue;
      expect((await ask(route, 'an admin')).headers['cache-control'], route).toContain('no-store');
    }
  });

  it('never shows what only the server may know (T-IDR-10)', async () => {
    const secrets = /"\w*(password|token_?hash|access_?key|placed_?from)\w*":|argon2/i;
    for (const route of routes().filter((each) => each.startsWith('GET') && ruleOf(each) !== 'anyone')) {
      for (const who of ['the shopper', 'an admin']) {
        const { body } = await ask(route, who);
        expect('raw' in body ? '' : JSON.stringify(body), route).not.toMatch(secrets);
      }
    }
  });
});

it.each([
  '/order/%2e%2e/admin',
  '/order//admin',
  '/Order/ADMIN',
  '/order/admin;x',
  '/order/admin/',
  '/order/%00',
  '/order/undefined',
  '/order/user/undefined',
  '/invoices/1.pdf',
])('the path trick %s opens nothing (T-IDR-06, T-IDR-07)', async (path) => {
  const { status, body } = await shop.get(path);
  expect([400, 401, 404]).toContain(status);
  expect(body.success).toBe(false);
});

it('an order’s key in any odd form opens nothing (T-IDR-05)', async () => {
  const { id, key } = ownersOrder;
  for (const odd of ['', 'undefined', 'null', key.slice(0, -1), `${key}x`, '%00', key.toLowerCase()]) {
    expect((await shop.get(`/order/${id}?key=${odd}`)).status).not.toBe(200);
  }
  expect((await shop.get(`/order/${id}?key=a&key=b`)).status).not.toBe(200);
  expect((await shop.get(`/order/${id}?key=${key}`)).status).toBe(200);
});
