import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { shortRupees, toPaise } from '../../shared/money.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { type FakeCouriers, startFakeCouriers } from '../fakes/couriers.ts';
import { expectAccessible } from '../support/axe.ts';
import { type BoughtOrder, orderByCalls, payLink } from '../support/browser-orders.ts';
import { type OwnersCalls, openOffice, ownersCalls } from '../support/browser-owner.ts';
import { asha, desktop, stockedProduct } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { courierAccounts } from '../support/couriers.ts';
import { journeyDataVariable, journeyPorts } from '../support/journey-ports.ts';
import { startMailServer } from '../support/mailbox.ts';

test.use({ viewport: desktop });

type Order = Pick<BoughtOrder, 'id' | 'number'> & { email: string };
const providers = ['shiprocket', 'delhivery'] as const;

test('a morning of thirty orders: packed, labelled, handed to two couriers and told to the buyers', {
  tag: '@long',
}, async ({ page, context, request }) => {
  test.slow();
  const mails = await startMailServer(journeyPorts().mail);
  const couriers = await startFakeCouriers(journeyPorts().couriers);
  const calls = await ownersCalls(request);
  const tokens = await switchOn(calls);
  const name = `Morning ${randomUUID().slice(0, 6)}`;
  const emailOf = (n: number) => `${name.toLowerCase().replace(' ', '.')}.${n}@example.in`;
  const buy = async (n: number): Promise<Order> => ({
    ...(await orderByCalls(request, { name, email: emailOf(n) })),
    email: emailOf(n),
  });
  // The oldest six go by India Post, the next twelve by Delhivery, and the newest twelve by Shiprocket.
  const phone = await orderByPhone(request, calls, { name, email: emailOf(0) });
  const orders: Order[] = [phone];
  for (let n = 1; n < 29; n++) orders.push(await buy(n));
  const cod = await orderOnDelivery(request, { name, email: emailOf(29) });
  orders.push(cod);
  await calls.call('POST', `/order/admin/${cod.id}/confirm`);
  const [, changed, late] = orders;
  const [byPost, byDelhivery, byShiprocket] = [orders.slice(0, 6), orders.slice(6, 18), orders.slice(18)];
  const [returned] = byShiprocket;
  const [delivered] = byDelhivery;
  const read = (order?: Order) => calls.call<AdminOrder>('GET', `/order/admin/${order?.id}`);
  const shipmentOf = async (order?: Order) =>
    `/order/admin/${order?.id}/shipments/${(await read(order)).shipments[0]?._id}`;

  await expect.poll(async () => (await read(phone)).paymentLink).toBeTruthy();
  const asked = await read(phone);
  const payment = await context.newPage();
  await payLink(payment, asked.paymentLink ?? '', shortRupees(asked.amount ?? 0));
  await payment.close();
  await expect.poll(async () => (await read(phone)).status).toBe('paid');

  // One customer wants a second unit and pays the difference in cash; one of the two is shipped before.
  await openOffice(page, calls, `/admin/orders/${changed?.id}/items`);
  await page.getByLabel('Quantity').fill('2');
  await expect(page.getByText(/ is left to pay\.$/)).toBeVisible();
  await page.getByLabel('Paid by').selectOption('Cash');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Items changed: 2 × ')).toBeVisible();
  const [line] = (await read(changed)).cart_items;
  await calls.call('POST', `/order/admin/${changed?.id}/shipments`, {
    state: 'shipped',
    courier: 'DTDC',
    trackingNumber: 'D10001',
    lines: [{ line_id: line?._id, quantity: 1 }],
  });

  await page.goto('/admin/orders');
  const views = page.getByRole('navigation', { name: 'Views of the orders' });
  const openView = async (view: string, count: number, words = name) => {
    await views.getByRole('link', { name: view }).click();
    const search = page.getByRole('searchbox', { name: 'Search orders' });
    // The view is open without the words of the former one.
    await expect(search).toHaveValue('');
    await search.fill(words);
    // The view alone may have as many orders, and a new filter clears the selection.
    await expect(page).toHaveURL(/search=/);
    await expect(page.getByText(count === 1 ? '1 order' : `${count} orders`, { exact: true })).toBeVisible();
  };
  await openView('To pack', 30);
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(views.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');

  // All that match are on two pages; the selection stays when the page is turned.
  const bar = page.getByRole('toolbar', { name: 'Selected orders' });
  const selected = bar.getByRole('status');
  const boxes = page.getByRole('checkbox', { name: /^Select order/ });
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check();
  await bar.getByRole('button', { name: 'Select all 30 that match' }).click();
  await expect(selected).toHaveText('30 selected');
  await expect(bar.getByRole('button', { name: 'Print' })).toBeEnabled();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(boxes).toHaveCount(6);
  await expect(boxes.first()).toBeChecked();
  await boxes.nth(1).uncheck();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  await expect(selected).toHaveText('26 selected');
  await bar.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(boxes).toHaveCount(24);

  // The keyboard selects the first row, and shift-click the rows to the twelfth.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(selected).toHaveText('1 selected');
  const job = page.getByRole('region', { name: 'Job' });
  const bookTwelve = async (provider: string, labels: boolean) => {
    await boxes.nth(11).click({ modifiers: ['Shift'] });
    await expect(selected).toHaveText('12 selected');
    await bar.getByRole('button', { name: 'Book courier' }).click();
    const form = page.getByRole('dialog', { name: 'Book 12 orders' });
    await form.getByLabel('Courier').selectOption(provider);
    await form.getByRole('button', { name: 'Book 12 orders' }).click();
    await expect(job.getByRole('status').first()).toHaveText('12 of 12 orders booked', { timeout: 60_000 });
    if (!labels) return;
    await job.getByRole('button', { name: 'Print labels' }).click();
    await expect(page.getByText('Labels of couriers of 12 orders: 12 pages')).toBeVisible();
  };
  await bookTwelve('Shiprocket', true);
  await expect(page.getByText('18 orders', { exact: true })).toBeVisible();
  await boxes.first().check();
  await bookTwelve('Delhivery', false);
  await expect(page.getByText('6 orders', { exact: true })).toBeVisible();

  // The rest goes by post, with numbers that are pasted; one of them is not known yet.
  const first = randomInt(10_000_000) * 100;
  const numberOf = (i: number) => `EI${String(first + i).padStart(9, '0')}IN`;
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check();
  await page.keyboard.press('s');
  const form = page.getByRole('dialog', { name: 'Ship 6 orders' });
  await form.getByLabel('Courier').fill('India Post');
  const lines = byPost.flatMap((order, i) => (order === late ? [] : `${order.number}\t${numberOf(i)}`));
  await form
    .getByLabel('Tracking numbers')
    .fill(['Order\tAWB', ...lines, `00000X\t${numberOf(99)}`].join('\n'));
  await expect(form.getByText('5 tracking numbers for 6 orders.')).toBeVisible();
  await expect(form.getByText(/^1 line without an order or without a complete number/)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Ship 6 orders' }).click();
  await expect(job.getByRole('status')).toHaveText('5 of 6 orders shipped', { timeout: 60_000 });
  await expect(job).toContainText(
    `${changed?.number} — A part of it was shipped before. Pack the rest first.`,
  );
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await boxes.first().check();
  await bar.getByRole('button', { name: 'Pack' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as packed' }).click();
  await expect(job.getByRole('status')).toHaveText('1 of 1 order packed', { timeout: 60_000 });
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await openView('To ship', 1, changed?.email);
  await boxes.first().check();
  await bar.getByRole('button', { name: 'Ship' }).click();
  const rest = page.getByRole('dialog', { name: 'Ship 1 order' });
  await rest.getByLabel('Courier').fill('DTDC');
  await rest.getByLabel('Tracking numbers').fill(`${changed?.number} D10002`);
  await rest.getByRole('button', { name: 'Ship 1 order' }).click();
  await expect(job.getByRole('status')).toHaveText('1 of 1 order shipped', { timeout: 60_000 });

  // The couriers collect their parcels and say so.
  const tracked = { shiprocket: byShiprocket, delhivery: byDelhivery };
  const numbers = new Map(
    couriers.parcels.map(({ reference, trackingNumber }) => [reference, trackingNumber]),
  );
  const shipments = new Map<Order, string>();
  for (const order of [...byShiprocket, ...byDelhivery])
    shipments.set(order, numbers.get((await read(order)).shipments[0]?._id ?? '') ?? '');
  const report = async (provider: (typeof providers)[number], order: Order, status: Status) => {
    const awb = shipments.get(order) ?? '';
    couriers.move(awb, status);
    const event = provider === 'shiprocket' ? { awb } : { Shipment: { AWB: awb } };
    const reply = await request.post('/api/courier/events', {
      data: { ...event, current_status: String(status) },
      headers: { 'x-api-key': tokens[provider] },
    });
    expect(reply.ok()).toBe(true);
  };
  for (const order of tracked.shiprocket) await report('shiprocket', order, 18);
  for (const order of tracked.delhivery) await report('delhivery', order, ['In Transit', 'UD']);
  const stateOf = async (order?: Order) => (await read(order)).shipments[0]?.state;
  for (const order of shipments.keys()) await expect.poll(() => stateOf(order)).toBe('shipped');

  // Shipping everything again ships nothing twice.
  await openView('In transit', 30);
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check();
  await bar.getByRole('button', { name: 'Select all 30 that match' }).click();
  await bar.getByRole('button', { name: 'Ship' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ship 30 orders' }).click();
  await expect(job.getByRole('status')).toHaveText('0 of 30 orders shipped', { timeout: 60_000 });
  await expect(job).toContainText(`${phone.number} — Nothing is left to ship.`);

  // A number that came late, a parcel that came back, one that arrived, and one whose cash was collected.
  await calls.call('PUT', await shipmentOf(late), { trackingNumber: numberOf(2) });
  if (returned && delivered) {
    await report('shiprocket', returned, 10);
    await report('delhivery', delivered, ['Delivered', 'DL']);
  }
  await report('shiprocket', cod, 7);
  await expect.poll(() => stateOf(returned)).toBe('returned');
  await expect.poll(() => stateOf(delivered)).toBe('delivered');
  await expect.poll(() => stateOf(cod)).toBe('delivered');
  await openView('Returns', 1);
  await page.getByRole('link', { name: returned?.number ?? '', exact: true }).click();
  await page.getByRole('button', { name: 'Return units to stock' }).click();
  await expect(page.getByText('(1 back in stock)')).toBeVisible();

  const seen = await calls.call<AdminOrder[]>(
    'GET',
    `/order/admin?limit=100&search=${encodeURIComponent(name)}`,
  );
  expect(seen).toHaveLength(30);
  for (const { _id, paymentState, fulfilmentState, amount, keptAmount, customer } of seen) {
    const fulfilled =
      _id === returned?.id ? 'returned' : [delivered?.id, cod.id].includes(_id) ? 'delivered' : 'fulfilled';
    expect([customer.email, paymentState, fulfilmentState, keptAmount]).toEqual([
      customer.email,
      'paid',
      fulfilled,
      amount,
    ]);
  }
  expect(await read(changed)).toMatchObject({
    replaced_invoices: [{}],
    credit_notes: [{}],
    shipments: [{}, {}],
  });

  // Each buyer was told each number once, and what else happened to the order.
  const toldOf = (order: Order, i: number) => {
    if (order === changed) return ['D10001', 'D10002', 'Items changed: 2 × '];
    if (order === cod || order === delivered)
      return [shipments.get(order) ?? '', 'Your shipment has been delivered.'];
    return [shipments.get(order) ?? numberOf(i)];
  };
  for (const [i, order] of orders.entries()) {
    await mails.waitFor(order.email, new RegExp(`order ${order.number}`, 'i'));
    for (const text of toldOf(order, i)) await mails.waitFor(order.email, new RegExp(text));
    const shipped = mails.received.filter(
      ({ to, text }) => to.includes(order.email) && text.includes('Your shipment is on its way.'),
    );
    expect([order.email, shipped.length]).toEqual([order.email, order === changed ? 2 : 1]);
  }
  await auditClean();
  await Promise.all([couriers.stop(), mails.stop()]);
});

test.afterEach(async ({ request }) => switchOff(await ownersCalls(request)));

type Status = Parameters<FakeCouriers['move']>[1];

/** Switches both couriers on. Returns the tokens of their tracking events. */
async function switchOn(calls: OwnersCalls) {
  const tokens = { shiprocket: '', delhivery: '' };
  for (const provider of providers) {
    await calls.call('PUT', `/settings/couriers/${provider}`, courierAccounts[provider]);
    const { token } = await calls.call<{ token: string }>(
      'POST',
      `/settings/couriers/${provider}/event-token`,
    );
    tokens[provider] = token;
  }
  return tokens;
}

/** The next journeys find the test courier. */
async function switchOff(calls: OwnersCalls): Promise<void> {
  for (const provider of providers)
    await calls.call('PUT', `/settings/couriers/${provider}`, {
      ...courierAccounts[provider],
      secret: undefined,
      isOn: false,
    });
}

type Buyer = { name: string; email: string };
const shipping = ({ name }: Buyer) => ({ ...asha, name, country: 'India' });

/** An order that the owner takes by phone, which waits for the payment of its link. */
async function orderByPhone(
  request: APIRequestContext,
  { token }: OwnersCalls,
  buyer: Buyer,
): Promise<Order> {
  const product = await stockedProduct(request);
  const reply = await request.post('/api/order/admin', {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    data: {
      ...buyer,
      mobile: asha.mobile,
      amount: toPaise(product.finalPrice),
      payment: { method: 'link' },
      cart_items: [{ product_id: product._id, variant_id: product.variants[0]?._id, quantity: 1 }],
      shipping_details: shipping(buyer),
    },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { _id: id } = (await reply.json()) as AdminOrder;
  return { id, number: orderNumber(id), email: buyer.email };
}

/** An order that a guest pays on delivery. */
async function orderOnDelivery(request: APIRequestContext, buyer: Buyer): Promise<Order> {
  const product = await stockedProduct(request);
  const reply = await request.post('/api/order/cash-on-delivery', {
    headers: { 'idempotency-key': randomUUID() },
    data: {
      ...buyer,
      mobile: `9${randomInt(1e8, 1e9 - 1)}`,
      currency: 'INR',
      cart_items: [{ product_id: product._id, quantity: 1 }],
      shipping_details: shipping(buyer),
    },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { order_id: id } = (await reply.json()) as { order_id: string };
  return { id, number: orderNumber(id), email: buyer.email };
}

/** `npm run audit` on the shop of the journeys. Fails with what it finds. */
async function auditClean(): Promise<void> {
  const env = { PATH: process.env.PATH, DATA_DIR: process.env[journeyDataVariable()] };
  const audit = promisify(execFile)(process.execPath, [path.resolve('scripts/audit.ts')], { env });
  const { stdout } = await audit.catch((error) => error);
  expect(stdout).toMatch(/^The audit found no problems/);
}
