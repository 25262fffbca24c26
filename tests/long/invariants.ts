import { execFile } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../support/server-process.ts';
import type { Report } from './report.ts';
import { fieldOf, type LongShop } from './shop.ts';
import type { PlacedOrder } from './shopping.ts';

type RepairedShop = Pick<
  LongShop,
  'call' | 'db' | 'env' | 'fake' | 'mailbox' | 'query' | 'servers' | 'untilPostgresIsUp'
>;

/** Ends all failures, runs the jobs until nothing is pending, and then checks that nothing was lost. */
export async function checkInvariants(
  shop: RepairedShop,
  report: Report,
  acknowledged: readonly PlacedOrder[],
): Promise<void> {
  const open = await repair(shop, report);
  report.progress('checks the records');
  if (open) report.violation('jobs that never ended', open);
  await checkAcknowledged(shop, report, acknowledged);
  await checkProvider(shop, report);
  for (const problem of await runAudit(shop)) report.violation(`audit: ${problem}`);
  for (const { status, n } of await shop.query('select status, count(*) as n from orders group by 1'))
    report.count(`orders at the end: ${status}`, Number(n));
}

/** How long the repair goes on without any job that ends. A claimed mail waits for a minute. */
const MAX_IDLE_MS = 180_000;

/** Ends all failures and runs the jobs. Returns how many of each kind never ended; undefined if everything has. */
export async function repair(
  shop: RepairedShop,
  report: Report,
): Promise<Record<string, string> | undefined> {
  let fewest = Number.POSITIVE_INFINITY;
  let changedAt = Date.now();
  let checksOfAll = 0;
  await shop.untilPostgresIsUp();
  await shop.fake.clearFaults();
  await shop.fake.webhooks({ mode: 'normal' });
  shop.mailbox.refuse();
  for (;;) {
    // A statement may meet a lock; the next round repeats it.
    for (const change of [
      `update orders set expires_at = now() - interval '1 second' where status = 'pending'`,
      `update webhook_events set received_at = received_at - interval '5 minutes' where handled_at is null`,
      `update refunds set created_at = created_at - interval '2 minutes' where status in ('requested', 'pending')`,
      // A claim of the last minute belongs to a server that sends the mail now.
      `update mails set next_try_at = now(), claimed_until = null
        where status = 'waiting' and (claimed_until is null or claimed_until < now() + interval '4 minutes')`,
    ])
      await shop.query(change).catch(() => undefined);
    await Promise.all(shop.servers.map(runMinute));
    await sleep(1000);
    const [open = {}] = await shop.query(`select
      (select count(*) from orders where next_check_at <= now()) as checks,
      (select count(*) from webhook_events where handled_at is null) as webhooks,
      (select count(*) from refunds where status in ('requested', 'pending')) as refunds,
      (select count(*) from mails where status = 'waiting') as mails`);
    const left = Object.values(open).reduce((sum, n) => sum + Number(n), 0);
    if (left === 0) {
      // Every order is checked, and then once more, because a check of the first time can still meet a failure.
      if (checksOfAll === 2) return undefined;
      await shop.query('update orders set next_check_at = now() where next_check_at is not null');
      checksOfAll++;
      fewest = Number.POSITIVE_INFINITY;
      continue;
    }
    if (left < fewest) changedAt = Date.now();
    if (Date.now() - changedAt > MAX_IDLE_MS) return open;
    fewest = Math.min(fewest, left);
    report.progress(`repairs; still open: ${JSON.stringify(open)}`);
  }
}

/** Runs the jobs of a minute in a server to their end. */
async function runMinute({ child }: ServerProcess): Promise<void> {
  if (!child.connected) return;
  const ended = new AbortController();
  const { signal } = ended;
  const done = Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
  child.send('minute');
  await done;
  ended.abort();
}

async function checkAcknowledged(
  shop: RepairedShop,
  report: Report,
  acknowledged: readonly PlacedOrder[],
): Promise<void> {
  report.count('acknowledged orders', acknowledged.length);
  report.count('acknowledged payments', acknowledged.filter(({ paid }) => paid).length);
  for (const placed of acknowledged) {
    const reply = await shop.call('GET', `/order/${placed.id}?key=${placed.key}`);
    if (reply?.status !== 200) report.violation('an acknowledged order is lost', { placed, reply });
    else if (placed.paid && fieldOf(reply, 'paidAmount') === '0')
      report.violation('an acknowledged payment is lost', { placed, reply });
  }
}

/** Every payment and refund of the provider is recorded. */
async function checkProvider(shop: RepairedShop, report: Report): Promise<void> {
  const ledger = await shop.fake.ledger();
  const rows = await shop.db
    .selectFrom('payments')
    .select(['providerPaymentId', 'status', 'amountPaise'])
    .execute();
  const known = new Map(rows.map((row) => [row.providerPaymentId, row]));
  const captured = ledger.payments.filter((payment) => payment.captured === true);
  for (const { id, amount } of captured) {
    const row = known.get(id);
    if (row?.status !== 'captured' || row.amountPaise !== amount)
      report.violation('a captured payment is not recorded', { id, amount, row });
  }
  const refunds = await shop.query(`select provider_refund_id as id from refunds where status = 'processed'`);
  const recorded = new Set(refunds.map(({ id }) => id));
  const capturedIds = new Set<unknown>(captured.map(({ id }) => id));
  for (const { id, amount, payment_id } of ledger.refunds)
    if (capturedIds.has(payment_id) && !recorded.has(id))
      report.violation('a refund is not recorded', { id, amount });
  report.count('payments captured at the provider', captured.length);
  report.count('refunds at the provider', ledger.refunds.length);
}

/** The problems that `npm run audit` prints. */
function runAudit(shop: Pick<LongShop, 'env'>): Promise<string[]> {
  const env = { ...process.env, ...shop.env };
  return new Promise((resolve) => {
    execFile(process.execPath, [path.resolve('scripts/audit.ts')], { env }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
      console.log(lines.at(-1));
      resolve(error ? lines : []);
    });
  });
}
