import {
  type AddressInfo,
  createServer,
  connect as openConnection,
  type Server,
  type Socket,
} from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { receiveChanges } from '../../tests/support/changes.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { testShop } from '../../tests/support/shop.ts';
import { createApp } from '../app.ts';
import { listenForChanges } from './changes.ts';

let server: Awaited<ReturnType<typeof createApp>>;
let changes: ReturnType<typeof listenForChanges>;
/** The network between the shop and the notifications of its database. */
let network: Server;
let state: 'works' | 'refuses' | 'is silent' | 'pools' = 'works';
const sockets = new Set<Socket>();
let isListening = false;
const warnings: string[] = [];

const shop = await testShop();
beforeAll(async () => {
  const url = new URL(shop.databaseUrl);
  const folder = url.searchParams.get('host');
  const database = folder
    ? { path: `${folder}/.s.PGSQL.5432` }
    : { host: url.hostname, port: Number(url.port) };
  network = createServer((socket) => {
    const another = openConnection(database);
    for (const [key, peer] of [
      [socket, another],
      [another, socket],
    ] as const) {
      sockets.add(key);
      const filter = key === another ? withoutNotifications() : (data: Buffer) => data;
      key.on('data', (data: Buffer) => {
        const rest = filter(data);
        if (state !== 'is silent') peer.write(state === 'pools' ? rest : data);
      });
      key.on('error', () => {}).on('close', () => peer.destroy());
    }
    if (state === 'refuses') socket.destroy();
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  server = await createApp(shop.deps, {
    isReady: async () => true,
    publishChanges: () => changes.publish(),
  });
  url.search = '';
  url.host = `127.0.0.1:${(network.address() as AddressInfo).port}`;
  const onGap = (listening: boolean) => {
    isListening = listening;
    server.missedChanges(listening);
  };
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(line) });
  changes = listenForChanges(
    { url: url.href, pool: shop.pool, log },
    { onChange: server.changed, onExpire: server.expire, onGap },
    { checkMs: 500 },
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await changes.stop();
  await new Promise((resolve) => network.close(resolve));
  await server.app.close();
});

const untilListening = (expected: boolean) =>
  vi.waitFor(() => expect(isListening).toBe(expected), { timeout: 20_000, interval: 20 });

/** Removes the notifications from what the database sends, as a pooler of transactions does for an idle client. */
function withoutNotifications() {
  let waiting = Buffer.alloc(0);
  return (data: Buffer): Buffer => {
    waiting = Buffer.concat([waiting, data]);
    const rest: Buffer[] = [];
    while (waiting.length >= 5 && waiting.length > waiting.readUInt32BE(1)) {
      const length = 1 + waiting.readUInt32BE(1);
      if (waiting[0] !== 'A'.charCodeAt(0)) rest.push(waiting.subarray(0, length));
      waiting = waiting.subarray(length);
    }
    return Buffer.concat(rest);
  };
}

it.each(['refuses', 'is silent'] as const)(
  'a reply is never older than a change while the network of the notifications %s (T-CPU-10)',
  async (fault) => {
    state = 'works';
    await untilListening(true);
    const { id, slug } = await createProduct(shop.db, { stock: 9 });
    const stock = async () => (await server.app.inject(`/api/products/${slug}`)).json().countInStock;
    const sell = (left: number) =>
      shop.db.updateTable('variants').set({ stock: left }).where('productId', '=', id).execute();
    expect(await stock()).toBe(9);

    state = fault;
    if (fault === 'refuses') for (const socket of sockets) socket.destroy();
    await untilListening(false);
    for (const left of [8, 7]) {
      await sell(left);
      expect(await stock()).toBe(left);
    }
    state = 'works';
    await sell(6);
    await untilListening(true);
    expect(await stock()).toBe(6);
  },
);

it('a reply is never older than a change behind a pooler that delivers no notifications (T-CPU-11)', async () => {
  state = 'works';
  await untilListening(true);
  const { id, slug } = await createProduct(shop.db, { stock: 9 });
  const stock = async () => (await server.app.inject(`/api/products/${slug}`)).json().countInStock;
  state = 'pools';
  for (const socket of sockets) socket.destroy();
  await untilListening(false);
  await vi.waitFor(() => expect(warnings.join()).toContain('does not receive notifications'), {
    timeout: 20_000,
  });
  for (const left of [8, 7, 6]) {
    await shop.db.updateTable('variants').set({ stock: left }).where('productId', '=', id).execute();
    expect(await stock()).toBe(left);
  }
  expect(isListening).toBe(false);
  expect(warnings).toHaveLength(1);
  state = 'works';
  await untilListening(true);
});

it('a change is published when every process that receives changes serves it (T-CPU-12)', async () => {
  state = 'works';
  await untilListening(true);
  const { id, slug } = await createProduct(shop.db, { stock: 50 });
  const another = await createApp(shop.deps, { isReady: async () => true, publishChanges: async () => {} });
  const otherChanges = await receiveChanges(shop, another);
  onTestFinished(async () => {
    await otherChanges.stop();
    await another.app.close();
  });
  for (let stock = 49; stock > 40; stock--) {
    await another.app.inject(`/api/products/${slug}`);
    await shop.db.updateTable('variants').set({ stock }).where('productId', '=', id).execute();
    await changes.publish();
    expect((await another.app.inject(`/api/products/${slug}`)).json().countInStock).toBe(stock);
  }
});
