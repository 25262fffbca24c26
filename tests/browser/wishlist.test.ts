import { expectAccessible } from '../support/axe.ts';
import { stockedProducts, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a guest saves products, finds them in her account and on another device, and shares them', {
  tag: '@long',
}, async ({ page, browser, baseURL, request }) => {
  const [first, second] = await stockedProducts(request, 2);
  if (!first || !second) throw new Error('The demo shop has no two products in stock');
  const heart = (name: string) => page.getByRole('button', { name: `Wishlist: ${name}`, exact: true });

  await page.goto('/wishlist');
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/products?search=${encodeURIComponent(first.name)}`);
  await heart(first.name).click();
  await expect(heart(first.name)).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`/products/${second.slug}`);
  await heart(second.name).first().click();
  // A click before an island is hydrated is not repeated.
  await untilHydrated(page);
  await expect(heart(second.name).first()).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/wishlist');
  const items = page.getByRole('main').getByRole('article');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText(second.name);
  await expectAccessible(page);
  await heart(second.name).click();
  await expect(heart(second.name)).toHaveAttribute('aria-pressed', 'false');
  await heart(second.name).click();
  await page.getByRole('button', { name: `Add ${first.name} to cart` }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();

  // The account keeps them.
  const email = `asha.${Date.now()}@example.in`;
  const password = 'block-print-42';
  const { token } = await (
    await request.post('/api/auth/register', {
      data: { name: 'Asha Rao', email, mobile: `9${String(Date.now()).slice(-9)}`, password },
    })
  ).json();
  const signIn = (text: string) => localStorage.setItem('authToken', text);
  await page.evaluate(signIn, token);
  await page.goto('/wishlist');
  await expect(items).toHaveCount(2);
  await page.getByRole('button', { name: 'Share this wishlist' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to your wishlist' }).inputValue();
  await expectAccessible(page);

  const another = await browser.newContext({ ...(baseURL && { baseURL }) });
  const device = await another.newPage();
  await device.goto(link);
  await expect(device.getByRole('main').getByRole('article')).toHaveCount(2);
  await expect(device.getByText('Asha')).toBeHidden();
  await expect(device.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await device.evaluate(signIn, token);
  await device.goto(`/products/${first.slug}`);
  const onDevice = device.getByRole('button', { name: `Wishlist: ${first.name}`, exact: true }).first();
  await expect(onDevice).toHaveAttribute('aria-pressed', 'true');
  const removed = device.waitForResponse('**/api/wishlist/products/*');
  await onDevice.click();
  expect((await removed).ok()).toBe(true);

  await page.reload();
  await expect(items).toHaveCount(1);
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(page.getByRole('button', { name: 'Share this wishlist' })).toBeVisible();
  await device.goto(link);
  await expect(device.getByRole('heading', { name: 'This wishlist is no longer shared' })).toBeVisible();
  await another.close();

  // The next person at this browser does not see them.
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await page.goto('/wishlist');
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
});
