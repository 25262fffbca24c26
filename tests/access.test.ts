// Slow: `npm run check` leaves this file out.
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Access, Call } from '../shared/contract/calls/call.ts';
import { calls as table } from '../shared/contract/calls.ts';
import { builtInRoles, isBuiltIn } from '../shared/permissions.ts';
import { buyAsGuest, createAdmin, freshEmail, type Person, signUp } from './support/people.ts';
import type { PlacedOrder } from './support/purchase.ts';
import { testShop } from './support/shop.ts';

const calls = new Map<string, Call>(Object.entries(table));
const accessOf = (route: string): Access | undefined =>
  /^\w+ \/docs/.test(route) ? 'anyone' : calls.get(route)?.access;

let owner: Person;
let ownersOrder: PlacedOrder;
const actors: Record<string, { headers: Record<string, string> }> = { 'a guest': { headers: {} } };

const shop = await testShop();
beforeAll(async () => {
  const expired = await createAdmin(shop);
  shop.advance(13 * 60);
  owner = await signUp(shop);
  ownersOrder = await buyAsGuest(shop, freshEmail());
  await shop.db
    .updateTable('orders')
    .set({ userId: owner.user._id, isGuest: false })
    .where('id', '=', ownersOrder.id)
    .execute();
  Object.assign(actors, {
    'a forged token': { headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJpc0FkbWluIjp0cnVlfQ.' } },
    'an expired admin': expired,
    'another shopper': await signUp(shop, { isAdmin: true }),
    'the shopper': owner,
    'an admin': await createAdmin(shop),
  });
  for (const role of Object.keys(builtInRoles)) actors[role] = await createAdmin(shop, role);
});

const permissionsOf = (role: string): readonly unknown[] =>
  isBuiltIn(role) ? builtInRoles[role].permissions : [];

const routes = () => shop.routes.filter((route) => !route.startsWith('HEAD') && !route.includes('*'));

/** Sends a call with this body. An actor without access must be refused before the body is read. */
async function send(route: string, who: string, body: InjectOptions = {}) {
  const [method = 'GET', pattern = ''] = route.split(' ');
  const own = /\/user\//.test(pattern) ? owner.user._id : ownersOrder.id;
  const path = pattern.replace(/:[a-zA-Z]+/g, own);
  return shop.call(method as 'GET', path, {
    payload: body.payload ?? bodies[route],
    headers: { ...body.headers, ...actors[who]?.headers },
  });
}
/** Bodies of calls whose body is checked before their order is read. */
const bodies: Record<string, object> = {
  'POST /push/orders/:id': {
    subscription: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/a',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  },
};
const brokenJson = { payload: '{', headers: { 'content-type': 'application/json' } };

describe('every call', () => {
  it('is in the table of calls, and the table has no other', () => {
    expect(routes().length).toBeGreaterThan(100);
    expect(routes().filter((route) => !accessOf(route))).toEqual([]);
    expect([...calls.keys()].filter((route) => !routes().includes(route))).toEqual([]);
  });

  const withoutAccess = ['a guest', 'a forged token', 'an expired admin'];

  it.each(withoutAccess)(
    'that needs a session replies 401 to %s before it reads the body, and 404 for an order (T-IDR-01, T-IDR-09, T-UPL-08)',
    async (who) => {
      const answers: Record<string, number> = {};
      const expected: Record<string, number> = {};
      for (const route of routes()) {
        const access = accessOf(route);
        if (access === 'anyone' || access === 'proof') continue;
        const body = access === 'admin' && !route.startsWith('GET') ? brokenJson : {};
        answers[route] = (await send(route, who, body)).status;
        expected[route] = access === 'own' ? 404 : 401;
      }
      expect(answers).toEqual(expected);
    },
  );

  it('for admins replies 403 to shoppers, and one for an order 404 to other shoppers (T-IDR-02, T-IDR-08)', async () => {
    for (const who of ['another shopper', 'the shopper']) {
      const wrong: Record<string, number> = {};
      for (const route of routes()) {
        const access = accessOf(route);
        const expected = access === 'admin' ? 403 : access === 'own' && who === 'another shopper' ? 404 : 0;
        const { status } = expected ? await send(route, who) : { status: 0 };
        if (status !== expected) wrong[route] = status;
      }
      expect(wrong, who).toEqual({});
    }
  });

  it('for an order succeeds for its owner and for an admin', async () => {
    // This order has no credit note.
    const own = routes().filter((route) => accessOf(route) === 'own' && !route.includes('/credit-note/'));
    for (const route of own) {
      for (const who of ['the shopper', 'an admin']) {
        // The actor has access; the reply says that the order is already paid.
        const expected = route === 'POST /razorpay/orders/:id/payment' ? 409 : 200;
        expect((await send(route, who)).status, `${route} for ${who}`).toBe(expected);
      }
    }
  });

  it.each(Object.keys(builtInRoles))(
    'of the back office is open to the role %s exactly if it has the permission (T-ADM-12)',
    async (role) => {
      const wrong: Record<string, unknown> = {};
      const allowed: string[] = [];
      for (const route of routes()) {
        const { access, permission } = calls.get(route) ?? {};
        if (access !== 'admin') continue;
        const isAllowed = permission === 'every-admin' || permissionsOf(role).includes(permission);
        // Broken JSON is refused after the guard and before the handler.
        const { status, body } = await send(route, role, route.startsWith('GET') ? {} : brokenJson);
        const isRefused = status === 403 && body.code === 'forbidden' && String(body.message).length > 10;
        const isServed = route.startsWith('GET') ? [200, 400, 404].includes(status) : status === 400;
        if (isAllowed ? !isServed : !isRefused) wrong[route] = { isAllowed, status, body };
        if (isServed && permission !== 'every-admin') allowed.push(route);
      }
      expect(wrong).toEqual({});
      if (role in known) expect(allowed.sort()).toEqual(known[role]);
    },
  );
  // Some roles spelled out, so that a change of the permissions of a role or call is seen here.
  const known: Record<string, string[]> = {
    packer: [
      'DELETE /order/admin/:id/notes/:note',
      'DELETE /order/admin/:id/shipments/:shipment/booking',
      'DELETE /order/admin/views/:id',
      'GET /order/admin',
      'GET /order/admin/:id',
      'GET /order/admin/:id/label',
      'GET /order/admin/:id/packing-slip',
      'GET /order/admin/:id/shipments/:shipment/booking/label',
      'GET /order/admin/batch',
      'GET /order/admin/batch/:id',
      'GET /order/admin/couriers',
      'GET /order/admin/news',
      'GET /order/admin/print-jobs',
      'GET /order/admin/print-jobs/:id',
      'GET /order/admin/print-jobs/:id/file',
      'GET /order/admin/tags',
      'GET /order/admin/views',
      'PATCH /order/admin/:id/tags',
      'POST /order/admin/:id/notes',
      'POST /order/admin/:id/pickup-ready',
      'POST /order/admin/:id/shipments',
      'POST /order/admin/:id/shipments/:shipment/booking',
      'POST /order/admin/:id/shipments/:shipment/booking/pickup',
      'POST /order/admin/:id/shipments/:shipment/booking/track',
      'POST /order/admin/:id/shipments/:shipment/rates',
      'POST /order/admin/batch',
      'POST /order/admin/print-jobs',
      'POST /order/admin/views',
      'PUT /order/admin/:id/notes/:note',
      'PUT /order/admin/:id/shipments/:shipment',
      'PUT /order/admin/:id/status',
    ],
    support: [
      'DELETE /cod-blocks/:id',
      'DELETE /contact/:id',
      'DELETE /customers/:id/notes/:note',
      'DELETE /order/admin/views/:id',
      'GET /cod-blocks',
      'GET /contact',
      'GET /contact/unread',
      'GET /customers',
      'GET /customers/:id',
      'GET /customers/tags',
      'GET /former-orders',
      'GET /former-orders/:id',
      'GET /moves/:id/reconciliation',
      'GET /order/admin',
      'GET /order/admin/:id',
      'GET /order/admin/:id/activity',
      'GET /order/admin/:id/refund',
      'GET /order/admin/batch',
      'GET /order/admin/news',
      'GET /order/admin/print-jobs',
      'GET /order/admin/print-jobs/:id',
      'GET /order/admin/print-jobs/:id/file',
      'GET /order/admin/tags',
      'GET /order/admin/views',
      'GET /questions',
      'GET /refund-approvals',
      'GET /reviews',
      'GET /reviews/counts',
      'GET /settings/opening/sign-ups',
      'PATCH /contact/:id',
      'PATCH /customers/:id/tags',
      'POST /cod-blocks',
      'POST /contact/:id/reply',
      'POST /customers/:id/merge',
      'POST /customers/:id/notes',
      'POST /customers/invite',
      'POST /order/admin',
      'POST /order/admin/:id/refund',
      'POST /order/admin/print-jobs',
      'POST /order/admin/quote',
      'POST /order/admin/views',
      'POST /reviews/decide',
      'POST /reviews/import',
      'POST /reviews/import/plan',
      'PUT /customers/:id/notes/:note',
      'PUT /order/admin/:id/cod-block',
      'PUT /questions/:id',
      'PUT /reviews/:id/answer',
    ],
  };

  it('for an order or its documents replies 404 to admins who may not see all orders (T-ADM-12)', async () => {
    for (const route of routes().filter((route) => accessOf(route) === 'own')) {
      for (const role of ['packer', 'catalogue'])
        expect((await send(route, role)).status, `${route} for ${role}`).toBe(404);
    }
  });

  it('with personal data forbids caching (T-IDR-12, T-HDR-03)', async () => {
    for (const route of routes().filter((route) => route.startsWith('GET'))) {
      if (accessOf(route) === 'anyone') continue;
      expect((await send(route, 'an admin')).headers['cache-control'], route).toContain('no-store');
    }
  });

  it('has the replies to an admin that the table of calls describes', async () => {
    for (const route of routes().filter((route) => route.startsWith('GET'))) {
      const reply = calls.get(route)?.reply;
      if (!reply || typeof reply === 'string') continue;
      const { status, body } = await send(route, 'an admin');
      // Most ids of the matrix are those of an order.
      expect([200, 400, 404], route).toContain(status);
      const schema = 'page' in reply ? z.array(reply.page) : reply;
      if (status === 200) expect(schema.safeParse(body).error, route).toBeUndefined();
    }
  });

  it('never returns secrets (T-IDR-10)', async () => {
    const secrets = /"\w*(password|token_?hash|access_?key)\w*":|argon2/i;
    // The network address of an order is only in the download of the buyer's own data.
    const address = /"placed_?from":/i;
    for (const route of routes().filter((route) => route.startsWith('GET') && accessOf(route) !== 'anyone')) {
      for (const who of ['the shopper', 'an admin']) {
        const { body } = await send(route, who);
        const text = 'raw' in body ? '' : JSON.stringify(body);
        expect(text, route).not.toMatch(secrets);
        if (route !== 'GET /auth/my-data') expect(text, route).not.toMatch(address);
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

it('a malformed order key gives no access (T-IDR-05)', async () => {
  const { id, key } = ownersOrder;
  for (const odd of ['', 'undefined', 'null', key.slice(0, -1), `${key}x`, '%00', key.toLowerCase()]) {
    expect((await shop.get(`/order/${id}?key=${odd}`)).status).not.toBe(200);
  }
  expect((await shop.get(`/order/${id}?key=a&key=b`)).status).not.toBe(200);
  expect((await shop.get(`/order/${id}?key=${key}`)).status).toBe(200);
});
