import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { recordBackup } from '../server/backup/last-backup.ts';
import { notificationProblems } from '../server/db/check-database.ts';
import { lockDataDir } from '../server/db/data-dir.ts';
import { createTestDatabase } from './support/database.ts';
import { startMailServer } from './support/mailbox.ts';
import { loadRelease } from './support/release.ts';
import { createTestShop, type TestShop } from './support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

/** `npm run doctor` without the check of packages and build, for the shop of this test. */
async function diagnose(env: Record<string, string>) {
  const { keyId, keySecret, webhookSecret, url } = shop.fake;
  const child = spawn(process.execPath, [path.resolve('scripts/check-shop.ts')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: shop.deps.config.dataDir,
      DATABASE_URL: shop.databaseUrl,
      RAZORPAY_KEY_ID: keyId,
      RAZORPAY_KEY_SECRET: keySecret,
      RAZORPAY_WEBHOOK_SECRET: webhookSecret,
      RAZORPAY_API_URL: url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  const lines = output.split('\n').filter((line) => !line.startsWith('ok'));
  return { code, output, problems: lines.slice(0, lines.indexOf('')) };
}

it('finds nothing wrong with a running shop, and warns of what only a trial may lack', async () => {
  const mails = await startMailServer();
  onTestFinished(mails.stop);
  await shop.app.listen({ port: 0, host: '0.0.0.0' });
  const { port } = shop.app.server.address() as AddressInfo;
  const lock = await lockDataDir(shop.deps.config.dataDir);
  onTestFinished(lock.release);
  await recordBackup(shop.deps.config, { at: new Date().toISOString(), file: '/b/a.tar.gz', bytes: 1 });
  const { code, output, problems } = await diagnose({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.2:${port}`,
    SMTP_URL: mails.url,
  });
  expect(problems).toEqual([
    expect.stringMatching(/^warning {2}http:\S+ has no HTTPS\./),
    expect.stringMatching(/^warning {2}Razorpay accepts the keys, but they are test keys/),
    expect.stringMatching(/^warning {2}No webhook of Razorpay has arrived yet\. .*\/api\/razorpay\/webhook/),
    expect.stringMatching(/^warning {2}There is no provider of texts/),
  ]);
  expect(output).toMatch(/^ok {7}The shop is ready at http:\/\/127\.0\.0\.1:\d+\.$/m);
  expect(output).toMatch(/^ok {7}PostgreSQL \S+ has all migrations\.$/m);
  expect(output).toMatch(/^ok {7}The last good backup is of .*: \/b\/a\.tar\.gz$/m);
  expect(code).toBe(0);
});

it('says what to do about each error of a stopped shop, and ends with 1', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void busy.close());
  await once(busy, 'listening');
  const { port } = busy.address() as AddressInfo;
  await recordBackup(shop.deps.config, { at: '2020-01-01T00:00:00.000Z', file: 'a', bytes: 1 });
  const { code, problems } = await diagnose({
    PORT: String(port),
    PUBLIC_URL: 'https://shop.example.in',
    RAZORPAY_KEY_SECRET: 'wrong',
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  expect(problems).toEqual([
    expect.stringMatching(/^error {4}PORT \d+ is already in use on 127\.0\.0\.1\. Stop the other program/),
    expect.stringMatching(/^error {4}There is no recent backup \(backup\)\./),
    expect.stringMatching(/^warning {2}No proxy is trusted.* set TRUST_PROXY to its address/),
    expect.stringMatching(
      /^error {4}The payment provider refuses the keys of this shop\. .*Set the correct keys/,
    ),
    expect.stringMatching(/^warning {2}No webhook/),
    expect.stringMatching(/^error {4}127\.0\.0\.1 can’t be reached at this port\. /),
    expect.stringMatching(/^warning {2}There is no provider of texts/),
  ]);
  expect(code).toBe(1);
});

it('names settings and databases that can’t be used', async () => {
  const settings = await diagnose({ PORT: 'x' });
  expect(settings.problems[0]).toBe('error    PORT must be a whole number from 1 to 65535');
  expect(settings.code).toBe(1);
  const { problems } = await diagnose({ DATABASE_URL: 'postgres://haat@127.0.0.1:9/haat' });
  expect(problems).toContain("error    DATABASE_URL can't be used: no server is listening there.");
  const old = await createTestDatabase('template1');
  onTestFinished(() => old.drop());
  await loadRelease(old.url, '0.3.0');
  const outdated = 'error    The database is of an earlier version. Upgrade it:';
  expect((await diagnose({ DATABASE_URL: old.url })).problems).toContain(`${outdated} npm run upgrade.`);
  // As the command of a package calls it.
  const packaged = await diagnose({ DATABASE_URL: old.url, HAAT_COMMAND: 'haat' });
  expect(packaged.problems).toContain(`${outdated} haat upgrade.`);
});

it('a connection pooler that loses notifications is found', async () => {
  expect(await notificationProblems(shop.databaseUrl)).toEqual([]);
  const pooler = await startPoolerWithoutNotifications(shop.databaseUrl);
  expect(await notificationProblems(pooler, 300)).toEqual([
    expect.stringMatching(/^Notifications .* do not arrive through DATABASE_URL.* set DIRECT_DATABASE_URL/),
  ]);
});

/** Forwards connections to PostgreSQL and drops the notifications, as a pooler in transaction mode does. */
async function startPoolerWithoutNotifications(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const socket = path.join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const server = createServer((client) => {
    const upstream = connect(socket);
    client.pipe(upstream);
    let rest = Buffer.alloc(0);
    upstream.on('data', (data) => {
      rest = Buffer.concat([rest, data]);
      // Each message is a type of one byte and the length of what follows.
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const end = rest.readUInt32BE(1) + 1;
        if (rest[0] !== 'A'.charCodeAt(0)) client.write(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
    });
    for (const item of [client, upstream])
      item
        .on('error', () => {})
        .on('close', () => [client, upstream].forEach((candidate) => void candidate.destroy()));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  url.search = '';
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url.href;
}
