import { expect, it } from 'vitest';
import type { MailDetail, MailRow } from '../../shared/contract/mails.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { buyAsGuest, freshEmail, mailedToken, orderOnDelivery, signUp } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();

/** What only the recipient of a mail may know: codes, and the random parts of its addresses. */
function secretsOf({ plain }: Pick<MailDetail, 'plain'>): string[] {
  const withoutIds = plain.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '');
  const inLinks = [...withoutIds.matchAll(/https?:\S+/g)].flatMap(([url]) => url.match(/[\w-]{20,}/g) ?? []);
  const codes = plain.match(/(?<=code: )[\dA-Z][\dA-Z -]{7,}/g) ?? [];
  return [...inLinks.filter((part) => /\d|[A-Z]/.test(part)), ...codes];
}

it('a manager reads no link or code of a mail, in its preview or its file, whatever its kind (T-ADM-91)', async () => {
  const email = freshEmail();
  let owner = await asOwner(shop);
  const person = await signUp(shop);
  const { email: account } = person;
  await shop.post('/auth/confirm-email', { token: await mailedToken(shop, account) }, person);
  await shop.post('/auth/forgot-password', { email: account });
  await shop.post('/auth/sign-in-link', { email: account });
  await shop.post('/auth/sign-in-code', { email: account });
  await owner.post('/auth/admin/admins', { email: freshEmail(), name: 'Meera', role: 'support' });
  await owner.put('/site-info/admin', { codEnabled: true, reviewRequestDays: 1, email: 'shop@example.in' });
  const { id: product } = await createProduct(shop.db, { stock: 50 });
  const onDelivery = await orderOnDelivery(shop, [{ id: product }], { email });
  expect(onDelivery.status, JSON.stringify(onDelivery.body)).toBe(201);
  const order = await buyAsGuest(shop, email);
  await shop.runJobs();
  await owner.put(`/order/admin/${order.id}/status`, { status: 'delivered' });
  await shop.post('/order/look-up', { email, order: order.id });
  const soldOut = await createProduct(shop.db, { stock: 0 });
  await shop.post('/stock-alerts', { email, variantId: soldOut.variantIds[0] });
  await owner.put(`/products/${soldOut.id}`, { countInStock: 5 });
  const card = { amount: 500, reason: 'Thanks', expiresOn: null };
  const recipient = { name: 'Asha', email, message: '', sendOn: '2099-01-01' };
  const { body: made } = await owner.post('/gift-cards', { ...card, recipient });
  await owner.post(`/gift-cards/${(made.card as { _id: string })._id}/send`);
  await shop.runJobs();
  shop.advance(2 * 24 * 60);
  await shop.minute();
  await shop.handlers.reviews({});
  await shop.runJobs();

  owner = await asOwner(shop);
  const manager = await asOwner(shop, 'manager');
  const mails = (await owner.get('/mails?limit=100')).body as unknown as MailRow[];
  const kinds = new Set<string>();
  for (const { _id, kind } of mails) {
    const secrets = secretsOf((await owner.get(`/mails/${_id}`)).body as MailDetail);
    if (secrets.length > 0) kinds.add(kind);
    const preview = await manager.get(`/mails/${_id}`);
    for (const secret of secrets) expect(JSON.stringify(preview.body), kind).not.toContain(secret);
    const { status, body } = await manager.get(`/mails/${_id}/file`);
    expect([kind, status], JSON.stringify(body)).toEqual([kind, secrets.length > 0 ? 403 : 200]);
    expect((await owner.get(`/mails/${_id}/file`)).status).toBe(200);
  }
  for (const kind of [
    'back-in-stock',
    'email-change',
    'gift-card',
    'invitation',
    'order-confirmation',
    'order-delivered',
    'order-link',
    'password-reset',
    'review-request',
    'sign-in-code',
    'sign-in-link',
  ])
    expect(kinds).toContain(kind);
});
