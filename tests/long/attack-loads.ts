import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { ProductList } from '../../shared/contract/catalogue/catalogue.ts';

// The loads run in a thread of their own, so that they take no time of the shopper and the monitor (attack.ts).
/** A load that one stranger puts on a shop, repeated until `isOver`. */
type Load = { name: string; run: (port: number, isOver: () => boolean) => Promise<void> };

/** Not those of the shopper. */
const strangers = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
const pauseMs = 250;

const description = 'GET /api/openapi.json HTTP/1.1\r\nHost: shop\r\n\r\n';
const products = 'GET /api/products?limit=100 HTTP/1.1\r\nHost: shop\r\n\r\n';
const nested = '['.repeat(800_000);

const loads: Load[] = [
  { name: '1 × 400 descriptions, nothing read', run: (...on) => pipeline(1, description.repeat(400), on) },
  { name: '60 × 10 descriptions, nothing read', run: (...on) => pipeline(60, description.repeat(10), on) },
  { name: '300 × 5 descriptions, nothing read', run: (...on) => pipeline(300, description.repeat(5), on) },
  { name: '4 × 1,200 lists, nothing read', run: (...on) => pipeline(4, products.repeat(1200), on) },
  { name: '200 replies, read in part', run: (...on) => pipeline(200, description.repeat(2), on, 1000) },
  {
    name: '20 × 800 kB of brackets',
    run: (...on) => repeat(20, on, (port, from) => post(port, from, '/razorpay/quote', nested)),
  },
  {
    name: 'messages that are not valid',
    run: (...on) => repeat(4, on, (port, from) => post(port, from, '/contact', '{"name": 1}')),
  },
  { name: '800 unfinished bodies of 950 kB', run: unfinishedBodies },
  {
    name: 'descriptions of the API',
    run: (...on) => repeat(8, on, (port, from) => get(port, from, '/openapi.json')),
  },
  { name: 'products by ids', run: productsByIds },
  { name: 'a shared wishlist of 100 products', run: sharedWishlist },
  {
    name: 'lists with a token that is not valid',
    run: (...on) => repeat(8, on, (port, from) => get(port, from, '/products?limit=100', 'Bearer x')),
  },
];

export const loadNames = loads.map(({ name }) => name);

/** What the thread is asked to do. */
export type LoadRequest = { name: string; port: number; ms: number };

type On = Parameters<Load['run']>;

/** Opens connections that send many requests and read at most `readBytes` of the replies; then others, until it is over. */
async function pipeline(count: number, requests: string, [port, isOver]: On, readBytes = 0): Promise<void> {
  while (!isOver()) {
    const sockets = Array.from({ length: count }, (_, index) => openSocket(port, index));
    for (const socket of sockets) {
      socket.write(requests);
      if (readBytes > 0) socket.once('readable', () => socket.read(readBytes));
    }
    await sleep(2000);
    for (const socket of sockets) socket.destroy();
  }
}

async function productsByIds(...[port, isOver]: On): Promise<void> {
  const ids = JSON.stringify({ ids: await productIds(port) });
  await repeat(8, [port, isOver], (index, from) => post(index, from, '/products/bulk', ids));
}

/** The link of a wishlist that has been passed on to thousands. */
async function sharedWishlist(...[port, isOver]: On): Promise<void> {
  const send = async <Reply>(path: string, body: object, authorization = ''): Promise<Reply> => {
    const headers = { 'content-type': 'application/json', authorization };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, sent);
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Reply;
  };
  const account = {
    name: 'Asha Rao',
    email: `asha.${randomUUID()}@example.in`,
    password: `Long enough ${randomUUID()}`,
  };
  const { token } = await send<{ token: string }>('/auth/register', account);
  await send('/wishlist/merge', { ids: await productIds(port) }, `Bearer ${token}`);
  const { shareKey } = await send<{ shareKey: string }>('/wishlist/link', {}, `Bearer ${token}`);
  await repeat(400, [port, isOver], (index, from) => get(index, from, `/wishlist/shared/${shareKey}`));
}

async function productIds(port: number): Promise<string[]> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/products?limit=100`);
  const { products: found } = (await reply.json()) as ProductList;
  return found.map(({ _id }) => _id);
}

async function unfinishedBodies(port: number, isOver: () => boolean): Promise<void> {
  const head =
    'POST /api/contact HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 950001\r\n\r\n';
  const body = `"${'x'.repeat(950_000)}`;
  while (!isOver()) {
    const sockets = Array.from({ length: 800 }, (_, index) => openSocket(port, index));
    for (const socket of sockets) socket.write(head + body);
    await sleep(5000);
    for (const socket of sockets) socket.destroy();
  }
}

function openSocket(port: number, index: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(index) });
  // The shop closes such connections.
  return socket.on('error', () => {});
}

const addressOf = (index: number) => strangers[index % strangers.length] ?? '';

/** Sends requests one after the other on `count` connections, with a pause after a reply that refuses them. */
async function repeat(
  count: number,
  [port, isOver]: On,
  send: (port: number, from: string) => Promise<number>,
): Promise<void> {
  const sendUntilOver = async (index: number) => {
    while (!isOver()) if ((await send(port, addressOf(index))) >= 400) await sleep(pauseMs);
  };
  await Promise.all(Array.from({ length: count }, (_, index) => sendUntilOver(index)));
}

const get = (port: number, from: string, path: string, authorization = '') =>
  status(port, from, { path, method: 'GET', headers: { authorization } });

const post = (port: number, from: string, path: string, body: string) =>
  status(port, from, { path, method: 'POST', headers: { 'content-type': 'application/json' }, body });

/** The status of the reply, which is read; 599 if the connection is closed without one. */
async function status(
  port: number,
  localAddress: string,
  sent: { path: string; method: string; headers: Record<string, string>; body?: string },
): Promise<number> {
  const { path, method, headers, body } = sent;
  const outgoing = request({ port, host: '127.0.0.1', localAddress, path: `/api${path}`, method, headers });
  outgoing.end(body);
  try {
    const [reply] = await once(outgoing, 'response');
    await once(reply.resume(), 'close');
    return reply.statusCode;
  } catch {
    return 599;
  }
}

if (parentPort) {
  const { name, port, ms }: LoadRequest = workerData;
  const endsAt = performance.now() + ms;
  await loads.find((load) => load.name === name)?.run(port, () => performance.now() > endsAt);
}
