import { rupees } from '../../shared/money.ts';
import { phone, stockedProduct } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ javaScriptEnabled: false, viewport: phone });

test('home links to the products', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Start Shopping' }).click();
  await expect(page.getByRole('heading', { name: 'Our Products', level: 1 })).toBeVisible();
});

test('a product can be found and read', async ({ page, request }) => {
  const product = await stockedProduct(request);
  await page.goto('/products');
  await page.getByRole('searchbox').first().fill(product.name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 product', { exact: false })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: product.name, exact: true }).click();
  await expect(page.getByRole('heading', { name: product.name, level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText(rupees(product.finalPrice)).first()).toBeVisible();
  await expect(page.getByText(product.description)).toBeVisible();
});

test('buttons that require JavaScript are hidden, and the page explains why', async ({ page, request }) => {
  const product = await stockedProduct(request);
  await page.goto(`/products/${product.slug}`);
  await expect(page.getByText('Buying requires JavaScript')).toBeVisible();
  const offers = page.getByRole('button', { name: /cart|Buy Now|quantity|Zoom|scrolling/i });
  await expect(offers.filter({ visible: true })).toHaveCount(0);
  await page.goto('/products');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(offers.filter({ visible: true })).toHaveCount(0);
});

for (const [path, button] of [
  ['/contact', 'Send Message'],
  ['/user-login', 'Log in'],
] as const) {
  test(`the form of ${path} says that it needs JavaScript, and its button returns to the page`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('needs JavaScript')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}
