import { setTimeout as sleep } from 'node:timers/promises';
import { startFuzzing } from './fuzz.ts';
import { checkInvariants } from './invariants.ts';
import { createChoices, createReport } from './report.ts';
import { startLongShop } from './shop.ts';
import { startShopping } from './shopping.ts';

/**
 * Kills the processes of the shop, and now and then PostgreSQL, at random moments under a load of all calls, until
 * `kills` of them or until the time is over. Returns the number of violations.
 */
export async function runKills(seed: number, kills: number, durationMs: number): Promise<number> {
  const report = createReport('Kills');
  const choices = createChoices(seed);
  const shop = await startLongShop(choices, seed, [5200, 5201, 5202]);
  const until = Date.now() + durationMs;
  // Until PostgreSQL notices that a client is gone, its locks make others wait.
  shop.beginFailure('server');
  let killed = 0;
  const isRunning = () => killed < kills && Date.now() < until;
  const parts = { shop, report, choices, isRunning };
  const { acknowledged, ended } = startShopping(parts);
  const fuzzed = startFuzzing({ ...parts, seed, roles: ['owner', 'guest', 'shopper'] });

  async function killServers(index: number) {
    while (isRunning()) {
      // In replies, so that a slow machine also gets something done between the kills.
      const moment = shop.replies() + choices.oneOf([0, 1, 2, 5, 10, 20, 40]);
      for (let n = 0; n < 500 && shop.replies() < moment; n++) await sleep(choices.oneOf([1, 10, 20]));
      if (choices.chance(0.03)) {
        shop.beginFailure('postgres');
        await shop.killPostgres().then(
          () => report.count('kills of PostgreSQL'),
          // It is not running; it was killed a moment ago.
          () => {},
        );
        await shop.untilPostgresIsUp();
        shop.endFailure('postgres');
      }
      const expired = `select id from orders where status = 'pending' order by random() limit 5`;
      if (choices.chance(0.1)) {
        await shop
          .query(`update orders set expires_at = now() - interval '1 minute' where id in (${expired})`)
          .catch(() => undefined);
        shop.servers[index]?.child.send('minute', () => {});
      }
      await shop.restart(index);
      killed++;
      report.count('kills of a server');
      report.progress(`${killed} of ${kills} kills, ${acknowledged.length} orders acknowledged`);
    }
  }

  await Promise.all([ended, fuzzed, ...shop.servers.map((_, index) => killServers(index))]);
  shop.endFailure('server');
  await checkInvariants(shop, report, acknowledged);
  await shop.close();
  return report.end();
}
