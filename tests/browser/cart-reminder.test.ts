import type { VisitReport } from '../../shared/contract/visits.ts';
import { expectAccessible } from '../support/axe.ts';
import { withPictures } from '../support/browser-launch.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { addToCart, stockedProduct } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use(withPictures);

test.use({ viewport: { width: 360, height: 740 } });

test('a guest asks to be reminded, returns by the link and ends the mails; the shop counts what she does', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/404/);
  const calls = await ownersCalls(request);
  const report = () => calls.call<VisitReport>('GET', '/visits');
  const before = await report();
  const product = await stockedProduct(request);
  await addToCart(page, product);
  await page.goto('/checkout');
  const choice = page.getByRole('checkbox', { name: 'Email me once if I leave items in my cart.' });
  await expect(page.getByLabel('Email Address')).toBeVisible();
  await expect(choice).toBeHidden();

  await calls.call('PUT', '/site-info/admin', { cartReminderHours: 4 });
  await page.reload();
  await expect(choice).not.toBeChecked();
  await choice.check();
  const sent = page.waitForRequest(
    (item) => item.url().endsWith('/api/cart/reminder') && item.method() === 'PUT',
  );
  await page.getByLabel('Email Address').fill('asha.reminded@example.in');
  const line = { product_id: product._id, variant_id: product.variants[0]?._id, quantity: 1 };
  expect((await sent).postDataJSON()).toEqual({
    accepted: true,
    email: 'asha.reminded@example.in',
    lines: [line],
  });
  expect((await (await sent).response())?.status()).toBe(200);
  await expectAccessible(page);

  // As the link of the mail, on another device.
  await page.evaluate(() => localStorage.clear());
  await page.route('**/api/cart/reminders/from-the-mail', (route) =>
    route.fulfill({ json: { lines: [{ ...line, quantity: 2, name: product.name }] } }),
  );
  const follow = async (token: string) => {
    // A link to the same page would not load it again.
    await page.goto('about:blank');
    await page.goto(`/cart#reminder=${token}`);
  };
  for (const _ of [1, 2]) {
    await follow('from-the-mail');
    await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  }
  await follow('no-such-one');
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();
  await page.goto('/stop-reminders/from-the-mail');
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByText('You will get no more mails about your cart.')).toBeVisible();
  await calls.call('PUT', '/site-info/admin', { cartReminderHours: null });

  const after = await report();
  expect(after.total.checkouts - before.total.checkouts).toBe(2);
  expect(after.total.adds - before.total.adds).toBeGreaterThanOrEqual(2);
  expect(after.total.visits).toBeGreaterThan(before.total.visits);
  expect(after.products.map(({ name }) => name)).toContain(product.name);
  await openOffice(page, calls, '/admin');
  const visitors = page.getByRole('region', { name: 'Visitors' });
  await expect(visitors.getByText('Most viewed products')).toBeVisible();
  await expect(visitors.getByText('Direct')).toBeVisible();
  await expectAccessible(page);
});
