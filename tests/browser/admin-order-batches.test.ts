import { randomInt, randomUUID } from 'node:crypto';
import type { AdminOrder } from '../../shared/contract/orders.ts';
import { shortRupees } from '../../shared/money.ts';
import { expectAccessible } from '../support/axe.ts';
import { type BoughtOrder, orderByCalls } from '../support/browser-orders.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });

test('a morning of thirty orders: one changed, one in two parts, shipped at once and never twice', async ({
  page,
  request,
}) => {
  test.slow();
  const calls = await ownersCalls(request);
  const name = `Morning ${randomUUID().slice(0, 6)}`;
  const orders: BoughtOrder[] = [];
  for (let n = 0; n < 30; n++) orders.push(await orderByCalls(request, { name }));
  const first = randomInt(10_000_000) * 100;
  const numberOf = (i: number) => `EI${String(first + i).padStart(9, '0')}IN`;

  const read = (order?: BoughtOrder) => calls.call<AdminOrder>('GET', `/order/admin/${order?.id}`);
  const [parted, late, returned] = orders;
  // One customer wants a second unit and pays the difference in cash; one of the two is shipped before.
  await openOffice(page, calls, `/admin/orders/${parted?.id}/items`);
  await page.getByLabel('Quantity').fill('2');
  await expect(page.getByText(`${shortRupees(parted?.total ?? 0)} is left to pay.`)).toBeVisible();
  await page.getByLabel('Paid by').selectOption('Cash');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Items changed: 2 × ')).toBeVisible();
  const [line] = (await read(parted)).cart_items;
  await calls.call('POST', `/order/admin/${parted?.id}/shipments`, {
    ...{ state: 'shipped', courier: 'DTDC', trackingNumber: 'D10001' },
    lines: [{ line_id: line?._id, quantity: 1 }],
  });

  await page.goto('/admin/orders');
  const views = page.getByRole('navigation', { name: 'Views of the orders' });
  await views.getByRole('link', { name: 'To pack' }).click();
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(name);
  await expect(page.getByText('30 orders', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(views.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');

  const openView = (view: string) => views.getByRole('link', { name: view }).click();

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
  const lines = orders.flatMap((order, i) => (order === late ? [] : `${order.number}\t${numberOf(i)}`));
  await form
    .getByLabel('Tracking numbers')
    .fill(['Order\tAWB', ...lines, `00000X\t${numberOf(99)}`].join('\n'));
  await expect(form.getByText('29 tracking numbers for 30 orders.')).toBeVisible();
  await expect(form.getByText(/^1 line without an order or without a number/)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Ship 30 orders' }).click();
  const job = page.getByRole('region', { name: 'Job' });
  await expect(job.getByRole('status')).toHaveText('29 of 30 orders shipped', { timeout: 60_000 });
  await expect(job).toContainText(
    `${parted?.number} — A part of it was shipped before. Pack the rest first.`,
  );
  for (const i of [2, 29])
    expect(await read(orders[i])).toMatchObject({
      ...{ status: 'shipped', trackingNumber: numberOf(i), courier: 'India Post' },
    });

  // Only the rest of the parted order is left: it goes with the other courier.
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await boxes.first().check();
  await bar.getByRole('button', { name: 'Pack' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as packed' }).click();
  await expect(job.getByRole('status')).toHaveText('1 of 1 order packed', { timeout: 60_000 });
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await openView('To ship');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(name);
  // A new filter clears the selection.
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await boxes.first().check();
  await bar.getByRole('button', { name: 'Ship' }).click();
  const rest = page.getByRole('dialog', { name: 'Ship 1 order' });
  await rest.getByLabel('Courier').fill('DTDC');
  await rest.getByLabel('Tracking numbers').fill(`${parted?.number} D10002`);
  await rest.getByRole('button', { name: 'Ship 1 order' }).click();
  await expect(job.getByRole('status')).toHaveText('1 of 1 order shipped', { timeout: 60_000 });
  expect(await read(parted)).toMatchObject({
    ...{ status: 'shipped', fulfilmentState: 'fulfilled', paymentState: 'paid' },
    shipments: [{ trackingNumber: 'D10001' }, { trackingNumber: 'D10002' }],
  });

  // A number that came late, and a parcel that came back.
  const shipmentOf = async (order?: BoughtOrder) =>
    `/order/admin/${order?.id}/shipments/${(await read(order)).shipments[0]?._id}`;
  await calls.call('PUT', await shipmentOf(late), { trackingNumber: numberOf(1) });
  await calls.call('PUT', await shipmentOf(returned), { state: 'returned', restock: true });
  await openView('Returns');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(numberOf(2));
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await expect(page.getByText(returned?.number ?? '').first()).toBeVisible();

  await openView('In transit');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(name);
  // The view alone may have as many orders, and a new filter clears the selection.
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByText('29 orders', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check();
  await bar.getByRole('button', { name: 'Ship' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ship 24 orders' }).click();
  await expect(job.getByRole('status')).toHaveText('0 of 24 orders shipped', { timeout: 60_000 });
  await expect(job).toContainText(`${orders[29]?.number} — Nothing is left to ship.`);
});
