import {
  checkOut,
  declinedCard,
  expectSuccess,
  goodCard,
  openPayment,
  payByCard,
  phone,
  stockedProduct,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({
  viewport: phone,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 Instagram 400.0',
});

test('inside another app the provider returns with a form', async ({ page, request }) => {
  const product = await stockedProduct(request);
  await checkOut(page, product);
  await openPayment(page, product.finalPrice);
  const back = page.waitForRequest('**/api/razorpay/callback');
  await payByCard(page, goodCard);
  expect((await back).method()).toBe('POST');
  await expectSuccess(page);
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
});

test('a failed payment there returns to checkout with a notice and the cart', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const product = await stockedProduct(request);
  await checkOut(page, product);
  await openPayment(page, product.finalPrice);
  await payByCard(page, declinedCard);
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByText('Payment not completed.')).toBeVisible();
  await page.getByRole('button', { name: /^Show 1 item/ }).click();
  await expect(page.getByRole('main').getByText(product.name).first()).toBeVisible();
});
