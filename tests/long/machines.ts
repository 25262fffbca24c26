import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkInvariants } from './invariants.ts';
import { preparePrograms } from './machines/programs.ts';
import { startShopOfMachines } from './machines/shop.ts';
import { createChoices, createReport } from './report.ts';
import { startShopping } from './shopping.ts';

/** An order and a list of products must be possible again so soon after a failure. */
const MAX_PAUSE_MS = 15_000;
const OUTAGE_MS = 3_000;
/** Set in the process that has a network of its own. */
const INSIDE = 'HAAT_MACHINES_INSIDE';

type Shop = Awaited<ReturnType<typeof startShopOfMachines>>;

/**
 * Runs a shop of three servers behind HAProxy, with PgBouncer and PostgreSQL under Patroni, under a load of checkouts,
 * and lets one part after the other fail. Prints how long no order was possible. Returns the number of violations.
 */
export async function runMachines(seed: number): Promise<number> {
  const reason = existsSync('build/server/index.js')
    ? preparePrograms()
    : 'the pages are not built (npm run build)';
  if (reason) {
    console.log(`\n── Machines: not run, because ${reason}`);
    return 0;
  }
  if (!process.env[INSIDE]) {
    const env = { ...process.env, [INSIDE]: '1', LONG_PARTS: 'machines', LONG_SEED: String(seed) };
    const args = ['--net', '--mount', process.execPath, ...process.argv.slice(1)];
    return spawnSync('unshare', args, { env, stdio: 'inherit' }).status === 0 ? 0 : 1;
  }
  const report = createReport('Machines');
  const choices = createChoices(seed);
  report.progress('starts the machines');
  const shop = await startShopOfMachines(seed);
  let isRunning = true;
  const { acknowledged, ended } = startShopping({ shop, report, choices, isRunning: () => isRunning });
  const orders = createWatch(() => acknowledged.length);
  let reads = 0;
  const readings = createWatch(() => reads);
  const reading = readUntil(
    () => !isRunning,
    shop,
    () => reads++,
  );
  await orders.untilMore(20);

  for (const [what, fail] of Object.entries(failuresOf(shop))) {
    report.progress(what);
    await sleep(2 * OUTAGE_MS);
    orders.begin();
    readings.begin();
    const repair = await fail();
    await sleep(OUTAGE_MS);
    await Promise.all([orders.untilMore(10), readings.untilMore(10)]);
    await repair();
    await shop.cluster.untilComplete();
    await shop.untilOpen();
    await orders.untilMore(10);
    const [pause, readPause] = [orders.longestPauseMs(), readings.longestPauseMs()];
    const text = `${what}: no order for ${seconds(pause)}, no products for ${seconds(readPause)}`;
    report.count(text);
    console.log(`   ${text}`);
    if (Math.max(pause, readPause) > MAX_PAUSE_MS) report.violation('the service was not back in time', text);
  }

  isRunning = false;
  orders.end();
  readings.end();
  await Promise.all([ended, reading]);
  await shop.startRepairs();
  await checkInvariants(shop, report, acknowledged);
  const violations = report.end();
  await shop.close(violations === 0);
  return violations;
}

/** What fails, one after the other. Each returns how it is repaired. */
function failuresOf({ cluster, machines, front }: Shop): Record<string, () => Promise<() => void>> {
  const restart = (program: { kill: () => void; start: () => void }) => async () => {
    program.kill();
    await sleep(OUTAGE_MS);
    program.start();
    return () => {};
  };
  const killAndRepair = async (program: { kill: () => void; start: () => void }) => {
    program.kill();
    return program.start;
  };
  const [server] = machines;
  return {
    'nothing fails': async () => () => {},
    'kill -9 of the PostgreSQL of the primary': async () => {
      (await cluster.primary()).killPostgres();
      return () => {};
    },
    'the machine of the primary is lost': async () => killAndRepair(await cluster.primary()),
    'the network of the primary is cut': async () => {
      const primary = await cluster.primary();
      primary.cut();
      return primary.mend;
    },
    'the machine of the synchronous standby is lost': async () => killAndRepair(await cluster.standby()),
    'the machine of the asynchronous standby is lost': () => killAndRepair(cluster.asynchronous),
    'the network of the asynchronous standby is cut': async () => {
      cluster.asynchronous.cut();
      return cluster.asynchronous.mend;
    },
    'kill -9 of PgBouncer, started again after 3 s': restart(cluster.pooler),
    'kill -9 of the HAProxy of the database, started again after 3 s': restart(cluster.proxy),
    'kill -9 of the HAProxy of the shop, started again after 3 s': restart(front),
    'kill -9 of one of three servers': async () => (server ? killAndRepair(server) : () => {}),
  };
}

/** Reads products that no cache has, one after the other. */
async function readUntil(isOver: () => boolean, { call }: Shop, onRead: () => void): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const reply = await call('GET', `/products?page=${(n % 1000) + 1}&limit=7`);
    if (reply?.status === 200) onRead();
    await sleep(50);
  }
}

/** Watches a number that grows, and for how long it did not. */
function createWatch(read: () => number) {
  let last = read();
  let changedAt = performance.now();
  let longest = 0;
  const look = () => {
    const now = performance.now();
    const current = read();
    if (current === last) return;
    longest = Math.max(longest, now - changedAt);
    last = current;
    changedAt = now;
  };
  const timer = setInterval(look, 20);
  return {
    begin(): void {
      longest = 0;
      changedAt = performance.now();
    },
    /** Resolves when it has grown by `count`. */
    async untilMore(count: number): Promise<void> {
      const wanted = read() + count;
      while (read() < wanted) await sleep(20);
    },
    longestPauseMs: () => longest,
    end: () => clearInterval(timer),
  };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
