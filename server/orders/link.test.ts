import { expect, it } from 'vitest';
import { buyAsGuest, freshEmail } from '../../tests/support/people.ts';
import { createTestShop, testShop } from '../../tests/support/shop.ts';

const email = freshEmail();
const shop = await testShop();
const order = await buyAsGuest(shop, email);

const lookUp = (payload: object) => shop.post('/order/look-up', payload);
const number = () => order.id.slice(-6).toUpperCase();
const others = () => ({ order: 'FFFFFF', email: freshEmail() });

async function linkMails() {
  await shop.runJobs();
  return shop.db
    .selectFrom('mails')
    .select(['toAddress', 'plain'])
    .where('kind', '=', 'order-link')
    .execute();
}

it('replies alike for known and unknown orders, and mails only the address of the order (T-IDR-04)', async () => {
  const known = await lookUp({ order: number(), email });
  const unknown = [
    await lookUp(others()),
    await lookUp({ order: number(), email: freshEmail() }),
    await lookUp({ order: 'FFFFFF', email }),
    await lookUp({ order: number(), mobile: '6000000000' }),
  ];
  expect(known.status).toBe(202);
  expect(JSON.stringify(known.body)).not.toContain(order.key);
  for (const { status, body } of unknown) expect([status, body]).toEqual([known.status, known.body]);
  const [mail, ...more] = await linkMails();
  expect(more).toEqual([]);
  expect(mail?.toAddress).toBe(email);
  expect(mail?.plain).toContain(`/order-success/${order.id}?key=${order.key}`);
});

it('accepts the full id, any notation and the mobile, and mails an order once in ten minutes', async () => {
  const { mobile } = await shop.db
    .selectFrom('orders')
    .select('mobile')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const before = (await linkMails()).length;
  shop.advance(11);
  for (const asked of [
    { order: order.id, email: ` ${email.toUpperCase()} ` },
    { order: `#${number().toLowerCase()}`, mobile: `+91 ${mobile}` },
    { order: `Order ${number()}`, email },
  ]) {
    expect((await lookUp(asked)).status).toBe(202);
  }
  expect(await linkMails()).toHaveLength(before + 1);
});

it.each([
  [{}, 'order', 'Order number is required'],
  [{ order: 'ABC', email }, 'order', 'Enter a valid order number'],
  [{ order: "'; --", email }, 'order', 'Enter a valid order number'],
  [{ order: 'ABCDEF' }, 'email', 'Email or mobile is required'],
  [{ order: 'ABCDEF', email: 'nobody' }, 'email', 'Enter a valid email address'],
  [{ order: 'ABCDEF', mobile: '123' }, 'mobile', 'Enter a valid Indian mobile number'],
])('refuses %j', async (payload, field, message) => {
  const { status, body } = await lookUp(payload);
  expect(status).toBe(400);
  expect(body.errors).toMatchObject({ [field]: message });
});

it('is limited for each address and each account', async () => {
  const limited = await createTestShop({ env: { RATE_LIMIT: '3' } });
  const answers: number[] = [];
  for (let n = 0; n < 5; n++) answers.push((await limited.post('/order/look-up', others())).status);
  await limited.close();
  expect(answers).toEqual([202, 202, 202, 429, 429]);
});
