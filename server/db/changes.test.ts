import {
  type AddressInfo,
  createServer,
  connect as openConnection,
  type Server,
  type Socket,
} from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';
import { createApp } from '../app.ts';
import { listenForChanges } from './changes.ts';

let shop: TestShop;
let server: Awaited<ReturnType<typeof createApp>>;
let changes: ReturnType<typeof listenForChanges>;
/** The network between the shop and the notifications of its database. */
let network: Server;
let state: 'works' | 'refuses' | 'is silent' = 'works';
const sockets = new Set<Socket>();
let isListening = false;

beforeAll(async () => {
  shop = await createTestShop();
  const url = new URL(shop.databaseUrl);
  const folder = url.searchParams.get('host');
  const database = folder
    ? { path: `${folder}/.s.PGSQL.5432` }
    : { host: url.hostname, port: Number(url.port) };
  network = createServer((socket) => {
    const other = openConnection(database);
    for (const [each, peer] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(each);
      each.on('data', (data) => state !== 'is silent' && peer.write(data));
      each.on('error', () => {}).on('close', () => peer.destroy());
    }
    if (state === 'refuses') socket.destroy();
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  server = await createApp(shop.deps, {
    isReady: async () => true,
    changesReceived: () => changes.received(),
  });
  url.search = '';
  url.host = `127.0.0.1:${(network.address() as AddressInfo).port}`;
  const onGap = (listening: boolean) => {
    isListening = listening;
    server.missedChanges(listening);
  };
  changes = listenForChanges(url.href, server.changed, onGap, { checkMs: 500 });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await changes.stop();
  await new Promise((resolve) => network.close(resolve));
  await server.app.close();
  await shop.close();
});

const untilListening = (expected: boolean) =>
  vi.waitFor(() => expect(isListening).toBe(expected), { timeout: 20_000, interval: 20 });

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
