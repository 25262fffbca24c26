import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailDetail, MailRow } from '../../shared/contract/mails.ts';
import { startMailServer } from '../../tests/support/mailbox.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { buyAsGuest, freshEmail, lastMail, mailedToken, signUp } from '../../tests/support/people.ts';
import { createTestShop, testShop } from '../../tests/support/shop.ts';
import { transaction } from '../db/database.ts';
import { queueMail } from './mail.ts';

const mailServer = await startMailServer();
const shop = await testShop({
  env: { SMTP_URL: mailServer.url, MAIL_FROM: 'Haat <no-reply@haat.example>' },
});
const owner = await asOwner(shop);
afterAll(() => mailServer.stop());
beforeEach(() => {
  shop.deps.log.level = 'silent';
});

const write = (to: string, subject = 'A word') =>
  transaction(shop.db, (trx) =>
    queueMail(shop.deps, trx, {
      kind: 'contact-query',
      to,
      subject,
      content: { preview: 'p', heading: 'h', parts: ['One line.'] },
    }),
  );
async function list(query = '') {
  const { status, body, headers } = await owner.get(`/mails${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return { mails: body as unknown as MailRow[], total: Number(headers['x-total-count']) };
}
const open = async (id: string) => (await owner.get(`/mails/${id}`)).body as MailDetail;
const received = (to: string) => mailServer.received.filter((mail) => mail.to.includes(to));
const newest = async (to: string) => String((await lastMail(shop, to))?.id);

async function refusedMail(to: string, make: () => Promise<unknown> = () => write(to)) {
  mailServer.refuse(550, 'no such mailbox');
  await make();
  const id = await newest(to);
  mailServer.refuse();
  return id;
}

describe('the list', () => {
  it('filters by status, kind and words, in pages', async () => {
    const to = freshEmail();
    for (const subject of ['Blue 100% cotton', 'Blue pottery', 'Brass_lamp']) {
      await write(to, subject);
      shop.advance(1);
    }
    await shop.runJobs();
    const failed = await refusedMail(to);
    const source = `search=${to.toUpperCase()}`;
    expect((await list(`?${source}&limit=2&page=2`)).mails.map(({ subject }) => subject)).toEqual([
      'Blue pottery',
      'Blue 100% cotton',
    ]);
    expect((await list(`?${source}&status=failed`)).mails.map(({ _id }) => _id)).toEqual([failed]);
    expect((await list(`?${source}&kind=activation`)).total).toBe(0);
    expect((await list('?search=100%25%20cot')).total).toBe(1);
    expect((await list('?search=s_l')).total).toBe(1);
    const { mails, total } = await list(`?${source}&status=sent&kind=contact-query`);
    expect(total).toBe(3);
    expect(mails[0]).toMatchObject({ to, status: 'sent', attempts: 1, error: '', nextTryAt: null });
    expect(Object.keys(mails[0] ?? {})).not.toContain('html');
  });

  it('rejects invalid filters', async () => {
    for (const query of ['?status=gone', '?page=0', '?limit=1000', '?page=x']) {
      expect((await owner.get(`/mails${query}`)).status, query).toBe(400);
    }
    for (const id of ['none', '3f0c7c1e-7f8e-4a5e-9d0b-1c2d3e4fabcd']) {
      expect((await owner.get(`/mails/${id}`)).status).toBe(404);
      expect((await owner.get(`/mails/${id}/file`)).status).toBe(404);
      expect((await owner.post(`/mails/${id}/resend`)).status).toBe(404);
    }
  });

  it('describes the delivery and counts waiting and failed mails', async () => {
    const failed = async () => Number((await owner.get('/mails/summary')).body.failed);
    const before = await failed();
    await refusedMail(freshEmail());
    expect(await failed()).toBe(before + 1);
    const { body } = await owner.get('/mails/summary');
    expect(body).toMatchObject({
      delivery: 'smtp',
      where: '127.0.0.1',
      from: 'Haat <no-reply@haat.example>',
    });
  });
});

describe('sending again', () => {
  it('resends a sent mail as a new one and keeps the first', async () => {
    const to = freshEmail();
    await write(to);
    const first = await newest(to);
    const { status, body } = await owner.post(`/mails/${first}/resend`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'waiting', to });
    expect(body._id).not.toBe(first);
    await shop.runJobs();
    expect(received(to)).toHaveLength(2);
    expect((await open(first)).status).toBe('sent');
  });

  it('resends a failed mail and records who did it', async () => {
    const to = freshEmail();
    const id = await refusedMail(to);
    expect(await open(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no such mailbox'),
    });
    expect((await owner.post(`/mails/${id}/resend`)).body).toMatchObject({ _id: id, error: '', attempts: 0 });
    await shop.runJobs();
    expect(await open(id)).toMatchObject({ status: 'sent' });
    const note = await shop.db
      .selectFrom('adminLog')
      .selectAll()
      .where('subject', '=', id)
      .executeTakeFirst();
    expect(note).toMatchObject({ action: 'mail.resend', userId: owner.userId });
  });

  it('resends the invoice of an order, but no link that was used (T-ACC-06)', async () => {
    const email = freshEmail();
    await buyAsGuest(shop, email);
    const first = await newest(email);
    expect((await open(first)).plain).toContain('token=…');
    await owner.post(`/mails/${first}/resend`);
    await shop.runJobs();
    const again = received(email).at(-1)?.text;
    expect(again).toContain('application/pdf');
    expect(again).toContain(`/activate-account?email=${encodeURIComponent(email)}`);
    expect(again).not.toContain('token=');
  });

  it('rejects a mail whose one-time link was used, and says what to do instead', async () => {
    const { email } = await signUp(shop);
    await shop.post('/auth/forgot-password', { email });
    const { status, body } = await owner.post(`/mails/${await newest(email)}/resend`);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'link_spent', message: expect.stringContaining('Forgot password') });
  });

  it('resends an undelivered mail while its link is valid', async () => {
    const { email } = await signUp(shop);
    await shop.runJobs();
    const ask = () => shop.post('/auth/forgot-password', { email });
    const id = await refusedMail(email, ask);
    const token = await mailedToken(shop, email);
    expect(JSON.stringify(await open(id))).not.toContain(token);
    expect((await owner.post(`/mails/${id}/resend`)).status).toBe(200);
    await shop.runJobs();
    expect(received(email).at(-1)?.text).toContain(token);
    const late = await refusedMail(email, ask);
    shop.advance(61);
    expect((await owner.post(`/mails/${late}/resend`)).status).toBe(409);
  });

  it('resends all failed mails except those with one-time links', async () => {
    const { email } = await signUp(shop);
    await shop.runJobs();
    await refusedMail(email, () => shop.post('/auth/forgot-password', { email }));
    const to = freshEmail();
    const ids = [await refusedMail(to), await refusedMail(to)];
    const { body } = await owner.post('/mails/resend-failed');
    expect(body.queued).toBeGreaterThanOrEqual(2);
    expect(body.left).toBeGreaterThanOrEqual(1);
    await shop.runJobs();
    for (const id of ids) expect((await open(id)).status).toBe('sent');
    expect((await owner.post('/mails/resend-failed')).body).toMatchObject({ queued: 0 });
  });
});

it('a mail can be downloaded as a file if there is no mail server', async () => {
  const plain = await createTestShop();
  const boss = await asOwner(plain);
  const { email } = await signUp(plain);
  const waiting = String((await plain.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()).id);
  expect((await boss.get(`/mails/${waiting}/file`)).status).toBe(404);
  await plain.runJobs();
  const { status, body, headers } = await boss.get(`/mails/${waiting}/file`);
  expect(status).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="mail.eml"');
  expect(String(body.raw)).toContain(`To: ${email}`);
  const summary = (await boss.get('/mails/summary')).body;
  expect(summary).toMatchObject({ delivery: 'files', where: expect.stringContaining('mail') });
  await plain.close();
});
