import { sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { signUp } from '../../tests/support/people.ts';
import { type PlacedOrder, place, read } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';

let order: PlacedOrder;
const shop = await testShop({ env: { LOG_LEVEL: 'silent' } });
beforeAll(async () => {
  const { id } = await createProduct(shop.db);
  order = await place(shop, [{ id }]);
});

let searches = 0;
/** A search that was never requested before. */
const search = (remoteAddress: string, headers = {}) =>
  shop.get(`/products?search=new-${searches++}`, { remoteAddress, headers });

/** Makes every read of these tables wait until the result is called. */
async function block(tables: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let transaction = Promise.resolve();
  await new Promise<void>((locked) => {
    transaction = shop.db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.raw(tables)} in access exclusive mode`.execute(trx);
      locked();
      await released;
    });
  });
  return () => {
    release();
    return transaction;
  };
}

it.each([
  ['guests', async () => ({})],
  ['a shopper', async () => (await signUp(shop)).headers],
])(
  'new searches of %s take neither all database connections nor all places (T-CPU-09)',
  async (_, headersOf) => {
    const headers = await headersOf();
    const unblock = await block('products, product_search');
    onTestFinished(unblock);
    const flood = Array.from({ length: 120 }, (_, n) => search(`203.0.113.${n}`, headers));
    expect((await read(shop, order)).status).toBe('pending');
    const refused = await search('203.0.113.200', headers);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.body.message).toContain('very busy');
    const another = search('203.0.114.1');
    await unblock();
    expect((await another).status).toBe(200);
    const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 503]));
    expect((await search('203.0.113.1', headers)).status).toBe(200);
  },
);

it('reads that nothing else limits take few database connections for each address (T-CPU-14)', async () => {
  const shared = (remoteAddress: string) => shop.get('/wishlist/shared/0011223344', { remoteAddress });
  const unblock = await block('wishlists');
  onTestFinished(unblock);
  const flood = Array.from({ length: 60 }, () => shared('203.0.113.7'));
  const another = shared('203.0.113.8');
  expect((await read(shop, order)).status).toBe('pending');
  await unblock();
  const statuses = new Set((await Promise.all([...flood, another])).map(({ status }) => status));
  expect(statuses).toEqual(new Set([404]));
});
