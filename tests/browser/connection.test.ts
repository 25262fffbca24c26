import type { Page, Route } from '@playwright/test';
import {
  checkOut,
  desktop,
  expectSuccess,
  goodCard,
  openPayment,
  payByCard,
  phone,
  stockedProduct,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

const lost = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch/;

async function expectLayout(page: Page, cart: string) {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Haat', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: cart })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
}

test('a filter that gets no reply, or that of another version of the shop, opens its listing as a page', {
  tag: '@long',
}, async ({ page, expectedErrors }) => {
  expectedErrors.push(lost, /503/);
  await page.setViewportSize(desktop);
  for (const fail of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, json: { message: 'busy' } }),
    async (route: Route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/data-entry="[^"]+"/, 'data-entry="/assets/other.js"');
      await route.fulfill({ response, body });
    },
  ]) {
    await page.goto('/products');
    await page.route('**/products?*', fail, { times: 1 });
    await page.evaluate(() => Object.assign(window, { isFormer: true }));
    await page.getByLabel('In stock only').check();
    await page.waitForFunction(() => !('isFormer' in window));
    await expect(page).toHaveURL('/products?inStock=true');
    await expect(page.getByRole('button', { name: 'Remove filter In stock only' })).toBeVisible();
    await expect(page.getByLabel('In stock only')).toBeChecked();
  }
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
      await page.route('**/*', (item) => item.abort());
      await route.fulfill({ response });
    });
    await openPayment(page, product.finalPrice);
    await payByCard(page, goodCard);
    await expectSuccess(page);
    await expect(page.getByRole('cell', { name: product.name })).toBeVisible();
    await expectLayout(page, 'Cart, 0 items');
  });
});
