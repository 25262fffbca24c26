import { describe, expect, it } from 'vitest';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import {
  buyAsGuest,
  createAdmin,
  freshEmail,
  freshMobile,
  lastMail,
  password,
  signUp,
} from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';
import { transaction } from '../db/database.ts';
import { mailOrderRefunded, mailOrderStatus } from './status-mails.ts';

const shop = await testShop();

const mailsTo = (email: string) =>
  shop.db.selectFrom('mails').select(['kind', 'subject', 'plain']).where('toAddress', '=', email).execute();

describe('the confirmation', () => {
  it('contains the order key and, for a guest, the activation link', async () => {
    const email = freshEmail();
    const order = await buyAsGuest(shop, email);
    const mail = await lastMail(shop, email);
    expect(mail).toMatchObject({ kind: 'order-confirmation', invoiceOf: order.id });
    expect(mail?.plain).toContain(`/order-success/${order.id}?key=${order.key}`);
    expect(mail?.plain).toMatch(/\/activate-account\?email=[^&]+&token=[\w-]{40,}/);
    expect(mail?.html).toContain('&amp;token=');
  });

  it('goes to the entered address if the account has none', async () => {
    const { body } = await shop.post('/auth/register', { name: 'Meera', mobile: freshMobile(), password });
    const headers = { authorization: `Bearer ${body.token}` };
    const email = freshEmail();
    const { id } = await createProduct(shop.db);
    const placed = await shop.post('/razorpay/create-order', orderFor([{ id }], { email }), { headers });
    const { id: providerOrderId } = placed.body.razorpay_order as { id: string };
    await verify(shop, await shop.fake.pay(providerOrderId));
    const mail = await lastMail(shop, email);
    expect(mail?.kind).toBe('order-confirmation');
    expect(mail?.plain).not.toContain('token=');
  });

  it('offers no account to a shopper who has one', async () => {
    const { email } = await signUp(shop);
    await buyAsGuest(shop, email);
    expect((await lastMail(shop, email))?.plain).not.toContain('activate-account');
  });
});

it('of a new order goes to the shop, or to every admin if the shop has no email', async () => {
  const { email: first } = await createAdmin(shop);
  const { email: second } = await createAdmin(shop);
  const notifiedFor = async ({ id }: { id: string }) => {
    const mails = await shop.db
      .selectFrom('mails')
      .select('toAddress')
      .where('dedupeKey', 'like', `new-order:${id}:%`)
      .orderBy('toAddress')
      .execute();
    return mails.map(({ toAddress }) => toAddress);
  };
  const notified = await notifiedFor(await buyAsGuest(shop, freshEmail()));
  expect(notified).toEqual(expect.arrayContaining([first, second]));
  const { headers } = await createAdmin(shop);
  await shop.call('PUT', '/site-info/admin', { payload: { email: 'shop@haat.example' }, headers });
  expect(await notifiedFor(await buyAsGuest(shop, freshEmail()))).toEqual(['shop@haat.example']);
  await shop.call('PUT', '/site-info/admin', { payload: { email: '' }, headers });
});

describe('a mail about an order', () => {
  it.each([
    ['shipped', 'has been shipped'],
    ['delivered', 'has been delivered'],
    ['cancelled', 'has been cancelled'],
  ] as const)('is sent once for the status %s', async (status, words) => {
    const email = freshEmail();
    const order = await buyAsGuest(shop, email);
    for (let n = 0; n < 3; n++) {
      await transaction(shop.db, (trx) => mailOrderStatus(shop.deps, trx, order.id, status));
    }
    const news = (await mailsTo(email)).filter(({ kind }) => kind === `order-${status}`);
    expect(news).toHaveLength(1);
    expect(news[0]?.subject).toContain(words);
  });

  it('of a cancellation mentions a refund only if the order was paid', async () => {
    const { id: productId } = await createProduct(shop.db);
    const unpaid = await place(shop, [{ id: productId }]);
    const paid = await buyAsGuest(shop, freshEmail());
    const texts = [unpaid, paid].map(async ({ id }) => {
      const email = freshEmail();
      await shop.db.updateTable('orders').set({ email }).where('id', '=', id).execute();
      await transaction(shop.db, (trx) => mailOrderStatus(shop.deps, trx, id, 'cancelled'));
      return (await mailsTo(email)).map(({ plain }) => plain.includes('We will refund what you paid'));
    });
    expect(await Promise.all(texts)).toEqual([[false], [true]]);
  });

  it('names courier and tracking number of a shipment', async () => {
    const email = freshEmail();
    const order = await buyAsGuest(shop, email);
    const tracking = { courier: 'India Post <b>', trackingNumber: 'EK123456789IN' };
    const { headers } = await createAdmin(shop);
    const payload = { status: 'shipped', ...tracking };
    await shop.call('PUT', `/order/admin/${order.id}/status`, { payload, headers });
    const mail = await lastMail(shop, email);
    expect(mail?.plain).toContain('Courier: India Post <b>\nTracking number: EK123456789IN');
    expect(mail?.html).toContain('India Post &lt;b&gt;');
  });

  it('of a refund states the amount and the reason, once for each refund', async () => {
    const email = freshEmail();
    const order = await buyAsGuest(shop, email);
    const refund = {
      refundId: order.id,
      amountPaise: 123_456,
      reason: 'One piece arrived chipped',
      hasNote: false,
    };
    for (let n = 0; n < 2; n++) {
      await transaction(shop.db, (trx) => mailOrderRefunded(shop.deps, trx, order.id, refund));
    }
    const mail = await lastMail(shop, email);
    expect(mail?.subject).toMatch(/^Test: Refund of ₹1,234\.56 for order [0-9A-F]{6}$/);
    expect(mail?.plain).toContain('Reason: One piece arrived chipped');
    expect((await mailsTo(email)).filter(({ kind }) => kind === 'order-refunded')).toHaveLength(1);
  });

  it('is not queued when what it reports is rolled back', async () => {
    const email = freshEmail();
    const order = await buyAsGuest(shop, email);
    await expect(
      transaction(shop.db, async (trx) => {
        await mailOrderStatus(shop.deps, trx, order.id, 'shipped');
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect((await mailsTo(email)).map(({ kind }) => kind)).not.toContain('order-shipped');
  });
});
