// Slow: `npm run check` leaves this file out.
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderFor } from '../../tests/support/factories.ts';
import { startMailServer } from '../../tests/support/mailbox.ts';
import { buyAsGuest, freshEmail, lastMail, signUp } from '../../tests/support/people.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';
import { transaction } from '../db/database.ts';
import { queueMail } from './mail.ts';

let shop: TestShop;
const mailServer = await startMailServer();
beforeAll(async () => {
  const env = { SMTP_URL: mailServer.url, MAIL_FROM: 'Haat <no-reply@haat.example>' };
  shop = await createTestShop({ env });
  await setShop({ clientName: 'Haat', email: 'hello@haat.example' });
});
afterAll(async () => {
  await shop.close();
  await mailServer.stop();
});
beforeEach(() => {
  shop.deps.log.level = 'silent';
});

async function setShop(more: object) {
  const { content } = await shop.db.selectFrom('siteInfo').select('content').executeTakeFirstOrThrow();
  await shop.db
    .updateTable('siteInfo')
    .set({ content: JSON.stringify({ ...(content as object), ...more }) })
    .execute();
}

const mailsTo = (to: string) => mailServer.received.filter((mail) => mail.to.includes(to));
const queue = (to: string, more: object = {}) =>
  transaction(shop.db, (trx) =>
    queueMail(shop.deps, trx, {
      kind: 'activation',
      to,
      subject: 'A word',
      content: { preview: 'p', heading: 'h', parts: ['One line.'] },
      ...more,
    }),
  );

describe('sending', () => {
  it('sends HTML and plain text from the shop, with a reply address', async () => {
    const email = freshEmail();
    await buyAsGuest(shop, email);
    await shop.runJobs();
    const [mail] = mailsTo(email);
    expect(mail?.from).toBe('no-reply@haat.example');
    expect(mail?.headers).toMatch(/^Reply-To: <?hello@haat\.example>?\r?$/m);
    expect(mail?.headers).toMatch(/^Message-ID: <[0-9a-f-]{36}@localhost>\r?$/m);
    expect(mail?.text).toContain('Content-Type: text/plain');
    expect(mail?.text).toContain('Content-Type: text/html');
    expect(mail?.text).toMatch(/Indigo Buti Cushion Cover .*: ₹1,299$/m);
    expect(mail?.text).toMatch(/Content-Type: application\/pdf; name=TEST-\d{6}\.pdf/);
    expect(mailsTo('hello@haat.example').at(-1)?.text).toContain('New order');
  });

  it('names the shop as the sender if MAIL_FROM is not set', async () => {
    const { mailFrom } = shop.deps.config;
    shop.deps.config.mailFrom = undefined;
    await setShop({ clientName: 'Asha, Textiles' });
    const email = freshEmail();
    await queue(email);
    await shop.runJobs();
    expect(mailsTo(email)[0]?.headers).toMatch(/^From: "Asha, Textiles" <no-reply@localhost>\r?$/m);
    shop.deps.config.mailFrom = mailFrom;
    await setShop({ clientName: 'Haat' });
  });

  it('does not delay requests while the mail server is down, and loses nothing in an hour (T-FLT-08)', async () => {
    await mailServer.stop();
    const email = freshEmail();
    await buyAsGuest(shop, email);
    await shop.runJobs();
    for (let minute = 0; minute < 60; minute += 5) {
      shop.advance(5);
      await shop.minute();
    }
    expect(mailsTo(email)).toEqual([]);
    const waiting = await lastMail(shop, email);
    expect(waiting).toMatchObject({ status: 'waiting', error: expect.stringContaining('ECONNREFUSED') });
    await mailServer.startAgain();
    shop.advance(60);
    await shop.minute();
    await shop.minute();
    expect(mailsTo(email)).toHaveLength(1);
    expect((await lastMail(shop, email))?.status).toBe('sent');
  });

  it('waits longer after each failure, and gives up after a day and a half', async () => {
    mailServer.refuse(451, 'try later');
    const email = freshEmail();
    await queue(email);
    await shop.runJobs();
    const pauses: number[] = [];
    for (;;) {
      const mail = await lastMail(shop, email);
      if (mail?.status !== 'waiting') break;
      const pause = (mail.nextTryAt.getTime() - shop.clock.now().getTime()) / 60_000;
      pauses.push(Math.round(pause));
      shop.advance(pause + 0.01);
      await shop.minute();
    }
    expect(pauses).toEqual([1, 2, 4, 8, 15, 30, 60, 60, 120, 240, 480, 720]);
    expect(await lastMail(shop, email)).toMatchObject({ status: 'failed', attempts: 13 });
    mailServer.refuse();
  });

  it('does not retry if the mailbox does not exist', async () => {
    mailServer.refuse(550, 'no such mailbox');
    const email = freshEmail();
    await queue(email);
    await shop.runJobs();
    expect(await lastMail(shop, email)).toMatchObject({ status: 'failed', attempts: 1 });
    mailServer.refuse();
  });

  it('sends a mail once, although several workers try repeatedly', async () => {
    const email = freshEmail();
    for (let n = 0; n < 3; n++) await queue(email, { dedupeKey: `word:${email}` });
    const row = await shop.db
      .selectFrom('mails')
      .select('id')
      .where('toAddress', '=', email)
      .executeTakeFirstOrThrow();
    await Promise.all(Array.from({ length: 10 }, () => shop.handlers.mail({ mailId: row.id })));
    await shop.runJobs();
    shop.advance(10);
    await shop.minute();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('continues the work of a worker that died', async () => {
    const email = freshEmail();
    await queue(email);
    const claimedUntil = new Date(shop.clock.now().getTime() + 5 * 60_000);
    await shop.db.updateTable('mails').set({ claimedUntil }).where('toAddress', '=', email).execute();
    await shop.runJobs();
    expect(mailsTo(email)).toEqual([]);
    shop.advance(6);
    await shop.minute();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('removes one-time links from delivered mails', async () => {
    const { email } = await signUp(shop);
    await shop.post('/auth/forgot-password', { email });
    const kept = await lastMail(shop, email);
    const token = mailsTo(email)
      .at(-1)
      ?.text.match(/reset-password\/([\w-]{40,})/)?.[1];
    expect(token).toBeDefined();
    expect(`${kept?.html}${kept?.plain}`).not.toContain(token);
  });
});

describe('text entered by people', () => {
  it('stays plain text: no markup, no second recipient, nothing is fetched (T-INJ-05, T-INJ-06)', async () => {
    const asked: string[] = [];
    const canary = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(canary, 'listening');
    const { port } = canary.address() as AddressInfo;
    const name = `<img src=http://127.0.0.1:${port}/x> {{7*7}}\r\nBcc: spy@evil.example`;
    const email = freshEmail();
    await buyAsGuest(shop, email, { shipping_details: { ...orderFor([]).shipping_details, name } });
    await shop.runJobs();
    const [mail] = mailsTo(email);
    expect(mail?.to).toEqual([email]);
    expect(mail?.headers).not.toMatch(/^Bcc:/im);
    expect(mail?.text).toContain('&lt;img src=http');
    expect(mail?.text).toContain('{{7*7}} Bcc: spy@evil.example');
    expect(mailServer.received.some(({ to }) => to.includes('spy@evil.example'))).toBe(false);
    expect(asked).toEqual([]);
    canary.close();
  });
});

describe('without a mail server', () => {
  it('each mail is an .eml file in the data folder', async () => {
    const plain = await createTestShop();
    const { email } = await signUp(plain);
    await plain.runJobs();
    const folder = path.join(plain.deps.config.dataDir, 'mail');
    const [file = ''] = await readdir(folder);
    const text = await readFile(path.join(folder, file), 'utf8');
    expect(file).toMatch(/^[0-9a-f-]{36}\.eml$/);
    expect(text).toContain(`To: ${email}`);
    expect((await lastMail(plain, email))?.plain).toContain('/confirm-email/');
    await plain.close();
  });
});
