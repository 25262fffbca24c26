import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultKind } from '../fakes/faults.ts';
import { startFuzzing } from './fuzz.ts';
import { checkInvariants } from './invariants.ts';
import { type Choices, createChoices, createReport, type Report } from './report.ts';
import { type Dependency, type LongShop, startLongShop } from './shop.ts';
import { startShopping } from './shopping.ts';

const providerFaults: FaultKind[] = [
  '500',
  '502',
  '429',
  'reset',
  'timeout_after_commit',
  'garbage_json',
  'slow:900',
];
const webhookModes = [{ mode: 'drop' }, { mode: 'reorder' }, { mode: 'duplicate', times: 3 }] as const;
/** The factor by which memory may grow. */
const MAX_GROWTH = 1.1;
const MEGABYTE = 1024 * 1024;

/**
 * Mixed load on two servers, while PostgreSQL, the mail server, the provider and the disk fail in turn; the memory of
 * the servers must stay flat. Returns the number of violations.
 */
export async function runLoad(seed: number, durationMs: number): Promise<number> {
  const report = createReport('Load');
  const choices = createChoices(seed);
  const shop = await startLongShop(choices, seed, [5203, 5204]);
  const until = Date.now() + durationMs;
  const isRunning = () => Date.now() < until;
  const parts = { shop, report, choices, isRunning };
  // Three or four orders a second: what failures delay must not grow faster than two servers can send it afterwards.
  const { acknowledged, ended } = startShopping(parts, { pausesMs: [0, 1000, 2000, 4000] });
  const fuzzed = startFuzzing({ ...parts, seed, roles: ['owner', 'support', 'shopper'] });
  for (const { child } of shop.servers)
    child.once('exit', (code) => isRunning() && report.violation('a server ended', `exit code ${code}`));
  const samples = shop.servers.map(() => [] as number[]);

  async function failInTurn() {
    const dependencies: Dependency[] = ['provider', 'mail', 'disk', 'postgres'];
    const phaseMs = Math.min(15_000, durationMs / 24);
    for (let n = 0; isRunning(); n++) {
      await sleep(phaseMs);
      const dependency = dependencies[n % dependencies.length] ?? 'provider';
      report.progress(`${dependency} fails, ${acknowledged.length} orders acknowledged`);
      shop.beginFailure(dependency);
      const repair = await failures[dependency]({ shop, choices });
      report.count(`failures of ${dependency}`);
      await sleep(phaseMs);
      await repair();
      shop.endFailure(dependency);
      report.progress(`${acknowledged.length} orders acknowledged`);
    }
  }

  async function measureMemory() {
    const ends = shop.servers.map(({ child }) => once(child, 'exit'));
    while (isRunning()) {
      await sleep(Math.min(10_000, durationMs / 30));
      for (const [index, { child }] of shop.servers.entries()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.send('memory', () => {});
        const [bytes] = await Promise.race([once(child, 'message'), ends[index] ?? []]);
        // An exit code is below any use of memory.
        if (typeof bytes === 'number' && bytes > MEGABYTE) samples[index]?.push(bytes);
      }
    }
  }

  await Promise.all([ended, fuzzed, failInTurn(), measureMemory()]);
  await checkInvariants(shop, report, acknowledged);
  for (const [index, values] of samples.entries()) checkMemory(report, index, values);
  await shop.close();
  return report.end();
}

/** Compares the mean of the last fifth of the samples with that of the second fifth; the first one warms up. */
function checkMemory(report: Report, index: number, samples: readonly number[]): void {
  const fifth = Math.floor(samples.length / 5);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length / MEGABYTE;
  const start = mean(samples.slice(fifth, 2 * fifth));
  const end = mean(samples.slice(-fifth));
  report.count(`MB of memory in use in server ${index + 1} after warming up`, Math.round(start));
  report.count(`MB of memory in use in server ${index + 1} at the end`, Math.round(end));
  if (!(end <= start * MAX_GROWTH))
    report.violation(`memory of server ${index + 1} grew from ${start.toFixed(1)} to ${end.toFixed(1)} MB`, {
      samples: samples.map((bytes) => Math.round(bytes / MEGABYTE)),
    });
}

/** Makes a dependency fail; the result ends the failure. */
const failures: Record<
  Dependency,
  (parts: { shop: LongShop; choices: Choices }) => Promise<() => Promise<void>>
> = {
  async provider({ shop, choices: { oneOf } }) {
    for (let n = 0; n < 20; n++)
      shop.fake.faults({ match: '*', times: oneOf([1, 2, 4, 6]), kind: oneOf(providerFaults) });
    shop.fake.webhooks(oneOf(webhookModes));
    return async () => {
      shop.fake.clearFaults();
      shop.fake.webhooks({ mode: 'normal' });
    };
  },
  async mail({ shop, choices: { chance } }) {
    if (chance(0.5)) {
      shop.mailbox.refuse(451);
      return async () => shop.mailbox.refuse();
    }
    await shop.mailbox.stop();
    return () => shop.mailbox.startAgain();
  },
  /** Every write of a server to a file fails, as with a full disk. */
  async disk({ shop }) {
    const limit = (bytes: string) => {
      for (const { child } of shop.servers)
        execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`]);
    };
    limit('0');
    return async () => limit('unlimited');
  },
  async postgres({ shop }) {
    await shop.killPostgres();
    return () => shop.untilPostgresIsUp();
  },
};
