import type { Discount } from '../../shared/contract/catalogue/discounts.ts';
import { rupees, shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import {
  asha,
  checkOut,
  closePayment,
  expectSuccess,
  goodCard,
  openPayment,
  openSummary,
  payButton,
  payByCard,
  stockedProduct,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test('on a phone, a guest orders with cash on delivery, and the owner confirms, ships and delivers it', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const calls = await ownersCalls(request);
  const product = await stockedProduct(request);
  const prepaid = await calls.call<Discount>('POST', '/discounts', {
    title: 'Prepaid offer',
    code: 'PREPAID50',
    enabled: true,
    appliesTo: 'order',
    onlineOnly: true,
    value: { type: 'amount', amount: 50 },
  });
  const viewport = { width: 360, height: 640 };
  const guest = await (await browser.newContext({ baseURL: baseURL ?? '', viewport })).newPage();
  await checkOut(guest, product);
  const total = toRupees(toPaise(product.finalPrice) + 4000);
  const summary = await openSummary(guest);
  await expect(guest.getByText('Pay online and save ₹40')).toBeVisible();
  await guest.getByLabel('Discount code').fill('prepaid50');
  await guest.getByLabel('Discount code').press('Enter');
  await expect(guest.getByText('Pay online and save ₹90')).toBeVisible();
  await guest.getByRole('radio', { name: /^Cash on delivery/ }).check();
  await expect(summary.getByText('Cash on delivery fee')).toBeVisible();
  await expect(summary.getByText('This code is only for orders that are paid online.')).toBeVisible();
  await expect(summary.getByText(rupees(total)).first()).toBeVisible();
  await guest.getByRole('radio', { name: /^Pay online/ }).check();
  await expect(payButton(guest, toRupees(toPaise(product.finalPrice) - 5000))).toBeVisible();
  await guest.getByRole('radio', { name: /^Cash on delivery/ }).check();
  await guest.getByRole('button', { name: 'Place order' }).click();
  await expect(guest.getByRole('heading', { name: 'Please confirm your order' })).toBeVisible();
  await expect(guest.getByText(`Please pay ${shortRupees(total)} to the courier`)).toBeVisible();
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    viewport.width,
  );
  const number = (await guest.getByText(/^Order [0-9A-F]{6}$/).textContent())?.slice(-6) ?? '';

  await page.setViewportSize(viewport);
  await openOffice(page, calls, '/admin/orders?view=to_confirm');
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByText(`Cash on delivery: the courier collects ${shortRupees(total)}`)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm order' }).click();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  const status = page.getByLabel('Status', { exact: true }).first();
  await status.selectOption('Shipped');
  await page.getByRole('button', { name: 'Set to Shipped' }).click();
  await expect(status).toHaveValue('shipped');
  await status.selectOption('Delivered');
  await expect(
    page.getByText(`${shortRupees(total)} is recorded as collected in cash, and the order is paid.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Set to Delivered' }).click();
  await expect(page.getByText('Collected on delivery', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);

  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'Order delivered' })).toBeVisible();

  // The next one is paid in advance in part.
  const advance = { type: 'amount', amount: 200 };
  await calls.call('PUT', '/site-info/admin', { codAdvance: advance });
  await checkOut(guest, product);
  const rest = toRupees(toPaise(total) - 20_000);
  await expect(guest.getByText(`Pay ₹200 now, ${shortRupees(rest)} at the door.`)).toBeVisible();
  await guest.getByRole('radio', { name: /^Cash on delivery/ }).check();
  await openPayment(guest, 200);
  await closePayment(guest);
  await expect(guest.getByText('Payment not completed')).toBeVisible();
  await expect(guest.getByLabel('Full name')).toHaveValue(asha.name);
  await openPayment(guest, 200);
  await payByCard(guest, goodCard);
  await expectSuccess(guest);
  await expect(guest.getByText(`Please pay ${shortRupees(rest)} to the courier`)).toBeVisible();
  await expect(guest.getByRole('row', { name: 'Paid in advance ₹200' })).toBeVisible();
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    viewport.width,
  );
  const orderId = guest.url().split('/').at(-1) ?? '';
  await guest.context().close();

  await page.goto(`/admin/orders/${orderId}`);
  await expect(
    page.getByText(`the courier collects ${shortRupees(rest)}; ₹200 was paid in advance`),
  ).toBeVisible();
  await status.selectOption('Cancelled');
  await expect(page.getByText('₹200 is refunded to the shopper.')).toBeVisible();
  await page.getByLabel('Keep what was paid in advance').check();
  await expect(page.getByText('₹200 was paid in advance and is kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Set to Cancelled' }).click();
  await expect(page.getByText('Paid in advance and kept: ₹200')).toBeVisible();
  await calls.call('PUT', '/site-info/admin', { codAdvance: null });
  await calls.call('DELETE', `/discounts/${prepaid._id}`);
});
