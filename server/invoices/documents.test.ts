import { createHash } from 'node:crypto';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { asOwner } from '../../tests/support/owner.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { buyAsGuest } from '../../tests/support/people.ts';
import type { PlacedOrder } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';
import { createWorkerPool } from '../runtime/worker-pool.ts';

let order: PlacedOrder;
const shop = await testShop({ env: { LOG_LEVEL: 'silent' } });
beforeEach(async () => {
  order = await buyAsGuest(shop, 'asha@example.in');
});

const invoice = async () => {
  const { status, body } = await shop.get(`/razorpay/invoice/${order.id}?key=${order.key}`);
  expect(status).toBe(200);
  return body.raw as Buffer;
};
const row = () =>
  shop.db
    .selectFrom('invoices')
    .select(['id', 'pdfSha256'])
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
const path = async () => `invoices/${(await row()).id}.pdf`;
const spyOnRender = () => vi.spyOn(shop.deps.workers, 'run');

it('is rendered once for many who ask at the same time, and stored with its hash', async () => {
  const render = spyOnRender();
  const [first, ...others] = await Promise.all(Array.from({ length: 12 }, invoice));
  expect(others.every((item) => first?.equals(item))).toBe(true);
  await invoice();
  expect(render).toHaveBeenCalledTimes(1);
  expect((await row()).pdfSha256).toBe(
    createHash('sha256')
      .update(first ?? '')
      .digest('hex'),
  );
  render.mockRestore();
});

it.each([
  ['empty', Buffer.alloc(0)],
  ['cut', Buffer.from('%PDF-1.3')],
])('is rendered again if its file is %s', async (_, damaged) => {
  const whole = await invoice();
  await shop.deps.files.put(await path(), damaged);
  const again = await invoice();
  expect(again.equals(whole)).toBe(true);
  expect((await shop.deps.files.get(await path())).equals(whole)).toBe(true);
});

it('stays as an earlier version of the shop rendered it', async () => {
  await invoice();
  await shop.db.updateTable('invoices').set({ pdfSha256: null }).where('orderId', '=', order.id).execute();
  const earlier = Buffer.from('%PDF-1.3 of an earlier version');
  await shop.deps.files.put(await path(), earlier);
  expect((await invoice()).equals(earlier)).toBe(true);
  expect((await invoice()).equals(earlier)).toBe(true);
  expect((await row()).pdfSha256).toHaveLength(64);
});

it('is refused with 503 and Retry-After while too many documents wait (T-CPU-01)', async () => {
  const owner = await asOwner(shop);
  const { workers } = shop.deps;
  const small = createWorkerPool(shop.deps.log, { maxThreads: 1, maxWaiting: 2 });
  shop.deps.workers = small;
  onTestFinished(() => {
    shop.deps.workers = workers;
    return small.close();
  });
  const slip = () => owner.get(`/order/admin/${order.id}/packing-slip`);
  const replies = await Promise.all(Array.from({ length: 8 }, slip));
  const refused = replies.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, body } of refused)
    expect([headers['retry-after'], body.code]).toEqual(['5', 'unavailable']);
  const served = replies.filter(({ status }) => status === 200);
  expect(served.length + refused.length).toBe(8);
  for (const { body } of served) expect(pdfText(body.raw as Buffer)).toContain('Packing slip');
});
