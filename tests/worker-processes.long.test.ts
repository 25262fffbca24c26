import { type ChildProcess, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { removeDataDir } from '../postgres/home.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { createProduct, orderFor } from './support/factories.ts';
import { freePorts } from './support/free-ports.ts';
import { startMailServer } from './support/mailbox.ts';
import { startOtlpReceiver } from './support/otlp-receiver.ts';
import { type ShopProcess, startShopProcess } from './support/shop-process.ts';

let database: TestDatabase;
let dataDir: string;
let port: number;
let pool: pg.Pool;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let shop: ShopProcess;

const start = (onSpawn?: (script: ChildProcess) => void) =>
  startShopProcess({
    port,
    dataDir,
    ...(onSpawn && { onSpawn }),
    env: {
      WORKERS: '2',
      DATABASE_URL: database.url,
      SMTP_URL: mails.url,
      SEED: 'empty',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: 'owner@example.in',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    },
  });

beforeAll(async () => {
  database = await createTestDatabase('template1');
  dataDir = await mkdtemp(path.join(tmpdir(), 'haat-workers-'));
  port = await freePorts();
  pool = openPool(database.url, 2);
  mails = await startMailServer();
  receiver = await startOtlpReceiver();
  shop = await start();
  await printed('Haat is open');
  await pool.query(
    `update site_info set content = content || '{"email": "desk@example.in"}', opening = '{"isOpen": true}'`,
  );
}, 300_000);
afterAll(async () => {
  await shop?.stop();
  await mails.stop();
  await receiver.stop();
  await pool.end();
  await database.drop();
  await removeDataDir(dataDir);
});

const printed = (line: string, times = 1) =>
  vi.waitFor(() => expect(shop.output().split(line).length - 1).toBe(times), {
    timeout: 60_000,
    interval: 50,
  });

/** The process that has locked the data folder. */
const primary = (): number =>
  JSON.parse(readFileSync(path.join(dataDir, 'haat.heartbeat.json'), 'utf8')).pid as number;

/** The processes of the server that this process has started. */
const startedBy = (pid: number): number[] =>
  [
    ...execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).matchAll(
      /^ *(\d+) +(\d+) (.*)$/gm,
    ),
  ]
    .filter(([, , parent, args]) => Number(parent) === pid && args?.includes('main.ts'))
    .map(([, found]) => Number(found));

/** The processes that the primary process has started. */
const workers = () => startedBy(primary());

/** Sends a contact query, which is mailed to the shop. */
const sendQuery = async (mark: string, agent?: Agent) =>
  send(agent, 'POST', '/api/contact', {
    name: 'Asha',
    email: `${mark}@example.in`,
    subject: 'Hours',
    message: `When do you open? ${mark}`,
  });

/** Sends a request on a connection of the agent. Throws if the connection ends without a reply. */
async function send(agent: Agent | undefined, method: string, url: string, body?: object): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request({
    host: '127.0.0.1',
    port,
    path: url,
    method,
    agent,
    headers: { 'content-type': 'application/json' },
  });
  sent.on('error', reject).on('response', async (reply) => {
    await text(reply).catch(reject);
    resolve(reply.statusCode ?? 0);
  });
  sent.end(body && JSON.stringify(body));
  return promise;
}

/** How often the mail server has received the mail about each of these queries. */
const received = (marks: string[]): number[] =>
  marks.map((mark) => mails.received.filter(({ headers }) => headers.includes(`${mark}@example.in`)).length);

it('two worker processes open one shop, and one that is killed is replaced (T-CRS-16)', async () => {
  expect(shop.output().split('Haat is open')).toHaveLength(2);
  expect(shop.output().split('migrations applied')).toHaveLength(2);
  // Each of them in turn, so that one of them runs the jobs.
  for (const [index, pid] of workers().entries()) {
    const another = workers().filter((worker) => worker !== pid);
    process.kill(pid, 'SIGKILL');
    await printed('ended unexpectedly (SIGKILL)', index + 1);
    expect(await send(undefined, 'GET', '/')).toBe(200);
    await printed('The worker process has been replaced', index + 1);
    expect(workers()).toEqual(expect.arrayContaining(another));
    expect(workers()).toHaveLength(2);
    expect(await sendQuery(`killed-${index}`)).toBe(201);
    await expect.poll(() => received([`killed-${index}`]), { timeout: 30_000 }).toEqual([1]);
  }
});

it('SIGHUP replaces the worker processes: no request fails and no job runs twice (T-CRS-17)', async () => {
  const before = workers();
  // A job that runs until after the replacement.
  const release = mails.hold();
  const heldAt = Date.now();
  await sendQuery('held');
  await expect.poll(() => received(['held']), { timeout: 30_000 }).toEqual([1]);

  // Two, so that the replacement is quick.
  const agents = Array.from({ length: 2 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const statuses = new Map<string, number>();
  const marks: string[] = [];
  let isReplaced = false;
  const count = (name: string, status: number) => {
    const key = `${name} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
  };
  const streams = agents.map(async (agent, index) => {
    for (let n = 0; n < 2000 && !(isReplaced && n > 50); n++) {
      count('page', await send(agent, 'GET', '/'));
      count('read', await send(n % 3 ? agent : undefined, 'GET', `/api/products?page=${n + 1}`));
      if (n % 10 || marks.length >= 24) continue;
      marks.push(`stream-${index}-${n}`);
      count('query', await sendQuery(`stream-${index}-${n}`, agent));
    }
  });
  shop.signal('SIGHUP');
  await printed('The worker processes have been replaced');
  // A mail is sent once more if the mail server says nothing for 30 s.
  const most = Date.now() - heldAt < 30_000 ? 1 : 2;
  release();
  isReplaced = true;
  await Promise.all(streams);
  for (const agent of agents) agent.destroy();

  expect([...statuses.keys()].sort()).toEqual(['page 200', 'query 201', 'read 200']);
  await vi.waitFor(() => expect(workers()).toHaveLength(2), { timeout: 60_000 });
  expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
  const unsent = async () => (await pool.query(`select from mails where status <> 'sent'`)).rowCount;
  await expect.poll(unsent, { timeout: 150_000 }).toBe(0);
  const times = received(['held', ...marks]);
  expect(Math.min(...times)).toBe(1);
  expect(Math.max(...times)).toBeLessThanOrEqual(most);
  const tries = await pool.query('select max(attempts) as most from mails');
  expect(tries.rows[0]?.most).toBeLessThanOrEqual(most);
  // In the minutes of this test, two processes ran one after the other.
  const minutes = async () => {
    const { rows } = await pool.query(`select count(*)::int as runs,
      round(1 + extract(epoch from max(created_on) - min(created_on)) / 60)::int as most
      from pgboss.job where name = 'minute'`);
    return rows[0];
  };
  await expect.poll(async () => (await minutes()).runs, { timeout: 100_000 }).toBeGreaterThan(0);
  const ran = await minutes();
  expect(ran.runs).toBeLessThanOrEqual(ran.most);
}, 300_000);

it('traces and figures of all processes reach a receiver, without personal data (T-PRV-16)', async () => {
  const product = await createProduct(openDatabase(pool));
  expect(await send(undefined, 'POST', '/api/razorpay/create-order', orderFor([product]))).toBe(201);
  expect(await sendQuery('traced')).toBe(201);
  expect(await send(undefined, 'GET', `/products/${product.slug}`)).toBe(200);
  // The load of the test before has made many.
  let spans = receiver.spans();
  const isMissing = (name: string) => !spans.some((span) => span.name === name);
  const order = 'POST /api/razorpay/create-order';
  const page = ['GET /products/:product', 'render /products/:product'];
  const expected = [order, 'POST orders', 'POST /api/contact', 'contact-mail', ...page];
  const missing = () => {
    spans = receiver.spans();
    return expected.filter(isMissing);
  };
  await expect.poll(missing, { timeout: 60_000, interval: 500 }).toEqual([]);
  const placed = spans.find(({ name }) => name === order);
  expect(placed?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 201 },
  });
  const parts = spans.filter(({ parentSpanId }) => parentSpanId === placed?.spanId);
  expect(new Set(parts.map(({ traceId }) => traceId))).toEqual(new Set([placed?.traceId]));
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['POST orders', 'select site_info']));
  // The statements of a page are parts of its rendering, which is a part of the request.
  const rendered = spans.find(({ name }) => name === page[1]);
  expect(spans.find(({ spanId }) => spanId === rendered?.parentSpanId)?.name).toBe(page[0]);
  const reads = spans.filter(({ parentSpanId }) => parentSpanId === rendered?.spanId);
  expect(reads.map(({ name }) => name)).toContain('select categories');
  // The processes that were replaced have sent their figures.
  expect(receiver.metrics().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['haat_requests_total', 'haat_request_duration_seconds', 'haat_recent_orders']),
  );
  // Not the tables and columns whose names contain “key_”.
  expect(receiver.text()).not.toMatch(/asha|rao|malleshwaram|\b9876543210\b|@example|\bkey_(?!hash)|rzp_/i);
}, 120_000);

it('workers end with a killed primary, which is started again (T-CRS-18)', async () => {
  const all = [primary(), ...workers()];
  expect(all).toHaveLength(3);
  process.kill(primary(), 'SIGKILL');
  const alive = () =>
    all.filter((pid) =>
      execFileSync('ps', ['-A', '-o', 'pid='], { encoding: 'utf8' }).split(/\s+/).includes(String(pid)),
    );
  await vi.waitFor(() => expect(alive()).toEqual([]), { timeout: 20_000 });
  await printed('Haat is open', 2);
  expect(await shop.stop()).toBe(0);
}, 300_000);

it('SIGHUP from the start of the server until its first reply is ignored (T-CRS-22)', async () => {
  let hangUps = 0;
  let timer: NodeJS.Timeout | undefined;
  shop = await start((script) => {
    timer = setInterval(() => {
      if (startedBy(script.pid ?? 0).length > 0 && script.kill('SIGHUP')) hangUps++;
    }, 50);
  });
  clearInterval(timer);
  expect(hangUps).toBeGreaterThan(0);
  await printed('Haat is open');
  expect(await shop.stop()).toBe(0);
}, 300_000);
