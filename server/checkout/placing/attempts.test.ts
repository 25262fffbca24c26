import { expect, it } from 'vitest';
import { createProduct, orderFor } from '../../../tests/support/factories.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { placeOnce } from './attempts.ts';

const shop = await testShop({ env: { LOG_LEVEL: 'silent' } });

it('places an order again that waited for one with its key whose payment could not be opened', async () => {
  const product = await createProduct(shop.db, { stock: 10 });
  const attempt = { scope: 'guest', key: 'waited-for-a-failure', hash: '', isFreed: true };
  let calls = 0;
  const placing = placeOnce(shop.db, attempt, async () => {
    calls += 1;
    if (calls === 2) throw new Error('placed again');
    shop.fake.faults({ match: 'POST /v1/orders', kind: '401' });
    const headers = { 'idempotency-key': attempt.key };
    const reply = await shop.post('/razorpay/create-order', orderFor([{ id: product.id }]), { headers });
    expect(reply.status).toBe(502);
    // What PostgreSQL says to a request that waited for the other one to commit its order.
    const constraint = 'orders_idempotency_scope_idempotency_key_key';
    throw Object.assign(new Error('duplicate key value'), { code: '23505', constraint });
  });
  await expect(placing).rejects.toThrow('placed again');
});
