import type { Page } from '@playwright/test';
import {
  addToCart,
  checkOut,
  desktop,
  expectSuccess,
  goodCard,
  openPayment,
  payByCard,
  phone,
  stockedProduct,
  untilHydrated,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

const lost = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch/;

async function expectLayout(page: Page, cart: string) {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Haat', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: cart })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
}

test.describe('at a desk', () => {
  test.use({ viewport: desktop });

  test('a page that fails to load keeps header, cart and footer, and Retry loads it', async ({
    page,
    request,
    expectedErrors,
  }) => {
    expectedErrors.push(lost);
    await addToCart(page, await stockedProduct(request));
    await page.route('**/*', (route) => route.abort());
    // Neither the code nor the data of these pages is loaded yet.
    await page.getByRole('link', { name: 'About', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
    await expectLayout(page, 'Cart, 1 item');
    await page.getByRole('link', { name: 'Contact', exact: true }).click();
    await expect(page).toHaveURL('/contact');
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.click();
    await expect(page.getByRole('status').getByText('Check your network and try again.')).toBeVisible();
    await expectLayout(page, 'Cart, 1 item');
    await page.unroute('**/*');
    await retry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
    await expectLayout(page, 'Cart, 1 item');
  });

  test('a busy shop is reported instead of the page, and Retry loads the page', async ({
    page,
    request,
    expectedErrors,
  }) => {
    expectedErrors.push(/503/);
    const product = await stockedProduct(request);
    await page.goto(`/products?search=${encodeURIComponent(product.name)}`);
    await untilHydrated(page);
    const busy = (path: string) =>
      page.route(path, (route) => route.fulfill({ status: 503, json: { message: 'busy' } }));
    await busy(`**/products/${product.slug}.data*`);
    await page.getByRole('main').getByRole('link', { name: product.name, exact: true }).click();
    const failed = page.getByRole('heading', { name: 'Product not found or an error occurred.' });
    await expect(failed).toBeVisible();
    await expect(page.getByText('Please try again in a moment.')).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  });

  test('navigation does not load the data of the layout again', async ({ page }) => {
    await page.goto('/');
    await untilHydrated(page);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (/\.data(\?|$)/.test(request.url())) requests.push(decodeURIComponent(request.url()));
    });
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^About/ })).toBeVisible();
    await main.getByRole('link', { name: 'Cart' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible();
    expect(requests.filter((url) => url.includes('/about.data'))).not.toEqual([]);
    expect(requests.filter((url) => !url.includes('_routes=storefront/'))).toEqual([]);
    expect(requests.filter((url) => url.includes('layout'))).toEqual([]);
    expect(requests.filter((url) => url.includes('/cart.data'))).toEqual([]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('the confirmation is shown even if all requests after the payment fail', async ({
    page,
    request,
    expectedErrors,
  }) => {
    expectedErrors.push(lost);
    const product = await stockedProduct(request);
    await checkOut(page, product);
    await page.route('**/api/razorpay/verify-payment', async (route) => {
      const response = await route.fetch();
      await page.route('**/*', (other) => other.abort());
      await route.fulfill({ response });
    });
    await openPayment(page, product.finalPrice);
    await payByCard(page, goodCard);
    await expectSuccess(page);
    await expect(page.getByRole('cell', { name: product.name })).toBeVisible();
    await expectLayout(page, 'Cart, 0 items');
  });
});
