import { execFileSync, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { removeDataDir } from '../../postgres/home.ts';
import type { ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { goodCard } from '../support/browser-shopper.ts';
import { orderFor } from '../support/factories.ts';
import { freePorts } from '../support/free-ports.ts';
import { type ShopProcess, startShopProcess } from '../support/shop-process.ts';
import { type LoadRequest, loadNames } from './attack-loads.ts';
import { createReport, type Report } from './report.ts';

/** How long a shopper waits for a step at most, in milliseconds. */
const MAX_STEP_MS = 2000;
/** How much slower than in calm the replies to others may be at the median. */
const MAX_SLOWDOWN = 5;
const HEALTH_EVERY_MS = 100;
const BUY_EVERY_MS = 5000;
const CALM_MS = 20_000;
/** What a server may use more after the attack, in megabytes: code and caches that calm had not needed. */
const MAX_GROWTH_MB = 150;

/**
 * Attacks a shop as `npm start` runs it with the loads of threats T-DOS-09 to T-DOS-11, one after the other, for `ms`,
 * while a shopper buys and a monitor asks for the health of the shop. Returns the number of violations: a step over 2 s,
 * replies to others slowed down more than five times, memory that stays, a server that ended, and records that disagree.
 */
export async function runAttack(ms: number): Promise<number> {
  const report = createReport('Attack');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-attack-'));
  let script = 0;
  const shop = await startShopProcess({
    port: await freePorts(),
    dataDir,
    env: { LOG_LEVEL: 'error' },
    onSpawn: ({ pid = 0 }) => {
      script = pid;
    },
  });
  const calm = await watch(report, shop, undefined, CALM_MS);
  const before = await memoryOf(script);
  report.count(`calm: health after ${inMs(calm)}; ${before} MB`);
  for (const load of loadNames) {
    report.progress(load);
    const attacked = await watch(report, shop, load, ms / loadNames.length);
    const slowdown = attacked.median / calm.median;
    const text = `health after ${inMs(attacked)}, ${slowdown.toFixed(1)} × calm at the median`;
    report.count(`${load}: ${text}; ${await memoryOf(script)} MB`);
    if (slowdown > MAX_SLOWDOWN && attacked.median > 50)
      report.violation('others wait', { load, attacked, calm });
  }
  // Replies that nobody has taken are dropped after 30 s.
  await sleep(40_000);
  const after = await memoryOf(script);
  report.count(`MB after: ${after}`);
  if (after - before > MAX_GROWTH_MB) report.violation('memory stays in use', { before, after });
  if (shop.output().includes('ended unexpectedly')) report.violation('the server ended', shop.output());
  await checkRecords(report, dataDir);
  await shop.stop();
  await removeDataDir(dataDir);
  return report.end();
}

/** Times of health checks in milliseconds. */
type Times = { median: number; longest: number };
const inMs = ({ median, longest }: Times) =>
  `${median.toFixed(1)} ms at the median, ${longest.toFixed(0)} ms at most`;

/** Buys and asks for the health of the shop for `ms` beside a load. Returns how long health checks took. */
async function watch(
  report: Report,
  shop: ShopProcess,
  load: string | undefined,
  ms: number,
): Promise<Times> {
  const endsAt = performance.now() + ms;
  const isOver = () => performance.now() > endsAt;
  const times: number[] = [];
  const attacking = load && runLoad({ name: load, port: Number(new URL(shop.url).port), ms });
  const buying = (async () => {
    while (!isOver()) await buy(report, shop.url, load ?? 'calm');
  })();
  while (!isOver()) {
    times.push(await timed(() => fetch(`${shop.url}/api/health`)));
    await sleep(HEALTH_EVERY_MS);
  }
  await Promise.all([attacking, buying]);
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)] ?? 0, longest: times.at(-1) ?? 0 };
}

async function runLoad(request: LoadRequest): Promise<void> {
  const thread = new Worker(new URL('./attack-loads.ts', import.meta.url), { workerData: request });
  await once(thread, 'exit');
}

async function timed(work: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now();
  const reply = await work();
  await reply.arrayBuffer();
  return performance.now() - startedAt;
}

/** A guest buys one product and pauses. A step that fails or takes too long is a violation. */
async function buy(report: Report, url: string, load: string): Promise<void> {
  const step = async <Reply>(name: string, address: string, body?: object): Promise<Reply> => {
    const startedAt = performance.now();
    const reply = await fetch(`${url}${address}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = await reply.json();
    const took = Math.round(performance.now() - startedAt);
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${JSON.stringify(json)}`);
    if (took > MAX_STEP_MS) report.violation(`${name} takes too long`, { load, took });
    report.count('step of a purchase');
    return json as Reply;
  };
  try {
    await fetch(url).then((page) => page.text());
    const { products } = await step<ProductList>('list', '/api/products?inStock=true&limit=100');
    const plenty = products.filter(({ variants }) => variants.length === 1);
    const product = plenty.sort((a, b) => b.countInStock - a.countInStock)[0];
    const email = `buyer.${randomUUID()}@example.in`;
    const order = await step<{ razorpay_order: { id: string } }>(
      'order',
      '/api/razorpay/create-order',
      orderFor([{ id: product?._id ?? '' }], { email, mobile: `9${randomInt(1e8, 1e9 - 1)}` }),
    );
    const { key_id } = await step<{ key_id: string }>('configuration', '/api/razorpay/checkout-config');
    const payment = { key_id, order_id: order.razorpay_order.id, method: 'card', card_number: goodCard };
    const paid = await step<{ response: object }>(
      'payment',
      '/sandbox/razorpay/v1/checkout/payments',
      payment,
    );
    await step('verification', '/api/razorpay/verify-payment', paid.response);
    report.count('purchase');
  } catch (error) {
    report.violation('a purchase fails', { load, error: String(error) });
  }
  await sleep(BUY_EVERY_MS);
}

/** The resident memory of the server behind the start script, in megabytes. */
async function memoryOf(script: number): Promise<number> {
  const processes = execFileSync('ps', ['-A', '-o', 'ppid=,rss=,args='], { encoding: 'utf8' }).split('\n');
  const server = processes
    .map((line) => line.trim().split(/ +/))
    .find(([parent]) => Number(parent) === script);
  return Math.round(Number(server?.[1]) / 1024);
}

/** Audits the records of the shop while it runs. */
async function checkRecords(report: Report, dataDir: string): Promise<void> {
  const command = spawn(process.execPath, ['scripts/audit.ts'], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  const [printed, [code]] = await Promise.all([text(command.stdout), once(command, 'exit')]);
  if (code !== 0) report.violation('the audit finds problems', printed);
}
