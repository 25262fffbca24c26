import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { addToCart, openDrawer, stockedProducts, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a signed-in shopper has one cart on all devices, and leaves none when she signs out (T-PRV-20)', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const [first, second, third] = await stockedProducts(request, 3);
  if (!first || !second || !third) throw new Error('The demo shop has no three products in stock');
  const credentials = { email: `asha.${Date.now()}@example.in`, password: 'block-print-42' };
  const registered = await request.post('/api/auth/register', {
    data: { name: 'Asha Rao', mobile: `9${String(Date.now()).slice(-9)}`, ...credentials },
  });
  expect(registered.ok()).toBe(true);
  const signIn = async (on: Page) => {
    await on.goto('/user-login?from=/cart');
    await on.getByLabel('Email or Mobile').fill(credentials.email);
    await on.getByLabel('Password', { exact: true }).fill(credentials.password);
    await on.getByRole('button', { name: 'Log in', exact: true }).click();
    await on.waitForURL('/cart');
  };
  const items = (on: Page) => on.getByRole('main').getByRole('listitem');
  const count = (on: Page, text: string) => expect(on.getByRole('link', { name: text })).toBeVisible();

  // A phone, where she fills a cart as a guest and then signs in.
  await addToCart(page, first);
  await addToCart(page, second);
  await signIn(page);
  await expect(items(page)).toContainText([first.name, second.name]);
  await expectAccessible(page);

  // A laptop, where she has begun another one, of which one product is the same.
  const another = await browser.newContext({ ...(baseURL && { baseURL }) });
  const laptop = await another.newPage();
  await addToCart(laptop, third);
  await addToCart(laptop, first);
  await signIn(laptop);
  await expect(items(laptop)).toHaveCount(3);
  await count(laptop, 'Cart, 3 items');
  const sent = laptop.waitForResponse(
    (reply) => reply.url().endsWith('/api/cart') && reply.request().method() === 'PUT',
  );
  await laptop.getByRole('button', { name: `Increase quantity of ${second.name}` }).click();
  expect((await sent).ok()).toBe(true);

  // The phone shows it when the cart is opened, on a page that was loaded before.
  await page.goto('/about');
  const drawer = await openDrawer(page);
  await expect(drawer).toHaveAccessibleName('Your Cart (4)');
  await drawer.getByRole('button', { name: `Remove ${first.name}` }).click();
  await expect(drawer).toHaveAccessibleName('Your Cart (3)');
  await drawer.getByRole('button', { name: 'Close' }).click();

  // At once after the change: what was not sent yet is sent first.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('/');
  await count(page, 'Cart, 0 items');
  expect(
    await page.evaluate(() => [localStorage.getItem('cart'), localStorage.getItem('cart_account')]),
  ).toEqual(['[]', null]);
  await laptop.reload();
  await untilHydrated(laptop);
  await expect(items(laptop)).toContainText([third.name, second.name]);
  await count(laptop, 'Cart, 3 items');

  // Signing in again finds the same cart.
  await signIn(page);
  await expect(items(page)).toHaveCount(2);
  await count(page, 'Cart, 3 items');
  await another.close();
});
