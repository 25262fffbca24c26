import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { shortRupees } from '../../shared/money.ts';
import { expectAccessibleIn } from '../support/axe.ts';
import { orderByCalls } from '../support/browser-orders.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop, openPdf, phone } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });
const fresh = (name: string) => `${name} ${randomUUID().slice(0, 6)}`;

/** The order's status in the list. */
const statusOf = (page: Page, number: string) =>
  page.getByLabel(`Status of ${number}`).locator('visible=true');
/** Text that can be seen: the list stands in the page as a table and as cards. */
const shown = (page: Page, text: string | RegExp) => page.getByText(text).locator('visible=true');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('an order is found, opened and shipped with a note', async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const name = fresh('Lakshmi');
  const order = await orderByCalls(request, { name });
  await openOffice(page, calls, '/admin/orders');
  await expect(heading(page)).toHaveText('Order Management');
  await expect(page.getByText('Manage all customer orders')).toBeVisible();
  for (const card of ['Total Orders', 'Total Revenue', 'Pending Orders', 'Paid Orders']) {
    await expect(page.getByRole('list', { name: 'Figures' })).toContainText(card);
  }
  await expect(page.getByRole('columnheader')).toHaveText([
    'Select all orders on this page',
    'Order ID',
    'Customer',
    'City',
    'Items',
    'Date',
    'Amount',
    'Payment',
    'Fulfilment',
    'Status',
    'Actions',
  ]);

  await page.keyboard.press('/');
  await page.keyboard.type(name.toUpperCase());
  await expect(page).toHaveURL(/search=LAKSHMI/);
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `View Details of ${order.number}` }).press('Enter');
  await expect(shown(page, /12, Johari Bazaar/)).toBeVisible();
  await expect(shown(page, 'Captured')).toBeVisible();

  await statusOf(page, order.number).focus();
  await statusOf(page, order.number).selectOption('Shipped');
  const form = page.getByRole('dialog', { name: `Status of order ${order.number}` });
  await expect(form).toContainText('The shopper is informed by mail.');
  await form.getByRole('textbox', { name: /^Note/ }).fill('Wrapped twice');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await statusOf(page, order.number).selectOption('Shipped');
  await expect(form.getByRole('textbox', { name: /^Note/ })).toHaveValue('Wrapped twice');
  await form.getByLabel('Courier').fill('India Post');
  await form.getByLabel('Tracking number').fill('EI123456789IN');
  await form.getByLabel('Mail the note to the shopper').check();
  await form.getByRole('button', { name: 'Set to Shipped' }).click();
  await expect(form).toBeHidden();
  await expect(statusOf(page, order.number)).toHaveValue('shipped');
  await expect(statusOf(page, order.number)).toBeFocused();
  await expect(shown(page, 'India Post: EI123456789IN')).toBeVisible();
  await page.getByRole('button', { name: `Hide Details of ${order.number}` }).click();
  await expect(shown(page, /12, Johari Bazaar/)).toBeHidden();

  await page.goto(`/order-success/${order.id}?key=${order.key}`);
  await expect(page.getByRole('link', { name: 'EI123456789IN' })).toHaveAttribute('href', /indiapost/);
});

test('the documents of an order open in new tabs', { tag: '@long' }, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const order = await orderByCalls(request);
  await openOffice(page, calls, `/admin/orders?search=${order.id}`);
  await page.getByRole('link', { name: order.number }).click();
  await expect(heading(page)).toHaveText(`Order ${order.number}`);
  for (const paper of ['Invoice', 'Packing slip']) {
    const [tab, file] = await Promise.all([
      openPdf(page.getByRole('button', { name: paper })),
      page.waitForResponse((reply) => reply.headers()['content-type'] === 'application/pdf'),
    ]);
    expect(file.status()).toBe(200);
    await tab.close();
  }
  await page.getByRole('button', { name: 'Check with provider' }).click();
  await expect(page.getByText('This is what the payment provider says')).toBeVisible();
});

test('the orders of a list are printed as one document, which lists what was skipped', {
  tag: '@long',
}, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const name = fresh('Meera');
  await orderByCalls(request, { name });
  await orderByCalls(request, { name });
  const unpaid = await orderByCalls(request, { name, pay: false });
  await openOffice(page, calls, `/admin/orders?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Print 3 orders' })).toBeVisible();
  await page.getByRole('button', { name: 'Packing slips' }).click();
  await expect(page.getByText('Packing slips of 3 orders: 2 pages')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('1 order skipped')).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: `${unpaid.number} — it is not paid` }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Documents of the last day' }).click();
  await expect(heading(page)).toHaveText('Documents');
  await openPdf(page.getByRole('button', { name: 'Open' }).first());
});

test('a refund of lines and goodwill shows its amount, is limited to what is left, and is sent once for a double click', async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const { id, number, key, total } = await orderByCalls(request);
  const read = () => calls.call<AdminOrder>('GET', `/order/admin/${id}`);
  await openOffice(page, calls, `/admin/orders/${id}`);
  const button = page.getByRole('button', { name: 'Refund', exact: true });
  const form = page.getByRole('dialog', { name: /^Refund for order/ });
  const goodwill = form.getByRole('textbox', { name: 'Goodwill' });
  const send = form.getByRole('button', { name: /^Refund/ });
  await button.click();
  await send.click();
  await expect(form.getByText('Choose an item or enter an amount')).toBeVisible();
  await goodwill.fill(String(total + 1));
  await send.click();
  await expect(form.getByText('A reason is required')).toBeVisible();
  await expect(form.getByText(/^At most ₹/)).toBeVisible();
  await expect(goodwill).toBeFocused();
  await goodwill.fill('1.50');
  await expect(send).toHaveText('Refund ₹1.50');
  await form.getByLabel('Reason').fill('One tassel was missing');
  await send.dblclick();
  await expect(form).toBeHidden();
  expect((await read()).refunds).toMatchObject([
    { amount: 1.5, reason: 'One tassel was missing', lines: [] },
  ]);
  await expect(page.getByRole('listitem').filter({ hasText: 'One tassel was missing · ' })).toBeVisible();
  await expect(page.getByText('Partly refunded', { exact: true })).toBeVisible();

  await button.click();
  await form.getByRole('button', { name: 'Select all' }).click();
  await expect(send).toHaveText(`Refund ${shortRupees(total - 1.5)}`);
  // Nothing was shipped yet, so the items are still available.
  await expect(form.getByLabel('Return the items to stock')).toBeChecked();
  await form.getByLabel('Reason').fill('All of it after all');
  await send.click();
  await expect(form).toBeHidden();
  await expect(button).toBeHidden();
  await expect(page.getByText('1 of 1 refunded')).toBeVisible();
  expect((await read()).refunds[1]).toMatchObject({ lines: [{ quantity: 1, restocked: 1 }] });
  // The provider’s word comes later, and the page follows it.
  await expect(page.getByRole('button', { name: /^Credit note TEST-CN/ })).toHaveCount(2);
  expect(await read()).toMatchObject({ refundableAmount: 0, keptAmount: 0 });

  // It is no longer shown as paid, and is not packed or shipped by mistake.
  await expect(page.getByLabel('Status', { exact: true }).first()).toHaveValue('refunded');
  await page.getByRole('button', { name: 'Packing slip' }).click();
  const question = page.getByRole('dialog', { name: `Packing slip for order ${number}` });
  await expect(question).toContainText('This order was refunded in full. Do not ship it.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Status', { exact: true }).first().selectOption('Shipped');
  const shipping = page.getByRole('dialog', { name: `Status of order ${number}` });
  await expect(shipping.getByRole('alert')).toHaveText('This order was refunded in full. Do not ship it.');
  await expect(shipping.getByRole('button', { name: 'Set to Shipped anyway' })).toBeVisible();
  await page.goto(`/admin/orders?search=${id}&status=refunded`);
  await expect(statusOf(page, number)).toHaveValue('refunded');
  await page.goto(`/admin/orders?search=${id}&status=paid`);
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
  await page.goto(`/order-success/${id}?key=${key}`);
  await expect(heading(page)).toHaveText('Order refunded');
});

test('an order is deleted after confirmation, found among deleted orders, and restored', {
  tag: '@long',
}, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const name = fresh('Gone');
  const { number } = await orderByCalls(request, { name, pay: false });
  await openOffice(page, calls, `/admin/orders?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Delete ${number}` }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Are you sure you want to delete this order?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
  await page.getByLabel('Shown').selectOption('Deleted orders');
  await page.getByRole('button', { name: `Restore ${number}` }).click();
  await page.getByRole('button', { name: 'Reset all filters' }).click();
  await expect(page.getByRole('link', { name: number })).toBeVisible();
});

test('a page after the last one leads back to the first', { tag: '@long' }, async ({ page, request }) => {
  await orderByCalls(request);
  const calls = await ownersCalls(request);
  for (const path of ['orders', 'products', 'products/batch', 'mail']) {
    await openOffice(page, calls, `/admin/${path}?page=99`);
    await expect(page.getByRole('heading', { name: 'This page is empty' })).toBeVisible();
    await page.getByRole('button', { name: 'To the first page' }).click();
    await expect(page.getByText(/^[\d,]+ (order|product|mail)s?$/)).toBeVisible();
    await expect(page).not.toHaveURL(/page=/);
  }
});

test('new orders are announced without moving the list, and are shown on request', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const known = await orderByCalls(request, { pay: false });
  // The tab opens behind others, and is looked at after the first of them has come.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  });
  const begun = page.waitForResponse('**/api/order/admin/news');
  let letFigures = () => {};
  const figuresMayCome = new Promise<void>((resolve) => {
    letFigures = resolve;
  });
  await page.route('**/api/order/admin/stats', async (route) => {
    await figuresMayCome;
    await route.continue();
  });
  await openOffice(page, calls, '/admin/orders');
  await begun;
  const row = page.getByRole('link', { name: known.number });
  const place = await row.boundingBox();
  letFigures();
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  const first = await orderByCalls(request);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page.getByRole('status').filter({ hasText: '1 new order, 1 paid' })).toBeVisible();
  const second = await orderByCalls(request, { pay: false });
  await expect(page.getByText('2 new orders, 1 paid')).toBeVisible();
  expect(await row.boundingBox()).toEqual(place);
  await calls.call('PUT', `/order/admin/${known.id}/status`, { status: 'processing' });
  await expect(statusOf(page, known.number)).toHaveValue('processing');
  await page.getByRole('button', { name: 'Show' }).click();
  for (const { number } of [first, second]) {
    await expect(page.getByRole('link', { name: number })).toBeVisible();
  }
  await expect(page.getByText('2 new orders')).toBeHidden();
});

test('two admins change one order: the second is notified and decides (T-ADM-04)', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const calls = await ownersCalls(request);
  const { id, number } = await orderByCalls(request);
  await openOffice(page, calls, `/admin/orders/${id}`);
  const status = page.getByLabel('Status', { exact: true }).first();
  const form = page.getByRole('dialog', { name: `Status of order ${number}` });
  const change = { status: 'processing', note: 'Mine now' };
  await status.selectOption('Delivered');
  await calls.call('PUT', `/order/admin/${id}/status`, change);
  await form.getByRole('textbox', { name: /^Note/ }).fill('Brought it myself');
  await form.getByRole('button', { name: 'Set to Delivered' }).click();
  await expect(form.getByRole('alert')).toHaveText(
    'Failed to update order status. Someone else has changed this order meanwhile.',
  );
  await expect(form).toContainText('It is now Processing by Shop owner: Mine now');
  await form.getByRole('button', { name: 'Set to Delivered anyway' }).click();
  await expect(status).toHaveValue('delivered');
  await expect(page.getByRole('listitem').getByText('Brought it myself')).toBeVisible();

  await status.selectOption('Failed');
  await calls.call('PUT', `/order/admin/${id}/status`, { status: 'shipped' });
  await form.getByRole('button', { name: 'Set to Failed' }).click();
  await form.getByRole('button', { name: 'Keep Shipped' }).click();
  await expect(status).toHaveValue('shipped');

  // A tracking number that is known after shipping belongs to its shipment, where the same holds.
  await page.getByRole('button', { name: 'Edit shipment 1' }).click();
  const shipment = page.getByRole('dialog', { name: `Shipment 1 of order ${number}` });
  await shipment.getByLabel('Courier').fill('Delhivery');
  await shipment.getByLabel('Tracking number').fill('149081');
  await calls.call('PUT', `/order/admin/${id}/status`, {
    status: 'shipped',
    courier: 'DTDC',
    trackingNumber: 'D1',
  });
  const save = shipment.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(shipment.getByRole('alert')).toContainText('Someone else has changed this order meanwhile.');
  await expect(page.getByText('DTDC: D1')).toBeVisible();
  await expect(shipment.getByLabel('Tracking number')).toHaveValue('149081');
  await save.click();
  await expect(page.getByText('Delhivery: 149081')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Track', exact: true })).toHaveAttribute(
    'href',
    'https://www.delhivery.com/track-v2/package/149081',
  );
});

test('filters are part of the address and apply to the export', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const name = fresh('=SUM(A1)');
  const orders = [await orderByCalls(request, { name }), await orderByCalls(request, { name, pay: false })];
  await openOffice(page, calls, '/admin/orders');
  await page.getByRole('searchbox').fill(name);
  await page.getByLabel('Sort').selectOption('Amount, low to high');
  await page.getByLabel('Buyer').selectOption('Guests');
  await page.getByLabel('From').fill('2026-01-01');
  for (const part of [/sort=amount/, /guest=true/, /from=2026-01-01/]) await expect(page).toHaveURL(part);
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue(name);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const rows = parse(await readFile(await download.path(), 'utf8'), { bom: true });
  expect(rows.slice(1).map(([number]) => number)).toEqual(
    orders.toReversed().map(({ number }) => `#${number}`),
  );
  expect(rows[1]).toContain(`'${name}`);
});

test('text entered by a shopper never runs as a script in the back office (T-XSS-03)', async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const name = fresh('<script>document.title="owned"</script>');
  const address = '"><img src=x onerror="document.title=`owned`">';
  const { id, number } = await orderByCalls(request, { name, address });
  await openOffice(page, calls, `/admin/orders?search=${number}`);
  await page.getByRole('button', { name: `View Details of ${number}` }).click();
  await expect(shown(page, name).first()).toBeVisible();
  await expect(shown(page, address)).toBeVisible();
  await page.goto(`/admin/orders/${id}`);
  await expect(page.getByText(address)).toBeVisible();
  expect(await page.title()).toBe(`Order ${number} · Back office`);
});

test('failures are shown in a banner that can be dismissed; an expired session asks for sign-in', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/500|401/);
  const calls = await ownersCalls(request);
  const { number } = await orderByCalls(request, { pay: false });
  const banner = page.getByRole('alert');
  const broken = { status: 500, json: { success: false, message: 'Oh', code: 'internal' } };
  await page.route('**/api/order/admin?*', (route) => route.fulfill(broken), { times: 1 });
  await openOffice(page, calls, '/admin/orders');
  await expect(banner).toContainText('Failed to load orders. Please try again.');
  await banner.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await expect(banner).toBeHidden();

  await page.route('**/api/order/admin/*', (route) => route.fulfill(broken), { times: 1 });
  await page.getByRole('button', { name: `Delete ${number}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(banner).toContainText('Failed to delete order.');
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toBeHidden();

  await calls.call('POST', '/auth/logout');
  await expect(page.getByRole('dialog', { name: 'Sign in to your account' })).toBeVisible({
    timeout: 15_000,
  });
  await page.reload();
  await expect(heading(page)).toHaveText('Sign in to your account');
  await expect(page).toHaveURL(/\/login\?next=%2Fadmin%2Forders/);
});

test('all seven statuses can be set, and axe finds no violations', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const looks = [
    { viewport: phone, colorScheme: 'dark' },
    { viewport: desktop, colorScheme: 'light' },
  ] as const;
  const calls = await ownersCalls(request);
  const { id, number } = await orderByCalls(request, { pay: false });
  await page.setViewportSize(phone);
  await openOffice(page, calls, `/admin/orders?search=${number}`);
  const select = statusOf(page, number);
  await expect(select.getByRole('option')).toHaveText([
    'Pending',
    'Paid',
    'Failed',
    'Processing',
    'Shipped',
    'Delivered',
    'Cancelled',
  ]);
  const form = page.getByRole('dialog', { name: `Status of order ${number}` });
  await select.selectOption('Paid');
  await expect(form).toContainText('is recorded as paid to you outside the payment provider');
  await expectAccessibleIn(page, looks);
  await form.getByRole('button', { name: 'Set to Paid' }).click();
  await expect(select).toHaveValue('paid');
  await page
    .getByRole('button', { name: `View Details of ${number}` })
    .locator('visible=true')
    .click();
  await expectAccessibleIn(page, looks);
  await page.goto(`/admin/orders/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expectAccessibleIn(page, looks);
});
