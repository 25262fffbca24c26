// Slow: `npm run check` leaves this file out.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestShop } from '../../tests/support/shop.ts';
import { type ConnectionBounds, createConnections, proxyTest } from './connections.ts';

const sockets: Socket[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const requests = (count: number, url = '/') => `GET ${url} HTTP/1.1\r\nHost: shop\r\n\r\n`.repeat(count);

/** A connection that reads nothing until it is asked to. `closed` resolves once it reads, or after an error. */
function open(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, closed };
}

/** What a connection receives from now on, once it contains `count` replies or was closed. */
async function replies(socket: Socket, count: number): Promise<string[]> {
  let text = '';
  const found = () => text.split(/(?=HTTP\/1\.1 )/).filter(Boolean);
  for await (const chunk of socket.setEncoding('utf8')) {
    text += chunk;
    if (found().length >= count && text.endsWith('done')) break;
  }
  return found();
}

async function serve(handle: RequestListener, bounds: Partial<ConnectionBounds>, trusted: string[] = []) {
  const all = {
    perAddress: 8,
    waitingPerConnection: 16,
    unsentBytes: 64e6,
    stalledMs: 60_000,
    refusedBodies: 4,
    ...bounds,
  };
  const connections = createConnections(proxyTest({ trustProxy: trusted }), all);
  const server = connections.watch(createServer(connections.inTurn(handle)));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** How many connections the last server of `serve` has. */
const countConnections = () =>
  new Promise<number>((resolve, reject) =>
    servers.at(-1)?.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

describe('one connection (T-DOS-09)', () => {
  it('is answered one request at a time, in order', async () => {
    let running = 0;
    let most = 0;
    const port = await serve(async ({ url }, response) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      response.end(`${url} done`);
    }, {});
    const { socket } = open(port);
    socket.write(Array.from({ length: 10 }, (_, n) => requests(1, `/${n}`)).join(''));
    const found = await replies(socket, 10);
    expect(found.map((reply) => reply.match(/\/\d done/)?.[0])).toEqual(
      Array.from({ length: 10 }, (_, n) => `/${n} done`),
    );
    expect(most).toBe(1);
  });

  it('is closed if it sends more requests ahead than any client does', async () => {
    let answered = 0;
    const port = await serve((_, response) => {
      answered++;
      setImmediate(() => response.end('x'));
    }, {});
    const { socket, closed } = open(port);
    socket.write(requests(400));
    await closed;
    expect(answered).toBeLessThan(20);
  });

  it('is closed if it does not take its reply, also in the middle', async () => {
    const body = Buffer.alloc(20e6, 'x');
    const port = await serve((_, response) => response.end(body), { stalledMs: 100 });
    const silent = open(port);
    silent.socket.write(requests(1));
    const half = open(port);
    half.socket.write(requests(1));
    const hasBegun = new Promise((resolve) => half.socket.once('data', () => resolve(half.socket.pause())));
    // On a busy machine it is closed before it has read anything.
    await Promise.race([hasBegun, half.closed]);
    await expect.poll(countConnections).toBe(0);
  });

  it('may take long to be answered', async () => {
    const port = await serve((_, response) => void setTimeout(() => response.end('done'), 400), {
      stalledMs: 100,
    });
    const { socket } = open(port);
    socket.write(requests(1));
    expect(await replies(socket, 1)).toHaveLength(1);
  });
});

describe('many connections (T-DOS-09)', () => {
  const waiting: RequestListener = () => {};

  it('of one address are refused while all are in use, and others are answered', async () => {
    let running = 0;
    const port = await serve((request, response) => {
      if (request.url === '/quick') response.end('done');
      else running++;
    }, {});
    for (let n = 0; n < 8; n++) open(port).socket.write(requests(1));
    await expect.poll(() => running).toBe(8);
    const refused = open(port);
    refused.socket.resume();
    await refused.closed;
    const another = open(port, '127.0.0.2');
    another.socket.write(requests(1, '/quick'));
    expect(await replies(another.socket, 1)).toHaveLength(1);
  });

  it('of one address replace those that are idle', async () => {
    const port = await serve((_, response) => response.end('done'), {});
    const first = open(port);
    first.socket.write(requests(1));
    expect(await replies(first.socket, 1)).toHaveLength(1);
    for (let n = 0; n < 7; n++) await once(open(port).socket, 'connect');
    const last = open(port);
    last.socket.write(requests(1));
    expect(await replies(last.socket, 1)).toHaveLength(1);
    await first.closed;
  });

  it('of a trusted proxy are not counted', async () => {
    const port = await serve(waiting, { perAddress: 1 }, ['127.0.0.0/24', '::1']);
    for (let n = 0; n < 5; n++) {
      const { socket } = open(port);
      await once(socket, 'connect');
      socket.write(requests(1));
    }
    const { socket } = open(port, '127.0.0.9');
    await once(socket, 'connect');
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it('whose bodies are refused are closed, but for the latest, which get time to send them', async () => {
    const port = await serve((_, response) => response.end('done'), { perAddress: 20 });
    const half = `POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 900000\r\n\r\n${'x'.repeat(800_000)}`;
    const begin = () => {
      const opened = open(port);
      opened.socket.write(half);
      return opened;
    };
    // Those that leave after the reply are not counted any more.
    for (let n = 0; n < 6; n++) {
      const { socket } = begin();
      expect(await replies(socket, 1)).toHaveLength(1);
      socket.destroy();
    }
    await expect.poll(countConnections).toBe(0);
    const all = Array.from({ length: 16 }, begin);
    for (const { socket } of all) socket.resume();
    await expect.poll(countConnections).toBe(4);
    const others = Array.from({ length: 4 }, begin);
    await Promise.all(all.map(({ closed }) => closed));
    for (const { socket } of others) {
      socket.write('x'.repeat(100_000) + requests(1));
      expect(await replies(socket, 2)).toHaveLength(2);
    }
  });

  it('with an expectation that nobody knows are answered like others', async () => {
    const port = await serve((_, response) => response.end('done'), {});
    const { socket } = open(port);
    socket.write(requests(1).replace('Host', 'Expect: more\r\nHost'));
    expect((await replies(socket, 1))[0]).toMatch(/^HTTP\/1.1 200/);
  });

  it('hold a bounded number of bytes in all', async () => {
    const body = Buffer.alloc(20e6, 'x');
    const held = new Set<Socket>();
    let received = 0;
    const port = await serve(
      (request, response) => {
        const { socket } = request;
        if (request.url === '/small') return response.end('done');
        received++;
        held.add(socket);
        socket.once('close', () => held.delete(socket));
        response.end(body);
      },
      { unsentBytes: 30e6 },
    );
    const all = Array.from({ length: 6 }, () => open(port));
    for (const { socket } of all) socket.write(requests(1));
    await expect.poll(() => received).toBe(6);
    // The bytes are added up with each request.
    await expect
      .poll(() => {
        open(port, '127.0.0.3').socket.write(requests(1, '/small'));
        return held.size;
      })
      .toBeLessThan(3);
  });
});

it.each([
  ['1 × 400', 1, 400],
  ['4 × 1,200', 4, 1200],
  ['60 × 10', 60, 10],
])(
  '%s pipelined requests for the largest reply that nobody reads leave the shop as it was',
  async (_, count, item) => {
    const shop = await createTestShop({ env: { LOG_LEVEL: 'silent' } });
    onTestFinished(() => shop.close());
    const url = await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const port = Number(new URL(url).port);
    const before = process.memoryUsage().rss;
    for (let n = 0; n < count; n++) open(port).socket.write(requests(item, '/api/openapi.json'));
    for (let n = 0; n < 5; n++) {
      const { socket } = open(port, '127.0.0.2');
      socket.write(requests(1, '/api/health/live').replace('Host', 'Connection: close\r\nHost'));
      expect((await replies(socket, 2))[0]).toMatch(/^HTTP\/1.1 200/);
    }
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(300);
  },
);
