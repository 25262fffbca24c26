// Slow: `npm run check` leaves this file out.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { startReplicatedPostgres } from '../../tests/support/replicated-postgres.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';
import { createApp } from '../app.ts';
import { listenForChanges } from './changes.ts';
import { openPool } from './database.ts';
import { migrate } from './migrate.ts';
import { openReplica } from './replica.ts';

let servers: Awaited<ReturnType<typeof startReplicatedPostgres>>;
let shop: TestShop;
let replica: ReturnType<typeof openReplica>;
let server: Awaited<ReturnType<typeof createApp>>;
let changes: ReturnType<typeof listenForChanges>;
let isListening = false;

beforeAll(async () => {
  servers = await startReplicatedPostgres();
  const databaseUrl = servers.urlOf('primary');
  const pool = openPool(databaseUrl, 2);
  await migrate(pool);
  await pool.end();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-replica-'));
  shop = await createTestShop({ place: { dataDir, databaseUrl } });
  const { log } = shop.deps;
  log.level = 'silent';
  replica = openReplica({ url: servers.urlOf('standby'), primary: shop.pool, log });
  server = await createApp(
    { ...shop.deps, reads: replica.db },
    { isReady: async () => true, publishChanges: () => changes.publish() },
  );
  changes = listenForChanges(
    { url: databaseUrl, pool: shop.pool, log },
    {
      onChange(tag) {
        replica.announce();
        server.changed(tag);
      },
      onExpire() {
        replica.announce();
        server.expire();
      },
      onGap(value) {
        isListening = value;
        replica.setListening(value);
        server.missedChanges(value);
      },
    },
  );
});
afterAll(async () => {
  await changes.stop();
  await server.app.close();
  await replica.close();
  await shop.close();
  await servers.stop();
});

/** When the shop last read products from the standby, in seconds. */
const lastReadOfStandby = async (): Promise<number> => {
  const statement = `select extract(epoch from max(query_start)) as latest from pg_stat_activity
    where application_name = 'haat' and query like '%"products"%'`;
  const [row] = await servers.run('standby', statement);
  return Number(Object.values(row ?? {})[0]);
};

it('no reply is older than an announced change while the replica is behind, silent or gone (T-FLT-32)', async () => {
  await expect.poll(() => isListening).toBe(true);
  const { id, slug } = await createProduct(shop.db, { stock: 50 });
  const stock = async () => (await server.app.inject(`/api/products/${slug}`)).json().countInStock;
  const sell = async (left: number) => {
    await shop.db.updateTable('variants').set({ stock: left }).where('productId', '=', id).execute();
    await changes.publish();
  };
  let left = 50;
  const sellAndRead = async () => {
    await sell(--left);
    expect(await stock()).toBe(left);
  };
  await expect.poll(stock).toBe(50);

  const before = await lastReadOfStandby();
  await expect
    .poll(async () => {
      await sellAndRead();
      return lastReadOfStandby();
    })
    .toBeGreaterThan(before || 0);

  await servers.run('standby', 'select pg_wal_replay_pause()');
  const old = left;
  for (let n = 0; n < 3; n++) await sellAndRead();
  const onStandby = `select stock from variants where product_id = '${id}'`;
  expect(await servers.run('standby', onStandby)).toEqual([{ stock: old }]);

  await servers.run('standby', 'select pg_wal_replay_resume()');
  const paused = await lastReadOfStandby();
  await expect
    .poll(async () => {
      await sellAndRead();
      return lastReadOfStandby();
    })
    .toBeGreaterThan(paused);

  // As behind a broken network, then gone.
  servers.signal('standby', 'SIGSTOP');
  for (let n = 0; n < 3; n++) await sellAndRead();
  servers.signal('standby', 'SIGKILL');
  for (let n = 0; n < 3; n++) await sellAndRead();
});
