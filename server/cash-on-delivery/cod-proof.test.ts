import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import {
  createAdmin,
  freshEmail,
  freshMobile,
  lastMail,
  type Person,
  password,
  signUp,
} from '../../tests/support/people.ts';
import { verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

let owner: Person;
let cup: { id: string };
const shop = await auditedShop({ env: { RATE_LIMIT: '100', LOG_LEVEL: 'silent' } });
beforeAll(async () => {
  owner = await createAdmin(shop);
  cup = await createProduct(shop.db, { stock: 100 });
  expect((await change({ codEnabled: true, codPacksUnconfirmed: true, codProvesMobile: true })).status).toBe(
    200,
  );
});

const change = (payload: object) => shop.call('PUT', '/site-info/admin', { payload, headers: owner.headers });
const order = (mobile: string, proof?: string, headers: object = {}) =>
  shop.post(
    '/order/cash-on-delivery',
    orderFor([cup], { email: freshEmail(), mobile, ...(proof && { mobile_proof: proof }) }),
    { headers: { 'idempotency-key': randomUUID(), ...headers } },
  );

/** The text with the newest code to this number. */
async function codeTo(mobile: string): Promise<string> {
  const lines = await readFile(join(shop.deps.config.dataDir, 'texts.log'), 'utf8').catch(() => '');
  const texts = lines.split('\n').filter(Boolean);
  const sent = texts.map((line) => JSON.parse(line) as { to: string; text: string });
  return sent.findLast(({ to }) => to === mobile)?.text.slice(0, 8) ?? '';
}
async function ask(mobile: string, from = '127.0.0.1'): Promise<{ request: string; code: string }> {
  const { status, body } = await shop.post('/order/mobile-code', { mobile }, { remoteAddress: from });
  expect(status, JSON.stringify(body)).toBe(200);
  return { request: String(body.request), code: await codeTo(mobile) };
}
const enter = (given: { request: string; code: string }) => shop.post('/order/mobile-code/confirm', given);
const otherThan = (code: string) => String((Number(code) + 1) % 1e8).padStart(8, '0');

it('the first order on delivery of a mobile number needs the code that was sent to it; a wrong one changes nothing (T-COD-05)', async () => {
  const mobile = freshMobile();
  const before = await stockOf(shop.db, cup.id);
  const refused = await order(mobile);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'mobile_not_proved', errors: { mobile: expect.stringContaining('code') } },
  ]);
  expect(await stockOf(shop.db, cup.id)).toBe(before);

  const { request, code } = await ask(mobile);
  expect(code).toMatch(/^\d{8}$/);
  expect((await order(mobile, request)).body.code).toBe('mobile_not_proved');
  const wrong = await enter({ request, code: otherThan(code) });
  expect([wrong.status, wrong.body.errors]).toMatchObject([
    400,
    { code: 'This code is wrong or has expired. Ask for another one.' },
  ]);
  const both = await Promise.all([enter({ request, code }), enter({ request, code })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  // The proof is for this number only, and for an hour.
  expect((await order(freshMobile(), request)).body.code).toBe('mobile_not_proved');
  expect((await order(mobile, request)).status).toBe(201);
  expect((await order(mobile, request)).status).toBe(201);
  shop.advance(61);
  expect((await order(mobile, request)).body.code).toBe('mobile_not_proved');
  const stored = await shop.db.selectFrom('signInCodes').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(code);
  // It signs nobody in, and a code to sign in proves no order.
  expect((await shop.post('/auth/login/code', await ask(mobile))).status).toBe(400);
});

it('an expired code, one with too many attempts and one that was revoked prove nothing (T-COD-05)', async () => {
  const [late, tried, revoked] = [freshMobile(), freshMobile(), freshMobile()];
  const asked = await ask(tried);
  for (let n = 0; n < 5; n++) await enter({ ...asked, code: otherThan(asked.code) });
  expect((await enter(asked)).status).toBe(400);
  expect((await order(tried, asked.request)).body.code).toBe('mobile_not_proved');
  const ended = await ask(revoked);
  await shop.db
    .updateTable('signInCodes')
    .set({ usedAt: shop.clock.now() })
    .where('usedAt', 'is', null)
    .execute();
  expect((await order(revoked, ended.request)).body.code).toBe('mobile_not_proved');
  const old = await ask(late);
  shop.advance(11);
  expect((await enter(old)).status).toBe(400);
});

it('asks no more of a number with a delivered or paid order, nor of an account that has proved it', async () => {
  const [buyer, paid] = [freshMobile(), freshMobile()];
  const { request, code } = await ask(buyer);
  await enter({ request, code });
  const { body } = await order(buyer, request);
  owner = await createAdmin(shop);
  expect((await order(buyer)).body.code).toBe('mobile_not_proved');
  for (const status of ['shipped', 'delivered']) {
    const payload = { status };
    await shop.call('PUT', `/order/admin/${body.order_id}/status`, { payload, headers: owner.headers });
  }
  expect((await order(buyer)).status).toBe(201);

  const online = await shop.post(
    '/razorpay/create-order',
    orderFor([cup], { email: freshEmail(), mobile: paid }),
  );
  expect((await order(paid)).body.code).toBe('mobile_not_proved');
  await verify(shop, await shop.fake.pay((online.body.razorpay_order as { id: string }).id));
  expect((await order(paid)).status).toBe(201);

  const mobile = freshMobile();
  const person = await signUp(shop, { mobile });
  expect((await order(mobile, undefined, person.headers)).body.code).toBe('mobile_not_proved');
  const sent = await shop.post('/auth/mobile/code', { currentPassword: password }, person);
  await shop.runJobs();
  const proof = { request: String(sent.body.request), code: await codeTo(mobile) };
  expect((await shop.post('/order/mobile-code/confirm', proof)).status).toBe(400);
  expect((await shop.post('/auth/mobile/confirm', proof, person)).status).toBe(200);
  expect((await order(mobile, undefined, person.headers)).status).toBe(201);
  // Somebody else with this number has not proved it.
  expect((await order(freshMobile(), undefined, person.headers)).body.code).toBe('mobile_not_proved');
});

it('sends few texts to a number and in all, and leaves some for sign-ins (T-COD-06)', async () => {
  const mobile = freshMobile();
  for (let n = 0; n < 5; n++) await ask(mobile, `10.0.${n}.1`);
  const many = await shop.post('/order/mobile-code', { mobile });
  expect([many.status, many.body.code]).toEqual([429, 'rate_limited']);
  const now = shop.clock.now();
  const codes = Array.from({ length: 300 }, (_, n) => ({
    requestHash: Buffer.from(`text ${n}`),
    purpose: 'order',
    recipient: `9${String(n).padStart(9, '0')}`,
    codeHash: Buffer.from(`code ${n}`),
    createdAt: now,
    expiresAt: now,
  }));
  await shop.db.insertInto('signInCodes').values(codes).execute();
  expect((await shop.post('/order/mobile-code', { mobile: freshMobile() })).status).toBe(429);
  expect((await shop.post('/order/mobile-code', { mobile: '12345' })).status).toBe(400);
});

it('a shop that sends no texts mails the code, and the mailbox is proved in any spelling (T-COD-70)', async () => {
  const { texts } = shop.deps.config;
  shop.deps.config.texts = undefined;
  owner = await createAdmin(shop);
  expect((await change({ codProvesMobile: true })).status).toBe(200);
  const [name, mobile] = [randomUUID().replaceAll('-', ''), freshMobile()];
  const email = `${name}@gmail.com`;
  const orderOf = (proof?: string, more: object = { email }) =>
    shop.post('/order/cash-on-delivery', orderFor([cup], { mobile, mobile_proof: proof, ...more }));
  expect((await orderOf()).body).toMatchObject({
    code: 'mobile_not_proved',
    errors: { email: expect.any(String) },
  });
  const noAddress = await shop.post('/order/mobile-code', { mobile });
  expect([noAddress.status, noAddress.body.errors]).toEqual([400, { email: 'Email is required' }]);

  const sent = await shop.post('/order/mobile-code', { mobile, email });
  expect(sent.body).toMatchObject({ sentTo: 'email' });
  const { id, plain } = (await lastMail(shop, email)) ?? { id: '', plain: '' };
  const manager = await createAdmin(shop, 'manager');
  expect(String((await shop.get(`/mails/${id}`, manager)).body.plain)).toContain('Your order code: …');
  const request = String(sent.body.request);
  const code = (/Your order code: (\d{4} \d{4})/.exec(plain)?.[1] ?? '').replace(' ', '');
  expect((await enter({ request, code: otherThan(code) })).status).toBe(400);
  expect((await orderOf(request)).body.code).toBe('mobile_not_proved');
  expect((await enter({ request, code })).status).toBe(200);
  expect((await orderOf(request, { email: freshEmail() })).body.code).toBe('mobile_not_proved');
  expect((await orderOf(request)).status).toBe(201);
  expect((await orderOf(request, { email: `${name.slice(0, 5)}.${name.slice(5)}+a@gmail.com` })).status).toBe(
    201,
  );
  // Few codes for each mailbox, in whatever spelling.
  const more = await Promise.all(
    Array.from({ length: 6 }, async (_, n) =>
      shop.post('/order/mobile-code', { mobile, email: `${name}+${n}@gmail.com` }),
    ),
  );
  expect(more.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
  expect((await shop.post('/order/mobile-code', { mobile, email })).status).toBe(429);
  shop.deps.config.texts = texts;
});
