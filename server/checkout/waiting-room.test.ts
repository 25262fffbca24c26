// Slow: `npm run check` leaves this file out.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { longIt } from '../../tests/support/long-run.ts';
import { freshMobile } from '../../tests/support/people.ts';
import { type ServerProcess, startServer } from '../../tests/support/server-process.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';
import { createLimiter } from '../runtime/limiter.ts';
import { createWaitingRoom } from './waiting-room.ts';

/** This process and another one serve the shop. */
let shop: TestShop;
let another: ServerProcess;
beforeAll(async () => {
  // Statements that wait for a lock too long are errors.
  shop = await createTestShop({ env: { LOG_LEVEL: 'fatal' } });
  shop.deps.payments.name = 'razorpay';
  another = await startServer(shop);
});
afterAll(async () => {
  await another.end();
  await expectCleanAudit(shop);
  await shop.close();
});

type Queue = {
  place: number;
  position: number;
  seconds: number | null;
  retry_after: number;
};
type Reply = { status: number; body: Record<string, unknown> };

const create = '/razorpay/create-order';
const orderOf = (email: string, id: string) => orderFor([{ id }], { email, mobile: freshMobile() });
const here = (email: string, id: string): Promise<Reply> => shop.post(create, orderOf(email, id));
const there = async (email: string, id: string) =>
  (await another.call('POST', create, orderOf(email, id))) as Reply;
const queueOf = ({ status, body }: Reply) => {
  expect([status, body.code]).toEqual([503, 'checkout_queue']);
  return body.queue as Queue;
};
const look = async (place: number) =>
  (await shop.get(`/razorpay/checkout-queue?place=${place}`)).body as Queue;
/** Buyers who came before. */
const addWaiting = (from: number, to: number) =>
  sql`insert into checkout_places (buyer_hash) select -n from generate_series(${from}::int, ${to}::int) n`.execute(
    shop.db,
  );
const admitAllUpTo = (place: number) =>
  sql`insert into checkout_queue (admitted) values (${place}) on conflict (id) do update set admitted = ${place}`.execute(
    shop.db,
  );
const long = { timeout: 30_000 };

it('while others wait, each buyer has one place in all processes and orders when it is their turn (T-STK-13)', async () => {
  const { id } = await createProduct(shop.db);
  await addWaiting(1, 2000);
  // Each process knows it from the first request about a place.
  await look(1);
  await another.call('GET', '/razorpay/checkout-queue?place=1');
  const asha = queueOf(await here('asha@gmail.com', id));
  const ravi = queueOf(await there('ravi@example.in', id));
  expect([asha.place, ravi.place]).toEqual([2001, 2002]);
  expect(asha.position).toBeGreaterThan(0);
  expect(asha.retry_after).toBeGreaterThan(0);
  const soldOut = await createProduct(shop.db, { stock: 0 });
  expect((await here('meera@example.in', soldOut.id)).body.code).toBe('out_of_stock');
  const withCode = { ...orderOf('meera@example.in', id), discount_code: 'USEDUP' };
  expect((await shop.post(create, withCode)).body.code).toBe('unknown_discount_code');
  // The same mailbox in another notation.
  expect(queueOf(await there('a.s.h.a+2@gmail.com', id)).place).toBe(2001);
  expect(queueOf(await here('ravi@example.in', id)).place).toBe(2002);
  expect(queueOf(await here('sunil@example.in', id)).place).toBe(2003);

  await addWaiting(2001, 4000);
  await admitAllUpTo(2001);
  await expect.poll(async () => (await look(2001)).position, long).toBe(0);
  expect((await here('asha@gmail.com', id)).status).toBe(201);
  // The place is used up.
  expect(queueOf(await here('asha@gmail.com', id)).place).toBeGreaterThan(4002);

  await admitAllUpTo(5000);
  await expect.poll(async () => (await there('meera@example.in', id)).status, long).toBe(201);
  await expect.poll(async () => (await look(1)).position, long).toBe(0);
  await expect.poll(async () => (await here('asha@gmail.com', id)).status, long).toBe(201);
});

longIt(
  'orders that a process can neither write nor hold in memory get places in the order of their arrival',
  async () => {
    const { id } = await createProduct(shop.db, { stock: 1 });
    const replies: Reply[] = [];
    // Without the time limits of the shop's connections.
    const blocker = new pg.Client({ connectionString: shop.databaseUrl });
    await blocker.connect();
    // Orders wait for the settings.
    await blocker.query('begin; lock table site_info in access exclusive mode');
    const sent = Array.from({ length: 280 }, async (_, n) => {
      replies.push(await here(`buyer-${n}@example.in`, id));
    });
    const isFull = () => replies.some(({ body }) => body.code === 'checkout_queue');
    await expect.poll(isFull, long).toBe(true);
    await blocker.end();
    await Promise.all(sent);
    const codes = new Set(replies.map(({ status, body }) => `${status} ${body.code}`));
    codes.delete('503 unavailable');
    expect([...codes].sort()).toEqual(['201 undefined', '409 out_of_stock', '503 checkout_queue']);
    const waiting = replies.flatMap((reply) => (reply.body.code === 'checkout_queue' ? queueOf(reply) : []));
    expect(new Set(waiting.map(({ place }) => place)).size).toBe(waiting.length);
    const last = Math.max(...waiting.map(({ place }) => place));
    await expect.poll(async () => (await look(last)).position, long).toBe(0);
    expect((await here('buyer-279@example.in', id)).body.code).toBe('out_of_stock');
  },
);

it('a buyer whose order would wait in memory for more than two seconds gets a place at once (T-STK-19)', async () => {
  // Otherwise the next places are admitted already.
  await sql`delete from checkout_queue`.execute(shop.db);
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const limiter = createLimiter({ concurrency: 8, maxWaitMs: 60_000 });
  const room = createWaitingRoom(shop.db, limiter.load);
  const running: (() => void)[] = [];
  const written: Promise<void>[] = [];
  let refused = 0;
  let buyers = 0;
  /** Buyers order at the same moment. Returns how many of them got a place. */
  const come = async (count: number) => {
    const before = refused;
    for (let n = 0; n < count; n++)
      await room
        .enter(`rate-${++buyers}`, async () => {})
        .then(
          () => void written.push(limiter.run(() => new Promise<void>((resolve) => running.push(resolve)))),
          () => refused++,
        );
    return refused - before;
  };
  /** So many orders are written within that time. */
  const write = async (count: number, ms: number) => {
    for (let n = 0; n < count; n++) {
      vi.advanceTimersByTime(ms / count);
      running.shift()?.();
      await new Promise(setImmediate);
    }
  };

  // Nothing is known of a shop that was quiet.
  expect(await come(150)).toBe(0);
  // 60 orders a second: 112 wait for less than two seconds.
  await write(60, 1000);
  expect(await come(30)).toBe(0);
  // Five a second: 107 wait for 21 seconds.
  await write(5, 1000);
  expect(await come(1)).toBe(1);
  await write(buyers, 10_000);
  await Promise.all(written);
});
