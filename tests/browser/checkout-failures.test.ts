import type { Page } from '@playwright/test';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import { toRupees } from '../../shared/money.ts';
import { payByCalls } from '../support/browser-orders.ts';
import { ownersCalls } from '../support/browser-owner.ts';
import {
  addToCart,
  asha,
  checkOut,
  closePayment,
  desktop,
  expectSuccess,
  goodCard,
  openPayment,
  pay,
  payButton,
  payByCard,
  paymentWindow,
  stockedProduct,
  stockedProducts,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });

test('an empty checkout links to the products', { tag: '@long' }, async ({ page }) => {
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible();
});

test('errors are shown under their fields, and the first invalid field gets the focus', {
  tag: '@long',
}, async ({ page, request }) => {
  const product = await stockedProduct(request);
  await addToCart(page, product);
  await page.goto('/checkout');
  await page.getByLabel('Alternate Mobile (Optional)').fill('123');
  await page.getByLabel('PIN code').fill('012345');
  await payButton(page, product.finalPrice).click();
  const email = page.getByLabel('Email Address');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Email is required');
  await expect(page.getByLabel('Mobile Number')).toHaveAccessibleDescription('Mobile number is required');
  await expect(page.getByLabel('Alternate Mobile (Optional)')).toHaveAccessibleDescription(
    'Enter a valid alternate mobile number',
  );
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Full name is required');
  await expect(page.getByLabel('PIN code')).toHaveAccessibleDescription('Enter a valid PIN code');
  await expect(page.getByLabel('State')).toHaveAccessibleDescription('State is required');

  await email.fill('asha');
  await expect(email).not.toHaveAccessibleDescription(/./);
  await page.getByLabel('Mobile Number').fill('12345');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription('Enter a valid email address');
  await expect(page.getByLabel('Mobile Number')).toHaveAccessibleDescription(
    'Enter a valid Indian mobile number',
  );
});

test('the PIN code suggests the state, but does not replace a chosen one', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await addToCart(page, await stockedProduct(request));
  await page.goto('/checkout');
  const [pin, state] = [page.getByLabel('PIN code'), page.getByLabel('State')];
  await pin.fill('110001');
  await expect(state).toHaveValue('Delhi');
  await pin.fill('302003');
  await expect(state).toHaveValue('Rajasthan');
  await state.selectOption('Goa');
  await pin.fill('110001');
  await expect(state).toHaveValue('Goa');
});

test('the state of each address that has another PIN code is asked about once', { tag: '@long' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/400.*create-order/);
  const product = await stockedProduct(request);
  const email = `asha.${Date.now()}@example.in`;
  const mobile = `9${String(Date.now()).slice(-9)}`;
  const account = { name: asha.name, email, mobile, password: 'block-print-42' };
  const { token } = await (await page.request.post('/api/auth/register', { data: account })).json();
  const headers = { authorization: `Bearer ${token}` };
  const { email: _, mobile: __, ...address } = asha;
  for (const [postalCode, state] of [
    ['110001', 'Kerala'],
    ['302001', 'Goa'],
  ])
    await page.request.post('/api/auth/addresses', { headers, data: { ...address, postalCode, state } });
  await page.goto('/about');
  await page.evaluate((value) => localStorage.setItem('authToken', value), token);
  await addToCart(page, product);
  await page.goto('/checkout');
  const [saved, state] = [page.getByLabel('Saved addresses'), page.getByLabel('State')];
  await saved.selectOption({ label: `${asha.name}, ${asha.address}, ${asha.city} 302001` });
  await payButton(page, product.finalPrice).click();
  await expect(state).toHaveAccessibleDescription(/^PIN code 302001 is in Rajasthan\. .* if Goa is right\.$/);
  await saved.selectOption({ label: `${asha.name}, ${asha.address}, ${asha.city} 110001` });
  await expect(state).not.toHaveAccessibleDescription(/./);
  await payButton(page, product.finalPrice).click();
  await expect(state).toHaveAccessibleDescription(/^PIN code 110001 is in Delhi\./);
  await openPayment(page, product.finalPrice);
});

test('a payment script that fails to load is reported and can be retried (T-FLT-07)', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const product = await stockedProduct(request);
  await page.route('**/checkout.js', (route) => route.abort());
  await checkOut(page, product);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to load Razorpay SDK. Please try again.');
  await page.unroute('**/checkout.js');
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(alert).toBeEmpty();
  await openPayment(page, product.finalPrice);
});

test('a changed price is shown, and nothing is charged before the shopper pays again', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const product = await stockedProduct(request);
  await checkOut(page, product);
  const cheaper = toRupees(100);
  await editCart(page, { price: cheaper });
  await pay(page, cheaper);
  await expect(page.getByRole('alert')).toContainText('Prices have changed');
  await expect(payButton(page, product.finalPrice)).toBeEnabled();
  await expect(paymentWindow(page)).toBeHidden();
});

test('a line with too few units shows how many are left and is corrected with one click', {
  tag: '@long',
}, async ({ page, request }) => {
  const product = await stockedProduct(request);
  await checkOut(page, product);
  await editCart(page, { quantity: product.countInStock + 1 });
  await page.reload();
  await expect(page.getByText(`Only ${product.countInStock} left`)).toBeVisible();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('alert')).toContainText('Change or remove the marked items');
  await page.getByRole('button', { name: `Change to ${product.countInStock}` }).click();
  await expect(page.getByText(`Only ${product.countInStock} left`)).toBeHidden();
  await expect(
    payButton(page, toRupees(Math.round(product.finalPrice * 100) * product.countInStock)),
  ).toBeEnabled();
});

test('a failure to create the order is reported, and the entered details stay', { tag: '@long' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/502/);
  const product = await stockedProduct(request);
  await page.route('**/api/razorpay/create-order', (route) =>
    route.fulfill({ status: 502, json: { success: false, message: 'Bad gateway', code: 'bad_gateway' } }),
  );
  await checkOut(page, product);
  await pay(page, product.finalPrice);
  await expect(page.getByRole('alert')).toHaveText(
    'There was an error processing your payment. Please try again.',
  );
  await expect(payButton(page, product.finalPrice)).toBeEnabled();
  await expect(page.getByLabel('City')).toHaveValue('Jaipur');
});

test('in a rush the page waits for its turn, and then orders and opens the payment', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/503/);
  const product = await stockedProduct(request);
  await checkOut(page, product);
  const queue = { place: 812, position: 120, seconds: 150, retry_after: 1 };
  const refused = { success: false, message: 'Please wait for your turn.', code: 'checkout_queue', queue };
  const refuse = { status: 503, json: refused };
  await page.route('**/api/razorpay/create-order', (route) => route.fulfill(refuse), { times: 1 });
  let position = 40;
  await page.route('**/api/razorpay/checkout-queue?place=812', (route) =>
    route.fulfill({ json: { ...queue, position } }),
  );
  await pay(page, product.finalPrice);
  const status = page.getByRole('status').filter({ hasText: 'Many people are ordering' });
  await expect(status).toContainText(/(119|39) orders come before yours\. Your turn is in about 3 minutes\./);
  await expect(status).toContainText('39 orders');
  await expect(page.getByLabel('City')).toHaveValue('Jaipur');
  position = 0;
  await payByCard(page, goodCard);
  await expectSuccess(page);
});

test('a failed verification is reported', { tag: '@long' }, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/400|ERR_FAILED/);
  const product = await stockedProduct(request);
  await checkOut(page, product);
  // The webhook may make the order paid before the reply, and the page would leave at once.
  await page.route('**/api/razorpay/orders/*/status', (route) => route.abort());
  await page.route('**/api/razorpay/verify-payment', (route) =>
    route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), razorpay_signature: 'a'.repeat(64) }),
    }),
  );
  await openPayment(page, product.finalPrice);
  await payByCard(page, goodCard);
  await expect(page.getByRole('alert')).toHaveText('Payment verification failed. Please contact support.');
});

test('a payment whose verification request fails still completes the order', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const product = await stockedProduct(request);
  await checkOut(page, product);
  await page.route('**/api/razorpay/verify-payment', (route) => route.abort());
  await openPayment(page, product.finalPrice);
  await payByCard(page, goodCard);
  await expect(page.getByRole('alert')).toHaveText(
    'There was an error verifying your payment. Please contact support.',
  );
  await expectSuccess(page);
});

/** Orders a product, and closes the payment window while the bank has not confirmed. Returns the order at the provider. */
async function leavePending(page: Page, product: Product): Promise<string> {
  await checkOut(page, product);
  const creating = page.waitForResponse('**/api/razorpay/create-order');
  const window = await openPayment(page, product.finalPrice);
  const { razorpay_order } = (await (await creating).json()) as { razorpay_order: { id: string } };
  await window.getByRole('button', { name: 'Stay pending' }).click();
  await expect(window.getByRole('heading', { name: 'Waiting for the bank' })).toBeVisible();
  await window.getByRole('button', { name: 'Close' }).click();
  return razorpay_order.id;
}

test('a late payment is not reported as failed: the page polls and opens the order', async ({
  page,
  request,
}) => {
  const product = await stockedProduct(request);
  const providerOrderId = await leavePending(page, product);

  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'payment' });
  await expect(notice).toContainText('Your bank may still confirm this payment.');
  await expect(page.getByRole('alert')).toBeEmpty();
  await expect(payButton(page, product.finalPrice)).toBeEnabled();
  await page.reload();
  await expect(notice).toContainText('Your bank may still confirm this payment.');
  await expect(page.getByRole('main').getByText(product.name)).toBeVisible();
  await payByCalls(request, providerOrderId);
  await expectSuccess(page);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test('the cart is empty if a bank has confirmed the payment after the shopper left the checkout', {
  tag: '@long',
}, async ({ page, request }) => {
  const product = await stockedProduct(request);
  const providerOrderId = await leavePending(page, product);
  await page.goto('/cart');
  await expect(page.getByRole('main').getByText(product.name)).toBeVisible();
  await payByCalls(request, providerOrderId);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test('a payment completed while the page was closed is found, and only its items leave the cart', async ({
  page,
  request,
}) => {
  const [product, second] = await stockedProducts(request, 2);
  if (!product || !second) throw new Error('two products are needed');
  await payWithoutReply(page, product);
  await addToCart(page, second);
  await page.goto('/checkout');
  await expectSuccess(page);
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});

test('a payment whose reply was lost is found by the next click on Pay, even after a change', async ({
  page,
  request,
}) => {
  const product = await stockedProduct(request);
  await payWithoutReply(page, product);
  let isPaying = false;
  await page.route('**/api/razorpay/orders/*/status', (route) =>
    isPaying ? route.continue() : route.fulfill({ status: 204 }),
  );
  await page.goto('/checkout');
  const orders: string[] = [];
  page.on('request', (call) => orders.push(call.url()));
  await page.getByLabel('City').fill('Jodhpur');
  const pay = payButton(page, product.finalPrice);
  await expect(pay).toBeEnabled();
  isPaying = true;
  await pay.click();
  await expectSuccess(page);
  expect(orders.filter((url) => url.endsWith('/create-order'))).toEqual([]);
});

test('a shopper who corrects the address can still buy the last unit', async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const last = { name: 'The last bowl', price: 700, countInStock: 1 };
  const product = await calls.call<Product>('POST', '/products', last);
  await checkOut(page, product);
  await openPayment(page, product.finalPrice);
  await closePayment(page);
  await page.getByLabel('City').fill('Jodhpur');
  await openPayment(page, product.finalPrice);
  await payByCard(page, goodCard);
  await expectSuccess(page);
  await calls.call('DELETE', `/products/${product._id}`);
});

test('an order that fails to load can be loaded again', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/500|404|ERR_FAILED/);
  await page.route('**/api/order/*', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, message: 'Something went wrong.', code: 'internal' },
    }),
  );
  await page.goto('/order-success/unknown');
  await expect(page.getByRole('heading', { name: 'Error loading order' })).toBeVisible();
  await expect(page.getByText('Something went wrong.')).toBeVisible();
  await page.unroute('**/api/order/*');
  await page.route('**/api/order/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Failed to fetch order details')).toBeVisible();
  await page.unroute('**/api/order/*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText("We couldn't find an order with that ID.")).toBeVisible();
});

/** Pays, and leaves before the verification is answered. */
async function payWithoutReply(page: Page, product: Product) {
  await checkOut(page, product);
  const creating = page.waitForResponse('**/api/razorpay/create-order');
  await openPayment(page, product.finalPrice);
  await creating;
  await page.route('**/api/razorpay/verify-payment', () => {});
  const verifying = page.waitForRequest('**/api/razorpay/verify-payment');
  await payByCard(page, goodCard);
  await verifying;
}

/** Changes the only line of the saved cart, as if it had been saved before a change in the shop. */
async function editCart(page: Page, change: object) {
  const cart = await page.context().newPage();
  // Not a page of the shop, because that would refresh the cart at the same time.
  await cart.goto('/api/health/live');
  await cart.evaluate((changed) => {
    const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]');
    localStorage.setItem('cart', JSON.stringify([{ ...line, ...changed }]));
  }, change);
  await cart.close();
}
