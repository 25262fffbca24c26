// Slow: `npm run check` leaves this file out.
import { describe, expect, it } from 'vitest';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import { longRun } from '../../tests/support/long-run.ts';
import { createAdmin, type Person, signUp } from '../../tests/support/people.ts';
import { countRecords, type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { signWebhook } from '../provider/signature.ts';

const shop = await auditedShop();

const buyers = longRun ? 200 : 60;

describe(`${buyers} buyers of 5 units`, () => {
  it('five buy, the others are told that it is sold out, and no request fails (T-STK-01)', async () => {
    const product = await createProduct(shop.db, { stock: 5 });
    const another = await createProduct(shop.db, { stock: 500 });
    const answers = await Promise.all(
      Array.from({ length: buyers }, (_, n) => {
        const lines = [{ id: product.id }, { id: another.id }];
        return shop.post('/razorpay/create-order', orderFor(n % 2 ? lines : lines.toReversed()));
      }),
    );
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(5);
    const rest = answers.filter(({ status }) => status !== 201);
    expect(rest.map(({ status, body }) => [status, body.code])).toEqual(
      Array(buyers - 5).fill([409, 'out_of_stock']),
    );
    expect(await stockOf(shop.db, product.id)).toBe(0);
    expect(await stockOf(shop.db, another.id)).toBe(495);
    await Promise.all(
      won.map(async ({ body }) =>
        verify(shop, await shop.fake.pay((body.razorpay_order as { id: string }).id)),
      ),
    );
    const paid = await shop.db
      .selectFrom('orders')
      .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
      .select('orders.id')
      .where('productId', '=', product.id)
      .where('status', '=', 'paid')
      .execute();
    expect(paid).toHaveLength(5);
    shop.advance(16);
    await shop.minute();
    expect(await stockOf(shop.db, product.id)).toBe(0);
  });
});

it('the last units go to as many buyers, whether they pay online or on delivery (T-STK-15)', async () => {
  const { headers } = await createAdmin(shop);
  await shop.call('PUT', '/site-info/admin', { payload: { codEnabled: true, codFeeRupees: 40 }, headers });
  const product = await createProduct(shop.db, { stock: 3 });
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      shop.post(
        n % 2 ? '/razorpay/create-order' : '/order/cash-on-delivery',
        orderFor([{ id: product.id }], { email: `buyer.${n}@example.in` }),
      ),
    ),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(replies.filter(({ body }) => body.code === 'out_of_stock')).toHaveLength(37);
  expect(await stockOf(shop.db, product.id)).toBe(0);
});

it('parts in advance that are paid while their orders expire are accepted once, or refunded (T-COD-04)', async () => {
  const { headers } = await createAdmin(shop);
  const payload = { codEnabled: true, codFeeRupees: 0, codAdvance: { type: 'amount', amount: 200 } };
  await shop.call('PUT', '/site-info/admin', { payload, headers });
  const product = await createProduct(shop.db, { stock: 8 });
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      shop.post('/order/cash-on-delivery', orderFor([{ id: product.id }], { email: `door.${n}@example.in` })),
    ),
  );
  shop.advance(16);
  await Promise.all([
    shop.minute(),
    ...replies.flatMap(({ body }) => {
      const { id } = body.razorpay_order as { id: string };
      // Two tabs pay.
      return [0, 1].map(async () => verify(shop, await shop.fake.pay(id, 'captured', { evenIfPaid: true })));
    }),
    ...Array.from({ length: 5 }, () => shop.post('/razorpay/create-order', orderFor([{ id: product.id }]))),
  ]);
  // What met a lock or an open circuit is looked at again.
  for (let round = 0; round < 6; round++) {
    shop.advance(5 * 2 ** round);
    await shop.minute();
  }
  let accepted = 0;
  for (const { body } of replies) {
    const { body: order } = await shop.get(`/order/${body.order_id}?key=${body.order_key}`);
    const isAccepted = order.status === 'pending';
    if (isAccepted) accepted++;
    expect(order.paidAmount).toBe(400);
    expect([order.status, order.refundedAmount]).toEqual(isAccepted ? ['pending', 200] : ['failed', 400]);
    const cashOnDelivery = isAccepted ? expect.objectContaining({ due: 1099, confirmed: true }) : null;
    expect(order.cashOnDelivery).toEqual(cashOnDelivery);
  }
  expect(await stockOf(shop.db, product.id)).toBe(8 - accepted);
  await shop.call('PUT', '/site-info/admin', { payload: { codEnabled: false, codAdvance: null }, headers });
});

describe('expiry and payment at the same moment', () => {
  const rounds = longRun ? 63 : 2;
  const perRound = 8;

  it(`leaves each of ${rounds * perRound} orders paid with its unit, or refunded; the totals agree (T-STK-04)`, async () => {
    for (let round = 0; round < rounds; round++) {
      // Others wait for what is given back, so late money often finds nothing left.
      const product = await createProduct(shop.db, { stock: perRound });
      const orders: PlacedOrder[] = [];
      for (let n = 0; n < perRound; n++) orders.push(await place(shop, [{ id: product.id }]));
      shop.advance(16);
      await Promise.all([
        shop.minute(),
        shop.minute(),
        ...orders.map(async (order) => verify(shop, await shop.fake.pay(order.providerOrderId))),
        ...Array.from({ length: 5 }, () =>
          shop.post('/razorpay/create-order', orderFor([{ id: product.id }])),
        ),
      ]);
      const unbooked = async () =>
        (await Promise.all(orders.map((order) => read(shop, order)))).some((order) => order.paidAmount === 0);
      // What met a lock or an open circuit is looked at again, later each time.
      for (let rounds = 0; rounds < 2 || (rounds < 8 && (await unbooked())); rounds++) {
        shop.advance(5 * 2 ** rounds);
        await shop.minute();
      }
      let sold = 0;
      for (const order of orders) {
        const { status, paidAmount, refundedAmount } = await read(shop, order);
        expect(paidAmount).toBe(1299);
        if (status === 'paid') sold++;
        expect([status, refundedAmount]).toEqual(status === 'paid' ? ['paid', 0] : ['failed', 1299]);
      }
      shop.advance(16);
      await shop.minute();
      expect(await stockOf(shop.db, product.id)).toBe(perRound - sold);
    }
  }, 1_200_000);
});

const payers = longRun ? 100 : 24;

it(`${payers} concurrent payments are all confirmed, with consecutive invoice numbers`, async () => {
  const product = await createProduct(shop.db, { stock: payers });
  const orders: PlacedOrder[] = [];
  for (let n = 0; n < payers; n++) orders.push(await place(shop, [{ id: product.id }]));
  const paid = [];
  for (const order of orders) paid.push(await shop.fake.pay(order.providerOrderId));
  const answers = await Promise.all(paid.map((payment) => verify(shop, payment)));
  expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
  const numbers = answers.map(({ body }) =>
    Number(String((body.order_details as { invoice_number: string }).invoice_number).slice(-6)),
  );
  numbers.sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
});

describe('one buyer twice', () => {
  it('two tabs without a key: two orders, both paid (T-PAY-15)', async () => {
    const product = await createProduct(shop.db);
    const [first, two] = await Promise.all([
      place(shop, [{ id: product.id }]),
      place(shop, [{ id: product.id }]),
    ]);
    expect(first.id).not.toBe(two.id);
    const paid = await Promise.all([first, two].map((order) => shop.fake.pay(order.providerOrderId)));
    await Promise.all(paid.map((payment) => verify(shop, payment)));
    for (const order of [first, two]) expect((await read(shop, order)).status).toBe('paid');
    expect(await stockOf(shop.db, product.id)).toBe(3);
  });

  it('two tabs with the same key: one order', async () => {
    const product = await createProduct(shop.db);
    const headers = { 'idempotency-key': 'the-same-attempt' };
    const send = () => shop.post('/razorpay/create-order', orderFor([{ id: product.id }]), { headers });
    const [first, two] = await Promise.all([send(), send()]);
    expect(first.body).toEqual(two.body);
    const order = {
      id: String(first.body.order_id),
      key: String(first.body.order_key),
      providerOrderId: '',
      amountPaise: 0,
    };
    await verify(shop, await shop.fake.pay((first.body.razorpay_order as { id: string }).id));
    expect((await send()).body).toMatchObject({ order_id: order.id, paid: true });
    expect((await read(shop, order)).status).toBe('paid');
    expect(await stockOf(shop.db, product.id)).toBe(4);
  });

  it('a key of another shopper has no effect (T-IDM-03)', async () => {
    const product = await createProduct(shop.db);
    const [asha, ravi] = [await signUp(shop), await signUp(shop)];
    const send = (who?: Person) =>
      shop.post('/razorpay/create-order', orderFor([{ id: product.id }]), {
        headers: { 'idempotency-key': 'guessed', ...who?.headers },
      });
    const [hers, his, nobodys] = [await send(asha), await send(ravi), await send()];
    expect(new Set([hers, his, nobodys].map(({ body }) => body.order_id)).size).toBe(3);
    expect(new Set([hers, his, nobodys].map(({ body }) => body.order_key)).size).toBe(3);
    expect((await send(asha)).body).toEqual(hers.body);
  });

  it('the signature of another shopper settles the order without showing it (T-PAY-05, T-IDR-14)', async () => {
    const product = await createProduct(shop.db);
    const [asha, ravi] = [await signUp(shop), await signUp(shop)];
    const made = await shop.post('/razorpay/create-order', orderFor([{ id: product.id }]), {
      headers: asha.headers,
    });
    const paid = await shop.fake.pay((made.body.razorpay_order as { id: string }).id);
    const stranger = await shop.post('/razorpay/verify-payment', paid, { headers: ravi.headers });
    expect(stranger.status).toBe(404);
    expect(stranger.body.order_details).toBeUndefined();
    const nobody = await verify(shop, paid);
    expect(nobody.status).toBe(200);
    expect(nobody.body.order_details).toBeUndefined();
    const owner = await shop.post('/razorpay/verify-payment', paid, { headers: asha.headers });
    expect(owner.body).toMatchObject({ success: true, order_details: { status: 'paid' } });
  });
});

it('a failed payment that is captured later makes the order paid (T-PAY-17)', async () => {
  const product = await createProduct(shop.db);
  const order = await place(shop, [{ id: product.id }]);
  const pending = await shop.fake.pay(order.providerOrderId, 'pending');
  const hook = async (name: string, status: string) => {
    const entity = {
      id: pending.razorpay_payment_id,
      order_id: order.providerOrderId,
      amount: 129_900,
      currency: 'INR',
      status,
    };
    const body = JSON.stringify({ event: name, payload: { payment: { entity } } });
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
    };
    await shop.call('POST', '/razorpay/webhook', { payload: body, headers });
    await shop.runJobs();
  };
  await hook('payment.failed', 'failed');
  expect((await read(shop, order)).status).toBe('pending');
  await shop.fake.lateAuthorize(pending.razorpay_payment_id);
  await hook('payment.captured', 'captured');
  expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 1299 });
  await hook('payment.failed', 'failed');
  expect((await read(shop, order)).status).toBe('paid');
  expect(await countRecords(shop, order.id)).toMatchObject({ payments: 1, invoices: 1, confirmations: 1 });
});
