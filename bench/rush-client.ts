// The buyers of a rush, in a process of their own: rush.ts starts it. They do what the checkout page does.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type RushTask = { port: number; productId: string; buyers: number; arriveMs: number };

export type RushResult = {
  /** Buyers by how their purchase ended: `paid`, or the status and code of the last reply. */
  outcomes: Record<string, number>;
  /** Milliseconds of each reply by call and status, sorted. */
  answerMs: Record<string, number[]>;
  /** Milliseconds from the arrival of a buyer until she knows whether she has a unit, sorted. */
  waitMs: number[];
  /** How many buyers got a place in the waiting room. */
  waited: number;
};

type Place = {
  place: number;
  position: number;
  retry_after: number;
};
type Reply = { status: number; retryAfter: number; body: Record<string, unknown> };

// As a proxy in front of the shop, which keeps its connections.
const agent = new http.Agent({ keepAlive: true });

process.on('message', async (task: RushTask) => {
  process.send?.(await rush(task).catch((error: unknown) => ({ error: String(error) })));
});

async function rush(task: RushTask): Promise<RushResult> {
  const result: RushResult = { outcomes: {}, answerMs: {}, waitMs: [], waited: 0 };
  const one = async (n: number) => {
    await sleep((n / task.buyers) * task.arriveMs);
    const outcome = await buy(task, n, result).catch((error: NodeJS.ErrnoException) => String(error.code));
    result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: task.buyers }, (_, n) => one(n)));
  for (const times of [...Object.values(result.answerMs), result.waitMs]) times.sort((a, b) => a - b);
  return result;
}

/** Orders one unit, waits for her turn while the shop asks for that, and pays. */
async function buy(task: RushTask, n: number, result: RushResult): Promise<string> {
  const arrivedAt = performance.now();
  const send = (name: string, method: string, path: string, content?: object) =>
    ask(task, n, { name, method, path, content }, result);
  const order = () => send('create-order', 'POST', '/api/razorpay/create-order', orderOf(task, n));
  let placed = await order();
  if (placed.body.queue) result.waited++;
  while (placed.status === 503) {
    let place = placed.body.queue as Place | undefined;
    await sleep(1000 * placed.retryAfter);
    while (place && place.position > 0) {
      const { status, body } = await send(
        'checkout-queue',
        'GET',
        `/api/razorpay/checkout-queue?place=${place.place}`,
      );
      if (status === 200) place = body as Place;
      await sleep(1000 * place.retry_after);
    }
    placed = await order();
  }
  result.waitMs.push(performance.now() - arrivedAt);
  if (placed.status !== 201) return `${placed.status} ${placed.body.code}`;
  const { key_id, razorpay_order } = placed.body as { key_id: string; razorpay_order: { id: string } };
  const payment = { key_id, order_id: razorpay_order.id, method: 'upi', vpa: 'success@razorpay' };
  const pay = () => send('payment', 'POST', '/sandbox/razorpay/v1/checkout/payments', payment);
  let paid = await pay();
  while (paid.status === 503) {
    await sleep(1000 * paid.retryAfter);
    paid = await pay();
  }
  if (paid.status !== 200) return `payment ${paid.status}`;
  for (;;) {
    const { status, retryAfter } = await send(
      'verify-payment',
      'POST',
      '/api/razorpay/verify-payment',
      paid.body.response as object,
    );
    if (status === 200) return 'paid';
    // 202: the payment is still being checked.
    if (status !== 202 && status !== 503) return `verify ${status}`;
    await sleep(1000 * retryAfter);
  }
}

const orderOf = ({ productId }: RushTask, n: number) => ({
  name: 'Asha Rao',
  email: `rush-${n}@example.in`,
  mobile: String(7_000_000_000 + n),
  currency: 'INR',
  cart_items: [{ product_id: productId, quantity: 1 }],
  shipping_details: {
    name: 'Asha Rao',
    address: `${n}, 5th Cross`,
    city: 'Bengaluru',
    state: 'Karnataka',
    postalCode: '560003',
    country: 'India',
  },
});

/** Each buyer has a network of her own. A request whose connection ends is a 503. */
async function ask(
  { port }: RushTask,
  n: number,
  request: {
    name: string;
    method: string;
    path: string;
    content: object | undefined;
  },
  { answerMs }: RushResult,
): Promise<Reply> {
  const sentAt = performance.now();
  const { name, method, path, content } = request;
  const headers = {
    'x-forwarded-for': `${11 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`,
    ...(content && { 'content-type': 'application/json', 'idempotency-key': `rush-order-${n}` }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = http.request({ agent, port, host: '127.0.0.1', path, method, headers }, (reply) => {
    const parts: Buffer[] = [];
    reply.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
    reply.on('end', () => {
      const text = Buffer.concat(parts).toString();
      resolve({
        status: reply.statusCode ?? 0,
        retryAfter: Number(reply.headers['retry-after'] ?? 2),
        body: text.startsWith('{') ? JSON.parse(text) : {},
      });
    });
  });
  sent.on('error', reject).end(content && JSON.stringify(content));
  // The page, or the shopper, tries again.
  const lost = (error: NodeJS.ErrnoException) => ({ status: 503, retryAfter: 5, body: {}, code: error.code });
  const reply: Reply & { code?: string | undefined } = await promise.catch(lost);
  const key = `${name} ${reply.code ?? reply.status}`;
  answerMs[key] ??= [];
  answerMs[key].push(performance.now() - sentAt);
  return reply;
}
