// Random shoppers, an admin and failures, repeatable by a seed: two processes of a shop on one database, a provider that
// fails, kill -9 at any moment. Afterwards everything is repaired, and all records must agree (threats §6).
// Run: node_modules/.bin/node bench/chaos.ts [seed] [seconds]. Exits with 1 if records disagree.
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import type { Outcome } from '../sandbox/test-data.ts';
import { createVariations } from '../sandbox/variations.ts';
import { addAdmin } from '../server/accounts/accounts.ts';
import { seedEmpty } from '../server/content/seed.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { audit } from '../server/reports/audit.ts';
import { orderStatus } from '../shared/contract/orders.ts';
import type { FaultKind } from '../tests/fakes/faults.ts';
import { startFakeRazorpay } from '../tests/fakes/razorpay.ts';
import { createProduct, orderFor } from '../tests/support/factories.ts';
import { type ServerProcess, startServer } from '../tests/support/server-process.ts';

const [seed = Date.now() % 1_000_000, seconds = 20] = process.argv.slice(2).map(Number);
const ports = [5200, 5201];
const shoppers = 8;

const { chance } = createVariations(seed);
const oneOf = <T>(list: readonly T[]): T => list.find((_, at) => chance(1 / (list.length - at))) as T;

const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-chaos-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
const pool = openPool(postgres.url, 10);
const db = openDatabase(pool);
/** Undefined if the statement meets a lock or a dead database; the next round repeats it. */
const run = (sql: string) => db.executeQuery(CompiledQuery.raw(sql)).catch(() => undefined);
await migrate(pool);
await seedEmpty({ db });
const products: string[] = [];
for (let n = 0; n < 5; n++) products.push((await createProduct(db, { stock: 20 })).id);
await run('create database provider');
const providerUrl = Object.assign(new URL(postgres.url), { pathname: '/provider' }).href;
const providerPool = openPool(providerUrl, 2);
await migrate(providerPool);
await providerPool.end();
const webhookUrl = `http://127.0.0.1:${ports[0]}/api/razorpay/webhook`;
const fake = await startFakeRazorpay({
  databaseUrl: providerUrl,
  webhookUrl,
  seed,
  behaviour: { listLagSeconds: 0 },
});

const start = (port: number) =>
  startServer(
    { fake, databaseUrl: postgres.url, deps: { config: { dataDir } } },
    { port, env: { LOG_LEVEL: 'silent' } },
  );
const servers = await Promise.all(ports.map(start));
const anyCall: ServerProcess['call'] = (...request) => oneOf(servers).call(...request);
const { password } = await addAdmin(db, 'owner@haat.example');
const admin = await signIn();

type ShopperOrder = { id: string; key: string; providerOrderId: string; paid: boolean };
/** The orders that were acknowledged; they must exist afterwards. */
const acknowledged: ShopperOrder[] = [];
const counts: Record<string, number> = {};
const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

const faults: FaultKind[] = [
  '500',
  '502',
  '429',
  'reset',
  'timeout_after_commit',
  'garbage_json',
  'slow:900',
];
const hooks = [
  { mode: 'normal' },
  { mode: 'drop' },
  { mode: 'reorder' },
  { mode: 'duplicate', times: 3 },
] as const;

const failures: Record<string, (at: number) => Promise<unknown>> = {
  fault: async () => fake.faults({ match: '*', times: oneOf([1, 2, 4, 6]), kind: oneOf(faults) }),
  hooks: async () => fake.webhooks(oneOf(hooks)),
  async kill(at) {
    await servers[at]?.end();
    servers[at] = await start(ports[at] ?? 0);
  },
  async freeze(at) {
    servers[at]?.child.kill('SIGSTOP');
    await sleep(800);
    servers[at]?.child.kill('SIGCONT');
  },
  async expire(at) {
    const pending = `select id from orders where status = 'pending' order by random() limit 5`;
    await run(`update orders set expires_at = now() - interval '1 minute' where id in (${pending})`);
    servers[at]?.child.send('minute', () => {});
  },
  async postgres() {
    const pidFile = await readFile(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
  },
};

console.log(`seed ${seed}, ${seconds} s`);
const until = Date.now() + seconds * 1000;
const isRunning = () => Date.now() < until;
await Promise.all([...Array.from({ length: shoppers }, shop), administer(), causeFailures()]);
await repair();
const problems = await findProblems();
console.log(
  Object.entries(counts)
    .map(([what, n]) => `${n} ${what}`)
    .join(', '),
);
console.log(problems.length === 0 ? 'The audit found no problems.' : problems.join('\n'));
for (const server of servers) await server.end();
await fake.close();
await pool.end();
await postgres.stop();
await removeDataDir(dataDir);
process.exit(problems.length === 0 ? 0 : 1);

async function signIn(): Promise<{ authorization: string }> {
  for (;;) {
    const login = { email: 'owner@haat.example', password, portal: 'admin' };
    const reply = await anyCall('POST', '/auth/login', login);
    if (reply?.status === 200) return { authorization: `Bearer ${(reply.body as { token: string }).token}` };
  }
}

async function shop(_: unknown, shopper: number): Promise<void> {
  for (let n = 0; isRunning(); n++) {
    const placed = await order(`${shopper}-${n}`);
    if (placed) await payFor(placed).catch(() => count('payments that the provider rejected'));
  }
}

/** Places an order, repeated with its key after a failure, sometimes twice at once. */
async function order(key: string): Promise<ShopperOrder | undefined> {
  const wanted = products.filter(() => chance(0.35)).map((id) => ({ id, quantity: chance(0.2) ? 2 : 1 }));
  const body = orderFor(wanted.length > 0 ? wanted : [{ id: oneOf(products) }]);
  const send = () => anyCall('POST', '/razorpay/create-order', body, { 'idempotency-key': key });
  for (let tries = 0; tries < 4; tries++) {
    const replies = await Promise.all(chance(0.2) ? [send(), send()] : [send()]);
    const created = replies
      .filter((reply) => reply?.status === 201)
      .map((reply) => reply?.body as CreatedOrder);
    for (const reply of replies) count(`create-order ${reply?.status ?? 'no reply'}`);
    const [first] = created;
    if (first) {
      const placed = {
        id: first.order_id,
        key: first.order_key,
        providerOrderId: first.razorpay_order.id,
        paid: false,
      };
      if (created.some(({ order_id }) => order_id !== placed.id)) count('WRONG: two orders under one key');
      acknowledged.push(placed);
      return placed;
    }
    if (replies.some((reply) => reply && reply.status < 500)) return undefined;
  }
  return undefined;
}

type CreatedOrder = { order_id: string; order_key: string; razorpay_order: { id: string } };

async function payFor(placed: ShopperOrder): Promise<void> {
  if (chance(0.15)) return;
  if (chance(0.15)) await fake.pay(placed.providerOrderId, 'failed');
  const outcome = oneOf<Outcome['outcome']>(['captured', 'captured', 'captured', 'authorized', 'pending']);
  const amount = chance(0.04) ? { charged: 12_345 } : {};
  const proof = await fake.pay(placed.providerOrderId, outcome, amount);
  count(`payments ${outcome}`);
  if (outcome === 'pending' && chance(0.7)) await fake.lateAuthorize(proof.razorpay_payment_id);
  if (chance(0.06)) await fake.secondPayment(placed.providerOrderId);
  const times = oneOf([0, 1, 1, 2]);
  const replies = await Promise.all(
    Array.from({ length: times }, () => anyCall('POST', '/razorpay/verify-payment', proof)),
  );
  for (const reply of replies) count(`verify ${reply?.status ?? 'no reply'}`);
  if (!replies.some((reply) => reply?.status === 200)) return;
  placed.paid = true;
  // An acknowledged payment is visible immediately in both processes.
  const read = await anyCall('GET', `/order/${placed.id}?key=${placed.key}`);
  if (read?.status === 200 && (read.body as { paidAmount: number }).paidAmount === 0)
    count('WRONG: an acknowledged payment is not visible');
}

/** The admin cancels, refunds, sets any status and restocks. */
async function administer(): Promise<void> {
  while (isRunning()) {
    await sleep(150);
    const placed = acknowledged.length > 0 ? oneOf(acknowledged) : undefined;
    if (!placed) continue;
    const url = `/order/admin/${placed.id}`;
    const what = oneOf(['status', 'check', 'refund', 'stock']);
    if (what === 'status')
      await anyCall('PUT', `${url}/status`, { status: oneOf(orderStatus.options) }, admin);
    if (what === 'check') await anyCall('POST', `${url}/check`, {}, admin);
    if (what === 'stock') await anyCall('PUT', `/products/${oneOf(products)}`, { countInStock: 20 }, admin);
    if (what === 'refund') {
      const amount = chance(0.5) ? { amount: 100 } : {};
      const click = () => anyCall('POST', `${url}/refund`, { reason: 'By chance', ...amount }, admin);
      for (const reply of await Promise.all([click(), click()]))
        count(`refund ${reply?.status ?? 'no reply'}`);
    }
  }
}

async function causeFailures(): Promise<void> {
  while (isRunning()) {
    await sleep(oneOf([300, 600, 1200]));
    const what = chance(0.05) ? 'postgres' : oneOf(['fault', 'fault', 'hooks', 'expire', 'freeze', 'kill']);
    count(what);
    // It may hit a process that is not running.
    await failures[what]?.(oneOf([0, 1])).catch(() => {});
  }
}

/** Ends all failures and runs the jobs until nothing is pending. */
async function repair(): Promise<void> {
  while (!(await run('select 1'))) await sleep(200);
  await fake.clearFaults();
  await fake.webhooks({ mode: 'normal' });
  for (let round = 0; round < 60; round++) {
    await run(`update orders set expires_at = now() - interval '1 second' where status = 'pending'`);
    await run('update orders set next_check_at = now() where next_check_at is not null');
    await run(
      `update webhook_events set received_at = received_at - interval '5 minutes' where handled_at is null`,
    );
    await run(
      `update refunds set created_at = created_at - interval '2 minutes' where status in ('requested', 'pending')`,
    );
    await run(`update mails set next_try_at = now(), claimed_until = null where status = 'waiting'`);
    for (const { child } of servers) child.send('minute', () => {});
    await sleep(1000);
    const { rows } = await db.executeQuery<{ open: number }>(
      CompiledQuery.raw(`select (select count(*) from orders where next_check_at <= now())
        + (select count(*) from webhook_events where handled_at is null)
        + (select count(*) from refunds where status in ('requested', 'pending'))
        + (select count(*) from mails where status = 'waiting') as open`),
    );
    if (round > 3 && Number(rows[0]?.open) === 0) return;
  }
  count('WRONG: jobs that never ended');
}

async function findProblems(): Promise<string[]> {
  const problems = (await audit(db)).map(({ check, problem }) => `${check}: ${problem}`);
  problems.push(...Object.keys(counts).filter((what) => what.startsWith('WRONG')));
  for (const { id, key, paid } of acknowledged) {
    const reply = await anyCall('GET', `/order/${id}?key=${key}`);
    if (reply?.status !== 200) problems.push(`order ${id} was acknowledged and replies ${reply?.status}`);
    else if (paid && (reply.body as { paidAmount: number }).paidAmount === 0)
      problems.push(`order ${id} was acknowledged as paid and is not paid`);
  }
  const ledger = await fake.ledger();
  const rows = await db
    .selectFrom('payments')
    .select(['providerPaymentId', 'status', 'amountPaise'])
    .execute();
  const known = new Map(rows.map((row) => [row.providerPaymentId, row]));
  for (const { id, captured, amount } of ledger.payments) {
    const row = known.get(id);
    if (captured === true && (row?.status !== 'captured' || row.amountPaise !== amount))
      problems.push(`payment ${id} of ${amount} paise was captured and is recorded as ${row?.status}`);
  }
  const capturedIds = new Set(
    ledger.payments.filter(({ captured }) => captured === true).map(({ id }) => id),
  );
  const refunded = ledger.refunds.filter(({ payment_id }) => capturedIds.has(String(payment_id)));
  const refunds = await db
    .selectFrom('refunds')
    .select('providerRefundId')
    .where('status', '=', 'processed')
    .execute();
  const recorded = new Set(refunds.map(({ providerRefundId }) => providerRefundId));
  for (const { id, amount } of refunded)
    if (!recorded.has(id)) problems.push(`refund ${id} of ${amount} paise is not recorded`);
  const byStatus = await db
    .selectFrom('orders')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .groupBy('status')
    .execute();
  for (const { status, n } of byStatus) counts[`orders ${status}`] = n;
  counts['captured at the provider'] = capturedIds.size;
  counts.refunds = refunded.length;
  return problems;
}
