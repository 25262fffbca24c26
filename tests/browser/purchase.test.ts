import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import { rupees } from '../../shared/money.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import {
  addToCart,
  asha,
  checkOut,
  closePayment,
  declinedCard,
  desktop,
  expectSuccess,
  fillDetails,
  goodCard,
  openDrawer,
  openPayment,
  openPdf,
  payButton,
  payByCard,
  phone,
  stockedProduct,
  stockedProducts,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { pdfText } from '../support/pdf-text.ts';

test.use({ viewport: phone, hasTouch: true });

test('a guest buys two products on a phone and downloads the invoice', async ({ page, request }) => {
  const products = await stockedProducts(request, 2);
  const total = products.reduce((sum, product) => sum + product.finalPrice, 0);

  for (const product of products) await addToCart(page, product);
  const drawer = await openDrawer(page);
  await expect(drawer).toHaveAccessibleName('Your Cart (2)');
  await expect(drawer.getByText('Subtotal').locator('..')).toContainText(rupees(total));
  await drawer.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByText('Test mode: no real payment is taken')).toBeVisible();
  await fillDetails(page);
  await openPayment(page, total);
  await payByCard(page, goodCard);

  await expectSuccess(page);
  await expect(page.getByText('A confirmation has been sent to your email.')).toBeVisible();
  for (const { name } of products) {
    const cell = page.getByRole('cell', { name, exact: true });
    await expect(cell).toBeVisible();
    await expect(cell.locator('img')).toBeVisible();
  }
  const main = page.getByRole('main');
  await expect(main.getByText(asha.address)).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect(main.getByText(`Order ${orderNumber(id)}`, { exact: true })).toBeVisible();
  expect(await main.innerText()).not.toContain(id);
  await expect(page.getByRole('heading', { name: 'Finish Setting Up Your Account' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();

  const text = pdfText(await download(page));
  for (const { name } of products) expect(text).toContain(name);
  expect(text).toContain(rupees(total));
  expect(text).toMatch(/TEST-\d{6}/);
  expect(text).toContain(asha.name);
  expect(text).toContain(orderNumber(id));

  for (const bought of products) expect(await stockOf(page, bought)).toBe(bought.countInStock - 1);
});

test('View Invoice opens a new tab on a phone, and a preview with Proceed on a desktop', {
  tag: '@long',
}, async ({ page, request }) => {
  const product = await stockedProduct(request);
  await checkOut(page, product);
  await openPayment(page, product.finalPrice);
  await payByCard(page, goodCard);
  await expectSuccess(page);
  await openPdf(page.getByRole('button', { name: 'View Invoice' }));
  const preview = page.getByRole('dialog', { name: 'Invoice Preview' });
  await expect(preview).toBeHidden();
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: 'View Invoice' }).click();
  await expect(preview.getByTitle('Invoice', { exact: true })).toBeVisible();
  await preview.getByRole('button', { name: 'Proceed' }).click();
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible();
});

test('after a declined card, another card pays in the same window', async ({ page, request }) => {
  const product = await stockedProduct(request);
  await checkOut(page, product);
  const window = await openPayment(page, product.finalPrice);
  await payByCard(page, declinedCard);
  await expect(window.getByRole('alert')).toContainText('declined');
  await payByCard(page, goodCard);
  await expectSuccess(page);
  expect(await stockOf(page, product)).toBe(product.countInStock - 1);
});

test('closing the payment window enables the button, and the next attempt pays the same order', async ({
  page,
  request,
}) => {
  const product = await stockedProduct(request);
  await checkOut(page, product);
  const orders: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/create-order')) orders.push((await response.json()).order_id);
  });
  const window = await openPayment(page, product.finalPrice);
  await payByCard(page, declinedCard);
  await expect(window.getByRole('alert')).toBeVisible();
  await closePayment(page);

  await expect(payButton(page, product.finalPrice)).toBeEnabled();
  await expect(payButton(page, product.finalPrice)).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('❌ Payment failed: Your payment was declined');

  await page.reload();
  await expect(page.getByLabel('Email Address')).toHaveValue(asha.email);
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(asha.address);
  await expect(page.getByLabel('State')).toHaveValue(asha.state);
  await openPayment(page, product.finalPrice);
  await payByCard(page, goodCard);
  await expectSuccess(page);
  expect(orders[1]).toBe(orders[0]);
  expect(await stockOf(page, product)).toBe(product.countInStock - 1);
});

test('the key of a guest order opens it, and without the key it is not found (T-IDR-04)', {
  tag: '@long',
}, async ({ page, request, browser, expectedErrors }) => {
  expectedErrors.push(/404/);
  const product = await stockedProduct(request);
  await checkOut(page, product);
  await openPayment(page, product.finalPrice);
  await payByCard(page, goodCard);
  await expectSuccess(page);
  await page.reload();
  await expectSuccess(page);
  const keys = await page.evaluate(() => localStorage.getItem('order_keys'));
  const [[orderId, key] = ['', '']] = Object.entries<string>(JSON.parse(keys ?? '{}'));

  const otherUser = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await otherUser.goto(`/order-success/${orderId}`);
  await expect(otherUser.getByRole('heading', { name: 'Order not found' })).toBeVisible();
  await otherUser.goto(`/order-success/${orderId}?key=${key}`);
  await expectSuccess(otherUser);
  await otherUser.close();
});

test('the page of an unpaid order says so and shows the payment without a reload', async ({
  page,
  request,
}) => {
  const product = await stockedProduct(request);
  await checkOut(page, product);
  await openPayment(page, product.finalPrice);
  await payByCard(page, goodCard);
  await expectSuccess(page);
  let replies = 0;
  await page.route('**/api/order/*', async (route) => {
    const response = await route.fetch();
    const waiting = { status: 'pending', payment_id: null, invoice_path: null, paidAmount: 0 };
    replies += 1;
    await route.fulfill({ response, json: { ...(await response.json()), ...(replies < 3 && waiting) } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'View Invoice' })).toBeDisabled();
  await expectSuccess(page);
  await expect(page.getByRole('button', { name: 'View Invoice' })).toBeEnabled();
});

async function download(page: Page): Promise<Buffer> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Invoice' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^invoice-TEST-\d{6}\.pdf$/);
  return readFile(await file.path());
}

async function stockOf(page: Page, { _id }: Product): Promise<number> {
  const response = await page.request.get(`/api/products/${_id}`);
  return ((await response.json()) as Product).countInStock;
}
