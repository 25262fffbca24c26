import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshEmail, lastMail } from '../../tests/support/people.ts';
import { createTestShop, type TestShop, testShop } from '../../tests/support/shop.ts';

const shop = await testShop();
beforeAll(async () => {
  const { content } = await shop.db.selectFrom('siteInfo').select('content').executeTakeFirstOrThrow();
  const named = { ...(content as object), clientName: 'Haat', email: 'hello@haat.example' };
  await shop.db
    .updateTable('siteInfo')
    .set({ content: JSON.stringify(named) })
    .execute();
  it('stores a flood of queries, but mails 30 of an hour, the last with a notice (T-FLT-18)', async () => {
    await shop.db.deleteFrom('mails').execute();
    await shop.db.deleteFrom('contactQueries').execute();
    for (let i = 0; i < 33; i++) expect((await send()).status).toBe(201);
    expect(await kept()).toHaveLength(33);
    const mails = await shop.db.selectFrom('mails').select('plain').orderBy('createdAt').execute();
    expect(mails).toHaveLength(30);
    expect(mails.map(({ plain }) => plain.includes('Further ones are not mailed for now'))).toEqual(
      Array.from({ length: 30 }, (_, i) => i === 29),
    );
  });
});

const query = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  subject: 'Which size?',
  message: 'Is it 40 cm?\nAsha',
};
const send = (more: object = {}) => shop.post('/contact', { ...query, ...more });
const kept = () => shop.db.selectFrom('contactQueries').selectAll().orderBy('ticket', 'desc').execute();

describe('contact', () => {
  it('stores the query, returns a ticket and mails the shop', async () => {
    const { status, body } = await send();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      message: "Thank you for your message! We'll get back to you soon.",
      ticket: expect.stringMatching(/^Q-\d+$/),
    });
    expect((await kept())[0]).toMatchObject(query);
    expect(await lastMail(shop, 'hello@haat.example')).toMatchObject({
      kind: 'contact-query',
      subject: `[${body.ticket}] Which size?`,
      replyTo: query.email,
      plain: expect.stringContaining('> Is it 40 cm?\n> Asha'),
    });
  });

  it.each([
    [{ name: '' }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Name is too long'],
    [{ email: 'asha' }, 'Enter a valid email address'],
    [{ email: 'a@b.in\r\nBcc: c@d.in' }, 'Enter a valid email address'],
    [{ subject: 'x'.repeat(201) }, 'Subject is too long'],
    [{ message: ' ' }, 'Message is required'],
    [{ message: 'x'.repeat(5001) }, 'Message is too long'],
  ])('refuses %#: $1', async (wrong, message) => {
    const { status, body } = await send(wrong);
    expect([status, body.message]).toEqual([400, message]);
  });

  it('thanks a bot that filled the hidden field and stores nothing', async () => {
    const before = (await kept()).length;
    const { status, body } = await send({ website: 'http://spam.example' });
    expect([status, Object.keys(body).sort()]).toEqual([201, ['message', 'success', 'ticket']]);
    expect(await kept()).toHaveLength(before);
  });

  it('replaces a line break in the subject with a space (T-INJ-05)', async () => {
    await send({ subject: 'Hello\r\nBcc: spy@evil.example' });
    const mail = await lastMail(shop, 'hello@haat.example');
    expect(mail?.subject).toContain('Hello Bcc: spy@evil.example');
    expect(await lastMail(shop, 'spy@evil.example')).toBeUndefined();
  });
});

describe('many requests (T-ACC-14, T-DOS-04)', () => {
  let limited: TestShop;
  beforeAll(async () => {
    limited = await createTestShop({ env: { RATE_LIMIT: '3' } });
  });
  afterAll(() => limited.close());
  const from = (remoteAddress: string, headers = {}) => ({ remoteAddress, headers });

  it('are limited per network address, despite forged headers', async () => {
    const answers = [];
    for (let n = 0; n < 5; n++) {
      const forwarded = { 'x-forwarded-for': `10.0.0.${n}` };
      answers.push(
        await limited.post('/contact', { ...query, email: freshEmail() }, from('10.1.1.1', forwarded)),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429, 429]);
    expect(answers[4]?.body).toMatchObject({ success: false, code: 'rate_limited' });
    expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('are limited per account, from any number of addresses and in any notation', async () => {
    const spelt = ['9876543210', '+919876543210', '09876543210', '98765 43210', '91 9876543210'];
    const statuses = [];
    for (const [n, mobile] of spelt.entries()) {
      const { status } = await limited.post(
        '/auth/login',
        { mobile, password: 'guess' },
        from(`10.2.2.${n}`),
      );
      statuses.push(status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  it.each([
    ['POST', '/auth/register', { name: 'A', password: 'secret-1' }],
    ['POST', '/auth/forgot-password', {}],
    ['POST', '/auth/activate-account', { name: 'A', phone: '9876543210', password: 'secret-1' }],
    ['GET', '/auth/check-guest', undefined],
  ] as const)('are limited at %s %s', async (method, path, body) => {
    const statuses = [];
    for (let n = 0; n < 4; n++) {
      const email = freshEmail();
      const url = body ? path : `${path}?email=${email}`;
      const payload = body && { ...body, email };
      const { status } = await limited.call(method, url, { payload, ...from('10.3.3.3') });
      statuses.push(status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, 3)).not.toContain(429);
  });

  it('of order look-ups are limited (T-IDR-05)', async () => {
    const statuses = [];
    for (let n = 0; n < 125; n++) {
      const path = `/order/00000000-0000-4000-8000-000000000000?key=guess-${n}`;
      statuses.push((await limited.get(path, from('10.4.4.4'))).status);
    }
    expect(statuses.slice(0, 120)).toEqual(Array(120).fill(404));
    expect(statuses.slice(120)).toEqual(Array(5).fill(429));
  });
});
