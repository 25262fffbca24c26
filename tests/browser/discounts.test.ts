import type { Discount } from '../../shared/contract/discounts.ts';
import { rupees, shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import {
  checkOut,
  expectSuccess,
  goodCard,
  openPayment,
  payByCard,
  stockedProduct,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test('the owner creates a discount, and a guest buys with its code', async ({
  page,
  request,
  browser,
  baseURL,
  expectedErrors,
}) => {
  const calls = await ownersCalls(request);
  const product = await stockedProduct(request);
  await openOffice(page, calls, '/admin/discounts');
  await expect(page.getByRole('link', { name: 'Welcome offer' })).toBeVisible();
  await page.getByRole('link', { name: 'Add discount' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill('Journey offer');
  await page.getByLabel('Code', { exact: true }).fill('journey20');
  await page.getByLabel('Percentage (%)').fill('20');
  await page.getByLabel('Applies to').selectOption('products');
  await page.getByLabel('Add a product').fill(product.name);
  await page
    .getByRole('list', { name: 'Matching products' })
    .getByRole('button', { name: product.name })
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'Chosen products' })).toContainText(product.name);
  await page.getByLabel(/^Usage limit(?! per)/).fill('1');
  await page.getByLabel('Start (India)').fill('2026-01-01T09:30');
  await expect(
    page.getByText(/^20% off 1 product, with the code JOURNEY20\. Valid from 1 Jan 2026/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Discount added')).toBeVisible();
  await page.getByRole('link', { name: 'Journey offer' }).click();
  await expect(page.getByLabel('Start (India)')).toHaveValue('2026-01-01T09:30');

  const guest = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  // The replies to codes that can't be used.
  expectedErrors.push(/status of 4(00|09)/);
  await checkOut(guest, product);
  const enter = async (code: string) => {
    await guest.getByLabel('Discount code').fill(code);
    await guest.getByLabel('Discount code').press('Enter');
  };
  await enter('NOSUCHCODE');
  await expect(guest.getByText('This code does not exist or is not valid any more.')).toBeVisible();
  await enter('welcome10');
  await expect(guest.getByText('Log in or sign up to use this code.')).toBeVisible();
  await enter('journey20');
  const off = toRupees(Math.round(toPaise(product.finalPrice) / 5));
  const total = toRupees(toPaise(product.finalPrice) - toPaise(off));
  const summary = guest.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByText('Journey offer (JOURNEY20)')).toBeVisible();
  await expect(summary.getByText(rupees(-off))).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Remove the code' })).toBeFocused();
  await guest.goto('/cart');
  await expect(guest.getByRole('region', { name: 'Summary' })).toContainText('Journey offer (JOURNEY20)');
  await expect(guest.getByRole('region', { name: 'Summary' })).toContainText(rupees(total));
  await guest.goto('/checkout');
  await openPayment(guest, total);
  await payByCard(guest, goodCard);
  await expectSuccess(guest);
  await expect(guest.getByText('Journey offer (JOURNEY20)')).toBeVisible();
  await expect(guest.getByText(shortRupees(-off))).toBeVisible();
  await guest.context().close();

  await page.getByRole('link', { name: 'All discounts' }).click();
  const row = page.getByRole('row', { name: /Journey offer/ });
  await expect(row).toContainText('Used up');
  await expect(row).toContainText('1 of 1');
  const list = await calls.call<Discount[]>('GET', '/discounts');
  const created = list.find(({ code }) => code === 'JOURNEY20');
  await calls.call('DELETE', `/discounts/${created?._id}`);
});
