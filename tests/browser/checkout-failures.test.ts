import type { Page } from '@playwright/test';
import type { Product } from '../../shared/contract/catalogue.ts';
import { toRupees } from '../../shared/money.ts';
import { payByCalls } from '../support/browser-orders.ts';
import { ownersCalls } from '../support/browser-owner.ts';
import {
  addToCart,
  checkOut,
  closePayment,
  desktop,
  expectSuccess,
  goodCard,
  openPayment,
  payButton,
  payByCard,
  paymentWindow,
  stockedProduct,
  stockedProducts,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });

test('an empty checkout leads back to the shop', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible();
});

test('what is missing or wrong is said under its field, and the first one has the focus', async ({
  page,
  request,
}) => {
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

test('the PIN code suggests its state, and leaves one that was chosen', async ({ page, request }) => {
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

test('a payment script that does not load says so, keeps everything, and can be tried again (T-FLT-07)', async ({
  page,
  request,
  expectedErrors,
}) => {
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

test('a price that changed since is shown, and nothing is charged before the shopper agrees', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const product = await stockedProduct(request);
  await checkOut(page, product);
  const cheaper = toRupees(100);
  await editCart(page, { price: cheaper });
  await payButton(page, cheaper).click();
  await expect(page.getByRole('alert')).toContainText('Prices have changed');
  await expect(payButton(page, product.finalPrice)).toBeEnabled();
  await expect(paymentWindow(page)).toBeHidden();
});

test('a line that is short of stock says what is left and is mended with one press', async ({
  page,
  request,
}) => {
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

test('when the order can not be made the page says so and loses nothing', async ({
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
  await payButton(page, product.finalPrice).click();
  await expect(page.getByRole('alert')).toHaveText(
    'There was an error processing your payment. Please try again.',
  );
  await expect(payButton(page, product.finalPrice)).toBeEnabled();
  await expect(page.getByLabel('City')).toHaveValue('Jaipur');
});

test('a verification that is refused is said in plain words', async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/400/);
  const product = await stockedProduct(request);
  await checkOut(page, product);
  await page.route('**/api/razorpay/verify-payment', (route) =>
    route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), razorpay_signature: 'a'.repeat(64) }),
    }),
  );
  await openPayment(page, product.finalPrice);
  await payByCard(page, goodCard);
  await expect(page.getByRole('alert')).toHaveText('Payment verification failed. Please contact support.');
});

test('a payment whose verification was lost on the way still arrives', async ({
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

test('a payment that the bank confirms late is not called failed: the page asks on and goes to the order', async ({
  page,
  request,
}) => {
  const product = await stockedProduct(request);
  await checkOut(page, product);
  const creating = page.waitForResponse('**/api/razorpay/create-order');
  const window = await openPayment(page, product.finalPrice);
  const { razorpay_order } = (await (await creating).json()) as { razorpay_order: { id: string } };
  await window.getByRole('button', { name: 'Stay pending' }).click();
  await expect(window.getByRole('heading', { name: 'Waiting for the bank' })).toBeVisible();
  await window.getByRole('button', { name: 'Close' }).click();

  const told = page.getByRole('main').getByRole('status');
  await expect(told).toContainText('Your bank may still confirm this payment.');
  await expect(page.getByRole('alert')).toBeEmpty();
  await expect(payButton(page, product.finalPrice)).toBeEnabled();
  await page.reload();
  await expect(told).toContainText('Your bank may still confirm this payment.');
  await expect(page.getByRole('main').getByText(product.name)).toBeVisible();
  await payByCalls(request, razorpay_order.id);
  await expectSuccess(page);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test('a payment that came in while the page was away is found, and takes out what it bought alone', async ({
  page,
  request,
}) => {
  const [product, other] = await stockedProducts(request, 2);
  if (!product || !other) throw new Error('two products are needed');
  await payUnheard(page, product);
  await addToCart(page, other);
  await page.goto('/checkout');
  await expectSuccess(page);
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});

test('a payment whose answer was lost is found by the next Pay, whatever was changed before it', async ({
  page,
  request,
}) => {
  const product = await stockedProduct(request);
  await payUnheard(page, product);
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

test('who corrects her address before she pays for the last piece still gets it', async ({
  page,
  request,
}) => {
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

test('a server that is away while an order is read can be asked again', async ({ page, expectedErrors }) => {
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

/** Pays, and leaves before the shop's answer is there. */
async function payUnheard(page: Page, product: Product) {
  await checkOut(page, product);
  const answering = page.waitForResponse('**/api/razorpay/create-order');
  await openPayment(page, product.finalPrice);
  await answering;
  await page.route('**/api/razorpay/verify-payment', () => {});
  const verifying = page.waitForRequest('**/api/razorpay/verify-payment');
  await payByCard(page, goodCard);
  await verifying;
}

/** Changes the saved cart's only line, as a cart saved days ago might differ from the shop. */
async function editCart(page: Page, change: object) {
  const cart = await page.context().newPage();
  // No page of the shop: that would refresh the cart at the same time.
  await cart.goto('/api/health/live');
  await cart.evaluate((changed) => {
    const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]');
    localStorage.setItem('cart', JSON.stringify([{ ...line, ...changed }]));
  }, change);
  await cart.close();
}
