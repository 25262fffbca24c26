import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createProduct } from '../tests/support/factories.ts';
import { freshEmail, lastMail } from '../tests/support/people.ts';
import { place } from '../tests/support/purchase.ts';
import { testShop } from '../tests/support/shop.ts';

const shop = await testShop({ env: { LOG_LEVEL: 'silent' } });

/** Asks for a mail about a variant that is in stock. */
const insertAlert = (variantId: string, email: string) =>
  shop.db
    .insertInto('stockAlerts')
    .values({
      variantId,
      email,
      mailbox: `${randomUUID()}@example.in`,
      token: randomUUID(),
      createdAt: shop.clock.now(),
    })
    .execute();

it('a poisoned stock alert stops neither other alerts nor later steps, and is named (T-FLT-62)', async () => {
  const product = await createProduct(shop.db, { stock: 5 });
  const variantId = String(product.variantIds[0]);
  // No index of the mails takes an address of this length.
  await insertAlert(variantId, `${randomBytes(9000).toString('base64url')}@example.in`);
  const shopper = freshEmail();
  await insertAlert(variantId, shopper);
  // A mail whose job was lost, and a sale that is not in the totals.
  const waiting = freshEmail();
  await shop.db
    .insertInto('mails')
    .values({
      kind: 'alert',
      toAddress: waiting,
      subject: 'Waiting',
      html: '',
      plain: '',
      nextTryAt: new Date(shop.clock.now().getTime() - 60_000),
    })
    .execute();
  await place(shop, [{ id: product.id }], { email: freshEmail() });
  const changes = () => shop.db.selectFrom('orderTotalChanges').selectAll().execute();
  expect(await changes()).not.toEqual([]);

  for (const _ of [1, 2]) await expect(shop.handlers.minute({})).rejects.toThrow('stock alerts');
  await shop.runJobs();
  expect((await lastMail(shop, shopper))?.subject).toContain('Back in stock');
  const { status } = await shop.db
    .selectFrom('mails')
    .select('status')
    .where('toAddress', '=', waiting)
    .executeTakeFirstOrThrow();
  expect(status).toBe('sent');
  expect(await changes()).toEqual([]);
});

it('a provider that does not answer stops no other step of the hour', async () => {
  await shop.db.insertInto('searchTerms').values({ word: 'unsold', lexeme: 'unsold' }).execute();
  await shop.fake.faults({ match: '*', times: 50, kind: '401' });
  await expect(shop.handlers.hour({})).rejects.toThrow('unmatched payments');
  expect(
    await shop.db.selectFrom('searchTerms').select('word').where('word', '=', 'unsold').execute(),
  ).toEqual([]);
});
