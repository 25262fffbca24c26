import {
  checkOut,
  expectSuccess,
  goodCard,
  openPayment,
  payByCard,
  phone,
  stockedProduct,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: phone, hasTouch: true });

test('an order is paid even if the tab is closed right after the payment', { tag: '@long' }, async ({
  context,
  page,
  request,
}) => {
  const product = await stockedProduct(request);
  await checkOut(page, product);
  const creating = page.waitForResponse('**/api/razorpay/create-order');
  await openPayment(page, product.finalPrice);
  const { order_id, order_key } = (await (await creating).json()) as Record<string, string>;
  // The verification request of the page never reaches the server.
  await page.route('**/api/razorpay/verify-payment', () => {});
  const verifying = page.waitForRequest('**/api/razorpay/verify-payment');
  await payByCard(page, goodCard);
  await verifying;
  await page.close();

  const address = `/api/order/${order_id}?key=${order_key}`;
  const status = async () => ((await (await request.get(address)).json()) as { status: string }).status;
  await expect.poll(status).toBe('paid');
  const later = await context.newPage();
  await later.goto(`/order-success/${order_id}?key=${order_key}`);
  await expectSuccess(later);
});
