import { beforeEach, expect, it } from 'vitest';
import type { CreatedGiftCard, GiftCard } from '../../shared/contract/catalogue/gift-cards.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { freshEmail, lastMail } from '../../tests/support/people.ts';
import { buy, place } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
const product = await createProduct(shop.db, { pricePaise: 50_000, stock: 100 });
const setThreshold = (refundApprovalRupees: number | null) =>
  owner.put('/site-info/admin', { refundApprovalRupees });
beforeEach(() => setThreshold(null));

let roles = 0;
async function clerkWith(limits: { refundLimit: number | null; dailyRefundLimit: number | null }) {
  const role = {
    name: `Clerk ${++roles}`,
    permissions: ['giftCards.edit', 'refunds.request', 'orders.edit'],
  };
  const { status, body } = await owner.post('/auth/admin/roles', { ...role, ...limits });
  expect(status, JSON.stringify(body)).toBe(201);
  return asOwner(shop, String(body._id));
}
const recipient = () => ({ name: 'Asha', email: freshEmail(), message: '', sendOn: '2030-01-01' });
const create = (as: Owner, amount: number, more: object = {}) =>
  as.post('/gift-cards', { amount, reason: 'Goodwill', ...more });
async function created(as: Owner, amount: number, more: object = {}) {
  const { status, body } = await create(as, amount, more);
  expect(status, JSON.stringify(body)).toBe(201);
  const { card, code } = body as CreatedGiftCard;
  return { ...card, id: card._id, code: code ?? '' };
}
const change = (as: Owner, { id }: { id: string }, disabled: boolean, expiresOn: string | null = null) =>
  as.put(`/gift-cards/${id}`, { disabled, expiresOn });
const stateOf = async ({ id }: { id: string }) =>
  ((await owner.get(`/gift-cards/${id}`)).body as GiftCard).state;
const isUsable = async ({ code }: { code: string }) =>
  (await shop.post('/razorpay/quote', { ...orderFor([product]), gift_card_code: code })).status === 200;

it('gift cards are bounded by the limits of the role, at once and in a day (T-GFT-80)', async () => {
  const clerk = await clerkWith({ refundLimit: 100, dailyRefundLimit: 250 });
  const many = await Promise.all(Array.from({ length: 11 }, () => create(clerk, 1_00_000)));
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([403]));
  expect(many[0]?.body.message).toBe('Your role can give away gift cards of ₹100 at once.');
  const small = await Promise.all(Array.from({ length: 11 }, () => create(clerk, 100)));
  expect(small.filter(({ status }) => status === 201)).toHaveLength(2);
  const refused = small.find(({ status }) => status === 403);
  expect(refused?.body.message).toBe('Your role can give away gift cards of ₹50 more today.');
  // They count together with refunds.
  const order = await buy(shop, [product]);
  const refund = (amount: number) =>
    clerk.post(`/order/admin/${order.id}/refund`, { amount, reason: 'Torn' });
  expect((await refund(51)).body.message).toBe('Your role can refund ₹50 more today.');
  expect((await refund(30)).status).toBe(201);
  expect((await create(clerk, 21)).status).toBe(403);
  expect((await create(clerk, 20)).status).toBe(201);
  expect((await create(owner, 1_00_000)).status).toBe(201);
});

it('who makes a card usable again, or mails it again, gives away what is left on it (T-GFT-80)', async () => {
  const clerk = await clerkWith({ refundLimit: 300, dailyRefundLimit: 500 });
  const large = await created(owner, 1_00_000, { recipient: recipient() });
  expect((await clerk.post(`/gift-cards/${large.id}/send`, { email: freshEmail() })).status).toBe(403);
  expect((await change(clerk, large, true)).status).toBe(200);
  expect((await change(clerk, large, false)).status).toBe(403);
  expect((await change(clerk, large, true, '2020-01-01')).status).toBe(200);
  expect((await change(clerk, large, false, '2020-01-01')).status).toBe(200);
  expect((await change(clerk, large, false, '2040-01-01')).status).toBe(403);
  expect(await stateOf(large)).toBe('expired');

  const email = freshEmail();
  const small = await created(owner, 200, { recipient: { ...recipient(), email } });
  const send = () => clerk.post(`/gift-cards/${small.id}/send`);
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  expect((await send()).body.message).toBe('Your role can give away gift cards of ₹100 more today.');
  expect((await lastMail(shop, email))?.subject).toContain('gift card');
  // A card that stays usable gives nothing away.
  expect((await change(clerk, small, false, '2040-01-01')).status).toBe(200);
});

it('recording the payment of a bought gift card gives it away (T-GFT-80)', async () => {
  const gift = await createProduct(shop.db, { pricePaise: 10_000, isGiftCard: true, gstTenths: 0 });
  const clerk = await clerkWith({ refundLimit: 150, dailyRefundLimit: 150 });
  const sendTo = { name: 'Asha', email: freshEmail(), message: '', sendOn: '' };
  const ordered = () => place(shop, [{ id: gift.id, recipient: sendTo }], { email: freshEmail() });
  const pay = async (as: Owner) => as.put(`/order/admin/${(await ordered()).id}/status`, { status: 'paid' });
  expect((await pay(clerk)).status).toBe(200);
  expect((await pay(clerk)).body.message).toBe('Your role can give away gift cards of ₹50 more today.');
  expect((await pay(owner)).status).toBe(200);
});

it('above the amount of the settings another admin enables what an admin has created (T-GFT-81)', async () => {
  await setThreshold(1000);
  const manager = await asOwner(shop, 'manager');
  const first = await created(manager, 600);
  expect([first.state, await isUsable(first)]).toEqual(['active', true]);
  // In parts, too.
  const second = await created(manager, 600);
  expect([second.state, await isUsable(second)]).toEqual(['disabled', false]);
  const own = await change(manager, second, false);
  expect([own.status, own.body.message]).toEqual([
    403,
    'Another admin than the one who created this gift card has to enable it.',
  ]);
  expect((await change(owner, second, false)).status).toBe(200);
  expect(await isUsable(second)).toBe(true);
  // One that waits is not mailed before.
  const email = freshEmail();
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const mailed = await created(manager, 2000, { recipient: { ...recipient(), email, sendOn: today } });
  expect(mailed.state).toBe('disabled');
  await shop.minute();
  expect(await lastMail(shop, email)).toBeUndefined();
  expect((await change(owner, mailed, false)).status).toBe(200);
  await shop.minute();
  expect((await lastMail(shop, email))?.subject).toContain('gift card');
});

it('making a card usable needs a proof, and is in the log with what it gives away (T-GFT-80)', async () => {
  const manager = await asOwner(shop, 'manager');
  const card = await created(owner, 700);
  await change(owner, card, true);
  await shop.db
    .updateTable('sessions')
    .set({ provedAt: null })
    .where('userId', '=', manager.userId)
    .execute();
  expect((await change(manager, card, false)).body.code).toBe('step_up_required');
  expect((await change(owner, card, false)).status).toBe(200);
  const log = await shop.db
    .selectFrom('adminLog')
    .select(['action', 'detail'])
    .where('subject', '=', card.id)
    .orderBy('id')
    .execute();
  expect(log.map(({ action, detail }) => [action, Object(detail).givenPaise])).toEqual([
    ['giftCard.create', 70_000],
    ['giftCard.update', undefined],
    ['giftCard.update', 70_000],
  ]);
});
