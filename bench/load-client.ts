// Sends requests to the shop over keep-alive connections, in a process of its own: load.ts starts it. One request is
// under way on each connection. It reads only what it needs, because its CPU limits what can be measured.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the client does: the next request of each connection follows its reply, until `ms` or `count` is reached. */
export type LoadTask = {
  port: number;
  connections: number;
  ms: number;
  /** The most requests, or orders. */
  count?: number;
  /** How long a connection pauses between a reply and the next request. */
  pauseMs?: number;
} & (
  | { kind: 'get'; paths: string[]; headers: Record<string, string> }
  /** Paid orders of two products each: create, pay in the sandbox, verify. */
  | { kind: 'orders'; products: string[]; series: string }
);

export type LoadResult = {
  /** Replies, or paid orders. */
  done: number;
  ms: number;
  perSecond: number;
  /** Milliseconds of a reply or an order: the median, and 99 of 100. */
  p50: number;
  p99: number;
  bytes: number;
  /** Replies by their status. */
  statuses: Record<string, number>;
};

type Reply = { status: number; body: Buffer[] };
type Connection = { send(request: Buffer): Promise<Reply>; close(): void };

const address = {
  name: 'Asha Rao',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560003',
  country: 'India',
};

process.on('message', async (task: LoadTask) => {
  process.send?.(await runTask(task).catch((error: unknown) => ({ error: String(error) })));
});

async function runTask(task: LoadTask): Promise<LoadResult> {
  const { port, ms, count = Number.POSITIVE_INFINITY } = task;
  const statuses: LoadResult['statuses'] = {};
  const times: number[] = [];
  let started = 0;
  let bytes = 0;
  const requests = task.kind === 'get' ? task.paths.map((path) => getRequest(task, path)) : [];

  async function get({ send }: Connection, n: number): Promise<void> {
    const { status, body } = await send(requests[n % requests.length] ?? Buffer.of());
    statuses[status] = (statuses[status] ?? 0) + 1;
    for (const part of body) bytes += part.length;
  }

  async function work(index: number): Promise<void> {
    const connection = await openConnection(port, `127.0.${index + 1}.1`);
    try {
      while (started < count && performance.now() - startedAt < ms) {
        const n = started++;
        const sentAt = performance.now();
        await (task.kind === 'get' ? get(connection, n) : order(connection, n, task));
        times.push(performance.now() - sentAt);
        if (task.pauseMs) await sleep(task.pauseMs);
      }
    } finally {
      connection.close();
    }
  }

  const startedAt = performance.now();
  await Promise.all(Array.from({ length: task.connections }, (_, index) => work(index)));
  const elapsed = performance.now() - startedAt;
  times.sort((a, b) => a - b);
  const quantile = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
  return {
    done: times.length,
    ms: elapsed,
    perSecond: (times.length / elapsed) * 1000,
    p50: quantile(0.5),
    p99: quantile(0.99),
    bytes,
    statuses,
  };
}

function getRequest({ port, headers }: LoadTask & { kind: 'get' }, path: string): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`);
}

/** Places, pays and verifies an order. Each is of another buyer. */
async function order({ send }: Connection, n: number, task: LoadTask & { kind: 'orders' }): Promise<void> {
  const post = async (path: string, content: object) => {
    const json = JSON.stringify(content);
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${task.port}\r\ncontent-type: application/json\r\n`;
    const request = Buffer.from(`${head}content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`);
    const { status, body } = await send(request);
    const text = Buffer.concat(body).toString();
    if (status >= 300) throw new Error(`${path} replied with ${status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as { key_id: string; razorpay_order: { id: string }; response: object };
  };
  const product = (index: number) => task.products[index % task.products.length] ?? '';
  const placed = await post('/api/razorpay/create-order', {
    name: 'Asha Rao',
    email: `bench-${task.series}-${n}@example.in`,
    mobile: String(7_000_000_000 + n),
    currency: 'INR',
    cart_items: [product(n * 7), product(n * 7 + 3)].map((id) => ({ product_id: id, quantity: 1 })),
    shipping_details: { ...address, address: `${n % 400}, 5th Cross` },
  });
  const payment = { key_id: placed.key_id, order_id: placed.razorpay_order.id, method: 'upi' };
  const paid = await post('/sandbox/razorpay/v1/checkout/payments', {
    ...payment,
    vpa: 'success@razorpay',
  });
  await post('/api/razorpay/verify-payment', paid.response);
}

/** Connects from an address of the loopback network, so that each connection counts as another visitor. */
function openConnection(port: number, localAddress: string): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  let waiting: PromiseWithResolvers<Reply> | undefined;
  let reply: Reply | undefined;
  let head: Buffer = Buffer.of();
  /** Bytes of the body that are missing; undefined for a chunked reply. */
  let missing: number | undefined;

  function read(chunk: Buffer): void {
    let part = chunk;
    if (!reply) {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      const status = Number(text.slice(9, 12));
      const isEmpty = status === 304 || status === 204;
      missing = length || isEmpty ? Number(isEmpty ? 0 : length) : undefined;
      part = head.subarray(end + 4);
      head = Buffer.of();
      reply = { status, body: [] };
    }
    if (part.length > 0) reply.body.push(part);
    if (missing === undefined) {
      // Only one reply is under way, so nothing follows its last chunk.
      const tail = Buffer.concat(reply.body.slice(-2)).subarray(-5);
      if (tail.toString('latin1') !== '0\r\n\r\n') return;
    } else {
      missing -= part.length;
      if (missing > 0) return;
    }
    const complete = reply;
    reply = undefined;
    waiting?.resolve(complete);
  }

  const fail = (error: Error) => waiting?.reject(error);
  socket.on('data', read).on('error', fail);
  socket.on('close', () => fail(new Error('The server closed a connection.')));
  socket.setTimeout(20_000, () => socket.destroy(new Error('No reply within 20 s.')));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () =>
      resolve({
        send(request) {
          waiting = Promise.withResolvers<Reply>();
          socket.write(request);
          return waiting.promise;
        },
        close: () => socket.destroy(),
      }),
    );
  });
}
