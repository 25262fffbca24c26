import { readFileSync } from 'node:fs';
import type { Discount } from '../../shared/contract/catalogue/discounts.ts';
import { rupees, shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import {
  addToCart,
  checkOut,
  expectSuccess,
  fillDetails,
  goodCard,
  openDrawer,
  openPayment,
  openSummary,
  payByCard,
  phone,
  stockedProduct,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test('the owner creates a discount and a gift card, and a guest buys with both codes', {
  tag: '@long',
}, async ({ page, request, browser, baseURL, expectedErrors }) => {
  const calls = await ownersCalls(request);
  const product = await stockedProduct(request);
  await openOffice(page, calls, '/admin/discounts');
  await expect(page.getByRole('link', { name: 'Welcome offer' })).toBeVisible();
  await page.getByRole('link', { name: 'Add discount' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill('Journey offer');
  await page.getByLabel('Code', { exact: true }).fill('journey20');
  await page.getByLabel('Type').selectOption('free_shipping');
  await page.getByLabel(/^Customer tags/).fill('VIP');
  await page.getByLabel(/^Customer tags/).press('Enter');
  await expect(
    page.getByText(
      /^Free shipping on any order, for signed-in customers with the tag vip, with the code JOURNEY20\./,
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remove tag vip' }).click();
  await page.getByLabel('Type').selectOption('percent');
  await page.getByLabel('Percentage (%)').fill('20');
  await page.getByLabel('Applies to').selectOption('products');
  const value = page.getByRole('region', { name: 'Value' });
  await value.getByLabel('Add a product').fill(product.name);
  await value
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

  await page.goto('/admin/gift-cards');
  await page.getByRole('button', { name: 'Create gift card' }).first().click();
  await page.getByLabel('Amount (₹)').fill('100');
  await page.getByLabel('Reason').fill('Journey');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const giftCode = await page.getByText(/^([A-Z2-9]{4}-){4}[A-Z2-9]{4}$/).innerText();
  await page.getByRole('button', { name: 'Done' }).click();

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
  // The drawer has the same prices, in rows that do not move when they come.
  await guest.goto('/products');
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await guest.route('**/api/razorpay/quote', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  const drawer = await openDrawer(guest);
  const sums = drawer.locator('dl');
  await expect(sums).toContainText('Discounts—');
  const { height, y } = (await sums.boundingBox()) ?? {};
  answer();
  await expect(sums).toContainText(`Discounts${rupees(-off)}`);
  await expect(sums).toContainText(`Total${rupees(total)}`);
  expect(await sums.boundingBox()).toMatchObject({ height, y });
  await guest.goto('/checkout');
  const giftCard = `Gift card ending ${giftCode.slice(-4)}`;
  await guest.getByLabel('Gift card', { exact: true }).fill(giftCode.toLowerCase());
  await guest.getByRole('button', { name: 'Apply' }).click();
  await expect(summary.getByText(rupees(-100))).toBeVisible();
  const due = toRupees(toPaise(total) - 10_000);
  // Folded, the summary of a phone shows what is left to pay.
  await guest.setViewportSize(phone);
  await expect(guest.getByRole('button', { name: `To pay ${rupees(due)}` })).toBeVisible();
  await openPayment(guest, due);
  await payByCard(guest, goodCard);
  await expectSuccess(guest);
  await expect(guest.getByText('Journey offer (JOURNEY20)')).toBeVisible();
  await expect(guest.getByText(`${giftCard} pays`)).toBeVisible();
  await expect(guest.getByText(shortRupees(-off))).toBeVisible();
  await guest.context().close();

  await page.reload();
  const card = page.getByRole('row', { name: new RegExp(`Ending ${giftCode.slice(-4)}`) });
  await expect(card).toContainText('Used up');
  await page.goto('/admin/discounts');
  const row = page.getByRole('row', { name: /Journey offer/ });
  await expect(row).toContainText('Used up');
  await expect(row).toContainText('1 of 1');
  const list = await calls.call<Discount[]>('GET', '/discounts');
  const created = list.find(({ code }) => code === 'JOURNEY20');
  await calls.call('DELETE', `/discounts/${created?._id}`);
});

test('on a phone, a unique code of "buy two, get one free" is tried, downloaded and used once', {
  tag: '@long',
}, async ({ page, request, browser, baseURL, expectedErrors }) => {
  const narrow = { width: 360, height: 780 };
  await page.setViewportSize(narrow);
  const calls = await ownersCalls(request);
  const product = await stockedProduct(request);
  const only = { appliesTo: 'products', targets: [product._id] };
  const { _id } = await calls.call<Discount>('POST', '/discounts', {
    title: 'Two and one',
    code: null,
    uniqueCodes: true,
    enabled: true,
    minQuantity: 2,
    ...only,
    value: { type: 'buy_x_get_y', quantity: 1, percent: 100, ...only },
  });
  await openOffice(page, calls, `/admin/discounts/${_id}`);
  const trial = page.getByRole('region', { name: 'Try it out' });
  await trial.getByLabel('Add a product').fill(product.name);
  await trial.getByRole('list', { name: 'Matching products' }).getByRole('button').first().click();
  await expect(trial.getByText('This discount needs at least 2 of its products in the cart.')).toBeVisible();
  await trial.getByRole('spinbutton', { name: product.name }).fill('3');
  await expect(trial.getByText(shortRupees(-product.finalPrice))).toBeVisible();
  await page.getByLabel('Number of codes').fill('1');
  await page.getByLabel('Prefix').fill('two');
  await page.getByRole('button', { name: 'Create codes' }).click();
  await expect(page.getByText('1 code created')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const [, row = ''] = readFileSync(await (await download).path(), 'utf8').split('\r\n');
  const [code = ''] = row.split(',');
  expect(code).toMatch(/^TWO-/);

  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: narrow });
  const guest = await context.newPage();
  await addToCart(guest, product);
  await guest.goto('/cart');
  for (const quantity of [2, 3]) {
    await guest.getByRole('button', { name: `Increase quantity of ${product.name}` }).click();
    await expect(guest.getByText(String(quantity), { exact: true }).first()).toBeVisible();
  }
  await guest.goto('/checkout');
  await fillDetails(guest);
  await openSummary(guest);
  await guest.getByLabel('Discount code').fill(code);
  await guest.getByLabel('Discount code').press('Enter');
  await expect(guest.getByText(`Two and one (${code})`)).toBeVisible();
  await guest.goto('/cart');
  await expect(guest.getByRole('region', { name: 'Summary' })).toContainText(`Two and one (${code})`);
  await guest.goto('/checkout');
  await openPayment(guest, toRupees(2 * toPaise(product.finalPrice)));
  await payByCard(guest, goodCard);
  await expectSuccess(guest);

  // The reply to a code that is used.
  expectedErrors.push(/status of 400/);
  await addToCart(guest, product);
  await guest.goto('/checkout');
  await openSummary(guest);
  await guest.getByLabel('Discount code').fill(code);
  await guest.getByLabel('Discount code').press('Enter');
  await expect(guest.getByText('This code does not exist or is not valid any more.')).toBeVisible();
  await context.close();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Unique codes' })).toContainText('1 of 1');
  await calls.call('DELETE', `/discounts/${_id}`);
});
