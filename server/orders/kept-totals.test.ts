import { CompiledQuery, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { freshEmail } from '../../tests/support/people.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { createRandom } from '../../tests/support/random.ts';
import { testShop } from '../../tests/support/shop.ts';
import { transaction } from '../db/database.ts';
import { audit } from '../reports/audit.ts';
import { foldTotals } from './queries/total-queries.ts';

let owner: Owner;
let productId: string;
const orders: PlacedOrder[] = [];
const shop = await testShop();
beforeAll(async () => {
  shop.handlers.mail = async () => {};
  owner = await asOwner(shop);
  productId = (await createProduct(shop.db, { stock: 500 })).id;
  for (let i = 0; i < 5; i++) orders.push(await order());
});

const order = () => place(shop, [{ id: productId, quantity: 1 }], { email: freshEmail() });
const run = (text: string, values: unknown[] = []) => shop.db.executeQuery(CompiledQuery.raw(text, values));

const wrongTotals = async () =>
  (await audit(shop.db)).filter(({ check }) => check === 'order-totals').map(({ problem }) => problem);

/** The totals of lists by the API, each with the condition that selects the same orders. */
const lists = {
  '': 'deleted_at is null',
  'deleted=true': 'deleted_at is not null',
  'status=delivered': `status = 'delivered' and refund_state <> 'refunded' and deleted_at is null`,
  'status=pending&guest=true': `status = 'pending' and is_guest and deleted_at is null`,
  'status=partly_refunded': `refund_state = 'partly_refunded' and deleted_at is null`,
  'status=refunded': `refund_state = 'refunded' and deleted_at is null
    and status in ('paid', 'processing', 'shipped', 'delivered')`,
  'from=2026-01-02&to=2026-01-03': `deleted_at is null
    and created_at >= '2026-01-02 00:00+05:30' and created_at < '2026-01-04 00:00+05:30'`,
};

async function expectCountedTotals(): Promise<void> {
  expect(await wrongTotals()).toEqual([]);
  for (const [query, condition] of Object.entries(lists)) {
    const { rows } = await run(`select count(*)::int as n from orders where ${condition}`);
    const reply = await owner.get(`/order/admin?limit=1&${query}`);
    expect(reply.headers['x-total-count'], query).toBe(String((rows[0] as { n: number }).n));
  }
}

it('kept totals equal counted ones after random changes in SQL (T-LOAD-04)', async () => {
  const random = createRandom(20_261_122);
  const anyOf = (list: string[]) => list[random(list.length)] ?? '';
  const payment = (paise: number) =>
    `(gen_random_uuid(), $1::uuid, 'captured', ${paise}, 'INR', now(), now())`;
  const changes = [
    () =>
      `update orders set status = '${anyOf(['pending', 'paid', 'delivered', 'cancelled'])}' where id = $1`,
    () => `update orders set deleted_at = ${anyOf(['null', 'now()'])} where id = $1`,
    () => `update orders set is_test = not is_test where id = $1 and provider <> 'sandbox'`,
    () => `update orders set is_guest = not is_guest where id = $1`,
    () =>
      `update orders set created_at = '2026-01-0${1 + random(4)} ${10 + random(14)}:30+05:30' where id = $1`,
    () => `insert into payments (id, order_id, status, amount_paise, currency, created_at, captured_at)
      values ${payment(random(9000) + 100)}, ${payment(random(9000) + 100)}`,
    () => `update payments set amount_paise = amount_paise + ${random(500)}, captured_at = captured_at - interval '1 day'
      where order_id = $1`,
    () => `insert into refunds (order_id, payment_id, amount_paise, status, reason, idempotency_key, processed_at)
      select order_id, id, amount_paise - coalesce((select sum(amount_paise) from refunds where payment_id = p.id), 0),
        'processed', '', id::text || random(), now()
      from payments p where order_id = $1 and amount_paise > coalesce(
        (select sum(amount_paise) from refunds where payment_id = p.id), 0) limit 2`,
    () =>
      `update refunds set status = '${anyOf(['failed', 'pending'])}', processed_at = null where order_id = $1`,
    () => `with gone as (delete from refunds where order_id = $1) select`,
    () =>
      `delete from payments p where order_id = $1 and not exists (select from refunds where payment_id = p.id)`,
  ];
  for (let i = 0; i < 120; i++) {
    const change = changes[random(changes.length)];
    const id = orders[random(orders.length)]?.id;
    if (change) await run(change(), [id]);
    if (random(9) === 0) await foldTotals(shop.db);
    if (i % 30 === 29) await expectCountedTotals();
  }
  const { rows } = await run('select * from order_totals');
  expect(rows.length).toBeGreaterThan(10);
});

it('orders that are placed, paid and deleted keep the totals, and a payment waits for no other one (T-LOAD-04)', async () => {
  const [first, second] = [await order(), await order()];
  await transaction(shop.db, async (trx) => {
    await sql`update orders set status = 'cancelled' where id = ${first.id}`.execute(trx);
    // While this transaction has changed the same totals.
    await verify(shop, await shop.fake.pay(second.providerOrderId));
    await foldTotals(shop.db);
  });
  await expectCountedTotals();
  await Promise.all([foldTotals(shop.db), foldTotals(shop.db), order()]);
  await run('delete from order_events where order_id = $1', [first.id]);
  await run('update stock_movements set order_id = null where order_id = $1', [first.id]);
  await run('delete from order_items where order_id = $1', [first.id]);
  await run('delete from orders where id = $1', [first.id]);
  await expectCountedTotals();
});

it('orders are settled although the totals can’t be kept, and a backlog is added in parts (T-FLT-20)', async () => {
  const placed = await order();
  await shop.fake.pay(placed.providerOrderId);
  shop.advance(16);
  const change = (orders: string, times: number) =>
    run(`insert into order_total_changes
      select '2020-01-01', 'paid', 'none', false, false, false, ${orders}, 0 from generate_series(1, ${times})`);
  await change('9000000000000000000', 2);
  await expect(shop.minute()).rejects.toThrow('order totals');
  expect(await read(shop, placed)).toMatchObject({ status: 'paid' });
  await run('delete from order_total_changes where orders > 1');

  // Its statement is prepared while there are no changes, which PostgreSQL knows.
  await run('vacuum order_total_changes');
  for (let n = 0; n < 25; n++) await foldTotals(shop.db);
  await change('1', 30_000);
  await change('-1', 30_000);
  await foldTotals(shop.db);
  const left = async () => (await run('select 1 from order_total_changes')).rows.length;
  expect(await left()).toBeGreaterThanOrEqual(10_000);
  await expectCountedTotals();
  await foldTotals(shop.db);
  expect(await left()).toBe(0);
});

it('totals are counted again for rows that were written without triggers', async () => {
  await run('alter table orders disable trigger user');
  await run(`update orders set status = 'shipped', is_guest = not is_guest`);
  await run('alter table orders enable trigger user');
  expect(await wrongTotals()).not.toEqual([]);
  await run('select recount_order_totals()');
  await expectCountedTotals();
});
