import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { AdminOrder } from '../../shared/contract/orders.ts';
import { type BoughtOrder, orderByCalls } from '../support/browser-orders.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });

test('thirty paid orders are shipped at once with pasted tracking numbers, and never twice', async ({
  page,
  request,
}) => {
  test.slow();
  const calls = await ownersCalls(request);
  const name = `Morning ${randomUUID().slice(0, 6)}`;
  const orders: BoughtOrder[] = [];
  for (let n = 0; n < 30; n++) orders.push(await orderByCalls(request, { name }));
  const numberOf = (i: number) => `EI${String(i).padStart(9, '0')}IN`;

  await openOffice(page, calls, '/admin/orders');
  const views = page.getByRole('navigation', { name: 'Views of the orders' });
  await views.getByRole('link', { name: 'To pack' }).click();
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(name);
  await expect(page.getByText('30 orders', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(views.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');

  // The keyboard selects the first row, and shift-click the rows to the fourth.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected orders' });
  await expect(bar.getByRole('status')).toHaveText('1 selected');
  const boxes = page.getByRole('checkbox', { name: /^Select order/ });
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('4 selected');
  await bar.getByRole('button', { name: 'Select this page' }).click();
  await bar.getByRole('button', { name: 'Select all 30 that match' }).click();
  await expect(bar.getByRole('status')).toHaveText('30 selected');
  await expect(boxes.first()).toBeChecked();
  await expect(bar.getByRole('button', { name: 'Print' })).toBeEnabled();

  await page.keyboard.press('s');
  const form = page.getByRole('dialog', { name: 'Ship 30 orders' });
  await form.getByLabel('Courier').fill('India Post');
  const lines = orders.map(({ number }, i) => `${number}\t${numberOf(i)}`);
  await form
    .getByLabel('Tracking numbers')
    .fill(['Order\tAWB', ...lines, `00000X\t${numberOf(99)}`].join('\n'));
  await expect(form.getByText('30 tracking numbers for 30 orders.')).toBeVisible();
  await expect(form.getByText(/^1 line without an order or without a number/)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await form.getByRole('button', { name: 'Ship 30 orders' }).click();
  const job = page.getByRole('region', { name: 'Job' });
  await expect(job.getByRole('status')).toHaveText('30 of 30 orders shipped', { timeout: 60_000 });
  // What was shipped is no longer to be packed.
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  for (const i of [0, 29]) {
    const order = await calls.call<AdminOrder>('GET', `/order/admin/${orders[i]?.id}`);
    expect(order).toMatchObject({ status: 'shipped', trackingNumber: numberOf(i), courier: 'India Post' });
  }

  await views.getByRole('link', { name: 'In transit' }).click();
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(name);
  // The view alone may have as many orders, and a new filter clears the selection.
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText('30 orders', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check();
  await bar.getByRole('button', { name: 'Ship' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ship 24 orders' }).click();
  await expect(job.getByRole('status')).toHaveText('0 of 24 orders shipped', { timeout: 60_000 });
  await expect(job).toContainText(`${orders[29]?.number} — Nothing is left to ship.`);
});
