import { describe, expect, it } from 'vitest';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import { auditedShop, createTestShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });

const create = (body: object, headers: Record<string, string> = {}) =>
  shop.post('/razorpay/create-order', body, { headers });

describe('create-order', () => {
  it('uses the prices of the database and reserves the stock', async () => {
    const product = await createProduct(shop.db);
    const { status, body } = await create(orderFor([{ id: product.id, quantity: 2 }], { amount: 259_800 }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      razorpay_order: { amount: 259_800, currency: 'INR' },
      key_id: shop.fake.keyId,
      paid: false,
    });
    expect(await stockOf(shop.db, product.id)).toBe(3);
    const ledger = await shop.fake.ledger();
    expect(ledger.orders.find(({ receipt }) => receipt === body.order_id)?.amount).toBe(259_800);
  });

  it('replies to a wrong amount with the right one and creates nothing (T-PRC-01)', async () => {
    const product = await createProduct(shop.db);
    const before = (await shop.fake.ledger()).orders.length;
    const { status, body } = await create(orderFor([{ id: product.id }], { amount: 100 }));
    expect(status).toBe(409);
    expect(body).toMatchObject({
      success: false,
      code: 'amount_changed',
      amount: 129_900,
      cart_items: [{ product_id: product.id, price: 1299, quantity: 1, countInStock: 5 }],
    });
    expect(await stockOf(shop.db, product.id)).toBe(5);
    expect((await shop.fake.ledger()).orders.length).toBe(before);
  });

  it('ignores prices, discounts, status and owner in the body (T-PRC-02, T-PRC-07, T-PRC-15, T-IDR-13)', async () => {
    const product = await createProduct(shop.db, { discountTenths: 333, pricePaise: 3333 });
    const body = orderFor([{ id: product.id, quantity: 3 }], {
      user_id: '00000000-0000-4000-8000-000000000000',
      discount: 99,
      total: 1,
      status: 'paid',
    });
    Object.assign(body.cart_items[0] ?? {}, { price: 0.01, title: '<img onerror=alert(1)>' });
    const made = await create(body);
    expect(made.status).toBe(201);
    // 33.33 less 33.3 % is 22.23111: 2223 paise each.
    expect(made.body.razorpay_order).toMatchObject({ amount: 6669 });
    const order = await shop.get(`/order/${made.body.order_id}?key=${made.body.order_key}`);
    expect(order.body).toMatchObject({
      status: 'pending',
      amount: 66.69,
      is_guest: true,
      user_id: null,
      cart_items: [{ product_id: { name: 'Indigo Buti Cushion Cover' }, price: 22.23, total: 66.69 }],
    });
  });

  it.each([0, 1.5, '2', 1e9, 2 ** 53, null, [], -1])(
    'refuses the quantity %j (T-PRC-04)',
    async (quantity) => {
      const product = await createProduct(shop.db);
      const body = orderFor([{ id: product.id }]);
      Object.assign(body.cart_items[0] ?? {}, { quantity });
      const { status, body: answer } = await create(body);
      expect(status).toBe(400);
      expect(answer).toMatchObject({ success: false, code: 'validation_failed' });
      expect(await stockOf(shop.db, product.id)).toBe(5);
    },
  );

  it('merges lines of one product and replies what is left (T-PRC-05)', async () => {
    const product = await createProduct(shop.db);
    const { status, body } = await create(
      orderFor([
        { id: product.id, quantity: 3 },
        { id: product.id, quantity: 3 },
      ]),
    );
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'out_of_stock',
      errors: { 'cart_items.0.quantity': 'Only 5 of Indigo Buti Cushion Cover left' },
    });
  });

  it('rejects lines that merge into more units than one line may have', async () => {
    const product = await createProduct(shop.db, { stock: 2000, pricePaise: 1000 });
    const line = { id: product.id, quantity: 600 };
    const { status, body } = await create(orderFor([line, line]));
    expect(status).toBe(400);
    expect(body.errors).toEqual({ 'cart_items.0.quantity': 'Quantity must be at most 999' });
    expect(await stockOf(shop.db, product.id)).toBe(2000);
  });

  it('names the line of the variant that is short, not another variant of the product', async () => {
    const quilt = await createProduct(shop.db, { name: 'Jaal Quilt', sizes: ['Single', 'Double'], stock: 3 });
    const [single = '', double = ''] = quilt.variantIds;
    const lines = [
      { id: quilt.id, variantId: single, quantity: 1 },
      { id: quilt.id, variantId: double.toUpperCase(), quantity: 4 },
    ];
    const { status, body } = await create(orderFor(lines));
    expect(status).toBe(409);
    expect(body.errors).toEqual({ 'cart_items.1.quantity': 'Only 3 of Jaal Quilt left' });
  });

  it('reserves all lines or none', async () => {
    const plenty = await createProduct(shop.db, { stock: 9 });
    const none = await createProduct(shop.db, { name: 'Brass Diya', stock: 0 });
    const { status, body } = await create(orderFor([{ id: plenty.id }, { id: none.id }]));
    expect(status).toBe(409);
    expect(body.errors).toEqual({ 'cart_items.1.quantity': 'Brass Diya is out of stock' });
    expect(await stockOf(shop.db, plenty.id)).toBe(9);
  });

  it.each([
    ['USD', 400],
    ['inr', 400],
    ['', 400],
  ])('refuses the currency %j (T-PRC-06)', async (currency, status) => {
    const product = await createProduct(shop.db);
    expect((await create(orderFor([{ id: product.id }], { currency }))).status).toBe(status);
  });

  it.each(['draft', 'archived'] as const)(
    'refuses a %s product without its name, also if an option must be chosen (T-PRC-11)',
    async (status) => {
      const { id } = await createProduct(shop.db, { name: 'Secret Vase', status });
      const quilt = await createProduct(shop.db, {
        name: 'Secret Quilt',
        status,
        sizes: ['Single', 'Double'],
      });
      const lines = [{ id }, { id: quilt.id }, { id: quilt.id, variantId: quilt.variantIds[0] }];
      const { status: code, body } = await create(orderFor(lines));
      expect(code).toBe(409);
      const message = 'An item in your cart is not available any more';
      expect(body).toMatchObject({ code: 'item_unavailable', message });
      expect(body.errors).toEqual(
        Object.fromEntries(lines.map((_, index) => [`cart_items.${index}.product_id`, message])),
      );
    },
  );

  it('refuses totals below ₹1 and above the limit (T-PRC-12, T-PRC-13)', async () => {
    const cheap = await createProduct(shop.db, { pricePaise: 50 });
    expect((await create(orderFor([{ id: cheap.id }]))).body).toMatchObject({
      code: 'validation_failed',
      message: 'The minimum order is ₹1.',
    });
    const free = await createProduct(shop.db, { discountTenths: 1000 });
    expect((await create(orderFor([{ id: free.id }]))).status).toBe(400);
    const dear = await createProduct(shop.db, { pricePaise: 9_999_999, stock: 999 });
    expect((await create(orderFor([{ id: dear.id, quantity: 100 }]))).body.message).toBe(
      'An order can be at most ₹5,00,000.',
    );
    expect(await stockOf(shop.db, dear.id)).toBe(999);
  });

  it('rejects an empty cart, too many lines and invalid ids (T-PRC-14)', async () => {
    expect((await create(orderFor([]))).body.message).toBe('Your cart is empty!');
    const many = Array.from({ length: 51 }, () => ({ id: 'x' }));
    expect((await create(orderFor(many))).status).toBe(400);
    for (const id of ["' or 1=1 --", '00000000-0000-4000-8000-000000000000', '\u0000']) {
      expect((await create(orderFor([{ id }]))).status).toBe(400);
    }
  });

  it('removes control characters and marks that reorder text from an address (T-INJ-08)', async () => {
    const product = await createProduct(shop.db);
    const given = orderFor([{ id: product.id }]);
    const shipping_details = {
      ...given.shipping_details,
      name: 'Asha\u202e \u200fRao\u0007',
      address: '12\u2066 MG Road\r\n\r\n Flat\u200b 4',
      // The joiner that Indian scripts need stays.
      city: '\u0915\u094d\u200d\u0937',
    };
    const { body } = await create({ ...given, shipping_details });
    const stored = await shop.db
      .selectFrom('orders')
      .select('shipping')
      .where('id', '=', String(body.order_id))
      .executeTakeFirstOrThrow();
    expect(stored.shipping).toMatchObject({
      name: 'Asha Rao',
      address: '12 MG Road\n\nFlat 4',
      city: '\u0915\u094d\u200d\u0937',
    });
  });

  it('requires a variant if a product has options, and reserves the chosen one', async () => {
    const quilt = await createProduct(shop.db, { name: 'Jaal Quilt', sizes: ['Single', 'Double'] });
    const unsure = await create(orderFor([{ id: quilt.id }]));
    expect(unsure.status).toBe(400);
    expect(unsure.body.message).toBe('Choose an option for Jaal Quilt');
    const sure = await create(orderFor([{ id: quilt.id, variantId: quilt.variantIds[1] }]));
    const order = await shop.get(`/order/${sure.body.order_id}?key=${sure.body.order_key}`);
    expect(order.body).toMatchObject({ cart_items: [{ variant: 'Double' }] });
  });

  it.each([
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: 'asha' }, { email: 'Enter a valid email address' }],
    [{ mobile: '' }, { mobile: 'Mobile number is required' }],
    [{ mobile: '12345' }, { mobile: 'Enter a valid Indian mobile number' }],
    [{ altMobile: '5' }, { altMobile: 'Enter a valid alternate mobile number' }],
    [{ email: undefined }, { email: 'Email is required' }],
    [{ shipping_details: undefined }, { shipping_details: 'Delivery address is required' }],
    [
      { shipping_details: { name: 'A', address: 'B', city: 'C', state: 'D', postalCode: '012345' } },
      { 'shipping_details.postalCode': 'Enter a valid PIN code' },
    ],
  ])('reports the errors of %j', async (change, errors) => {
    const product = await createProduct(shop.db);
    const { status, body } = await create(orderFor([{ id: product.id }], change));
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: 'validation_failed', errors });
  });
});

describe('the Idempotency-Key of create-order', () => {
  it('gives 30 concurrent calls one order, one payment and one reply, even for the last unit (T-IDM-01)', async () => {
    const product = await createProduct(shop.db, { stock: 1 });
    const headers = { 'idempotency-key': 'one-attempt' };
    // An account of the provider whose receipts need not be unique, and that replies slowly.
    shop.fake.setBehaviour({ uniqueReceipts: false });
    shop.fake.faults({ match: 'POST /v1/orders', kind: 'slow:300', times: 30 });
    const before = (await shop.fake.ledger()).orders.length;
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => create(orderFor([{ id: product.id }]), headers)),
    );
    shop.fake.clearFaults();
    shop.fake.setBehaviour({ uniqueReceipts: true });
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect((await shop.fake.ledger()).orders).toHaveLength(before + 1);
    expect(await stockOf(shop.db, product.id)).toBe(0);
  });

  it('can be used again if the payment can’t be opened; a call that succeeded keeps its units', async () => {
    const product = await createProduct(shop.db, { stock: 1 });
    const headers = { 'idempotency-key': 'fails-once' };
    const send = () => create(orderFor([{ id: product.id }]), headers);
    shop.fake.faults({ match: 'POST /v1/orders', kind: '401' });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(send));
    expect(answers.map(({ status }) => status)).toContain(502);
    // A call that saw the unit while the failing order had it is told so.
    const isSoldOut = ({ status, body }: (typeof answers)[number]) =>
      status === 409 && body.code === 'out_of_stock';
    const others = answers.filter((reply) => ![201, 502].includes(reply.status) && !isSoldOut(reply));
    expect(others).toEqual([]);
    const again = await send();
    expect(again.status).toBe(201);
    // A call that came after the failure placed the same order.
    for (const { body } of answers.filter(({ status }) => status === 201)) expect(body).toEqual(again.body);
    expect(await stockOf(shop.db, product.id)).toBe(0);
  });

  it('rejects the same key with another body (T-IDM-02)', async () => {
    const product = await createProduct(shop.db);
    const headers = { 'idempotency-key': 'two-bodies' };
    await create(orderFor([{ id: product.id }]), headers);
    const { status, body } = await create(orderFor([{ id: product.id, quantity: 2 }]), headers);
    expect(status).toBe(409);
    expect(body.code).toBe('idempotency_mismatch');
  });

  it('rejects keys that are too long or contain control characters (T-IDM-04)', async () => {
    const product = await createProduct(shop.db);
    for (const key of ['k'.repeat(300), 'a\tb']) {
      expect((await create(orderFor([{ id: product.id }]), { 'idempotency-key': key })).status).toBe(400);
    }
  });

  it('creates a new order if the first one has expired', async () => {
    const product = await createProduct(shop.db);
    const headers = { 'idempotency-key': 'comes-back-late' };
    const first = await create(orderFor([{ id: product.id }]), headers);
    shop.advance(16);
    await shop.minute();
    const second = await create(orderFor([{ id: product.id }]), headers);
    expect(second.status).toBe(201);
    expect(second.body.order_id).not.toBe(first.body.order_id);
    expect(await stockOf(shop.db, product.id)).toBe(4);
  });
});

it('limits the calls of a buyer and of an address block (T-DOS-05)', async () => {
  const limited = await createTestShop({ env: { RATE_LIMIT: '2' } });
  const unknown = '00000000-0000-4000-8000-000000000000';
  const calls: Record<string, (n: number) => [string, object]> = {
    'create-order': (n) => ['create-order', orderFor([{ id: unknown }], { email: `a+${n}@gmail.com` })],
    'verify-payment': () => [
      'verify-payment',
      { razorpay_order_id: 'order_1', razorpay_payment_id: 'p', razorpay_signature: 's' },
    ],
    'the payment of an order': () => [`orders/${unknown}/payment`, {}],
  };
  const send = async ([path, body]: [string, object], remoteAddress: string) => {
    const reply = await limited.post(`/razorpay/${path}`, body, { remoteAddress });
    if (reply.status !== 429) return 'allowed';
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    return reply.body.code;
  };
  for (const [name, entry] of Object.entries(calls)) {
    const replies = [];
    for (let n = 1; n <= 3; n++) replies.push(await send(entry(n), `10.0.${n}.1`));
    expect(replies, name).toEqual(['allowed', 'allowed', 'rate_limited']);
  }
  const ofBlock = [];
  for (let n = 1; n <= 13; n++) {
    const body = orderFor([{ id: unknown }], { email: `guest-${n}@example.in` });
    ofBlock.push(await send(['create-order', body], `::ffff:203.0.113.${n}`));
  }
  expect(ofBlock).toEqual([...Array(12).fill('allowed'), 'rate_limited']);
  await limited.close();
});
