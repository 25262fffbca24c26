import type { Page } from '@playwright/test';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import type { DashboardStats } from '../../shared/contract/reports.ts';
import { shortRupees } from '../../shared/money.ts';
import { expectAccessible } from '../support/axe.ts';
import { orderByCalls, payByCalls } from '../support/browser-orders.ts';
import { inviteAdmin, openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop, phone } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a sale appears in the figures, the chart and the lists', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const before = await calls.call<DashboardStats>('GET', '/auth/admin/stats');
  const order = await orderByCalls(request);
  const after = () => calls.call<DashboardStats>('GET', '/auth/admin/stats');
  await expect.poll(async () => (await after()).totalOrders).toBe(before.totalOrders + 1);
  const stats = await after();
  expect(stats.sales.today.amount).toBeCloseTo(before.sales.today.amount + order.total, 2);

  await openOffice(page, calls, '/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  const cards: [string, string][] = [
    ['Total Products', String(stats.totalProducts)],
    ['Total Users', String(stats.totalUsers)],
    ['Guest Users', String(stats.guestUsersCount)],
    ['Orders', String(stats.totalOrders)],
    ["Today's Sales", shortRupees(stats.sales.today.amount)],
    ['Monthly Sales', shortRupees(stats.sales.month.amount)],
  ];
  const figures = page.getByRole('list', { name: 'Figures' }).getByRole('listitem');
  for (const [label, value] of cards) {
    await expect(figures.filter({ hasText: label })).toHaveText(`${label}${value}`);
  }
  const overview = section(page, 'Sales Overview');
  for (const period of ['Today', 'This Week', 'This Month', 'This Year']) {
    await expect(overview.getByRole('term').filter({ hasText: period })).toBeVisible();
  }
  const byStatus = section(page, 'Orders by Status').getByRole('row').filter({ hasText: 'Paid' });
  await expect(byStatus).toContainText(String(stats.ordersByStatus.paid?.count));
  await expect(byStatus).toContainText(shortRupees(stats.ordersByStatus.paid?.revenue ?? 0));
  await expect(section(page, 'Product Status Overview').getByRole('link', { name: 'Active' })).toContainText(
    String(stats.productStatusStats.active),
  );
  await expect(section(page, 'Best sellers').getByRole('listitem').first()).toBeVisible();
  await expect(section(page, 'Low stock').getByRole('listitem').first()).toBeVisible();

  const sales = section(page, 'Sales of the last 30 days');
  const chart = sales.getByRole('application');
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(sales.getByText(/^30 days before: ₹/)).toBeVisible();
  await sales.getByText('Show as a table').click();
  const today = sales.getByRole('row').nth(1);
  await expect(today).toContainText(shortRupees(stats.sales.today.amount));

  await section(page, 'Recent Products')
    .getByRole('link', { name: /^Edit / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/products\/edit\//);
  await page.goBack();
  const actions = section(page, 'Quick Actions');
  await expect(actions.getByRole('link', { name: 'All Products' })).toHaveAttribute(
    'href',
    '/admin/products',
  );
  await actions.getByRole('link', { name: 'Add Product' }).click();
  await expect(page).toHaveURL('/admin/products/new');
});

test('a shop without orders has an empty state, and a failed request can be retried', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/500/);
  const calls = await ownersCalls(request);
  const stats = await calls.call<DashboardStats>('GET', '/auth/admin/stats');
  const nothing = { amount: 0, before: 0 };
  const empty: DashboardStats = {
    ...stats,
    ordersByStatus: {},
    sales: { today: nothing, week: nothing, month: nothing, year: nothing },
    days: stats.days.map(({ day }) => ({ day, ...nothing })),
    bestSellers: [],
    lowStock: { items: [], total: 0, reserved: { orders: 0, units: 0 } },
    recentProducts: [],
    attention: 0,
    toPack: 0,
    toShip: 0,
  };
  let fails = true;
  await page.route('**/api/auth/admin/stats', (route) =>
    fails ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json: empty }),
  );
  await openOffice(page, calls, '/admin');
  await expect(page.getByRole('alert')).toContainText('Failed to load data. Please try again.');
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No order data available.')).toBeVisible();
  await expect(page.getByText('No sales yet')).toBeVisible();
  await expect(page.getByText('No alerts.')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await expectAccessible(page);
});

test('a payment for a cancelled order appears on the dashboard and is refunded with one click', {
  tag: '@long',
}, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const order = await orderByCalls(request, { pay: false });
  await calls.call('PUT', `/order/admin/${order.id}/status`, { status: 'cancelled' });
  // The window was still open when the order was cancelled.
  const { razorpay_order_id } = await calls.call<AdminOrder>('GET', `/order/admin/${order.id}`);
  await payByCalls(request, String(razorpay_order_id));
  await openOffice(page, calls, '/admin');
  const entry = section(page, 'Needs attention').getByRole('link', { name: order.number });
  await expect(entry).toContainText('A cancelled order was paid');
  await entry.click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Needs attention');
  const item = page.getByRole('listitem').filter({ hasText: order.number });
  await expect(item).toContainText(shortRupees(order.total));
  await expect(item.getByRole('link', { name: order.number })).toHaveAttribute(
    'href',
    `/admin/orders/${order.id}`,
  );
  for (const [width, colorScheme] of [
    [phone, 'dark'],
    [desktop, 'light'],
  ] as const) {
    await page.setViewportSize(width);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }

  await item.getByRole('button', { name: 'Refund' }).click();
  const question = page.getByRole('dialog', { name: 'Refund this payment?' });
  await expect(question).toContainText(shortRupees(order.total));
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(item.getByRole('button', { name: 'Refund' })).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('The refund is on its way')).toBeVisible();
  await expect(item).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Open', exact: true })).toBeFocused();

  await page.getByRole('link', { name: 'Resolved' }).click();
  await expect(page).toHaveURL(/tab=done/);
  await expect(item).toContainText('Resolved');
  await expect(item.getByRole('button')).toHaveCount(0);
  await expect
    .poll(async () => (await calls.call<AdminOrder>('GET', `/order/admin/${order.id}`)).refundedAmount)
    .toBe(order.total);
});

test('Ctrl K finds orders, products, customers, settings and actions', async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const order = await orderByCalls(request, { pay: false });
  const { products } = await calls.call<{ products: Product[] }>('GET', '/products?limit=1');
  const [product] = products;
  await openOffice(page, calls, '/admin/attention');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search the back office' });
  const box = palette.getByRole('combobox');
  const found = (group: string) => palette.getByRole('group', { name: group }).getByRole('option');
  await expect(box).toBeFocused();
  await expect(found('Actions').filter({ hasText: 'New product' })).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.type(order.number);
  await expect(found('Orders').first()).toContainText(order.number);
  await expect(found('Orders').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/orders/${order.id}`);
  await expect(palette).toBeHidden();

  // A late reply to what was typed before is not shown.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/products?search=qqqq*', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await box.fill('qqqq');
  await page.waitForRequest('**/api/products?search=qqqq*');
  await box.fill(product?.sku ?? '');
  await expect(found('Products').first()).toContainText(product?.name ?? '');
  release();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/products/edit/${product?._id}`);

  await page.keyboard.press('Control+k');
  await box.fill('gstin');
  await expect(found('Settings').first()).toContainText('GSTIN');
  await page.keyboard.press('Control+k');
  await expect(palette).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(box).toHaveValue('');
  await box.fill('coupon');
  await expect(found('Actions')).toHaveText(['New discount']);
  await box.fill('back');
  const actions = found('Actions').filter({ hasText: 'Back up now' });
  await expect(actions).toBeVisible();
  await box.fill('zzzz');
  await expect(palette.getByText('Nothing matches “zzzz”.')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('zzzz');

  await page.setViewportSize({ width: 360, height: 740 });
  const button = page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('button', { name: 'Search' });
  const size = await button.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await button.click();
  await expectAccessible(page);
  await box.fill('gstin');
  await found('Settings').first().click();
  await expect(page.getByLabel('GSTIN')).toBeFocused();
});

test('the search offers a packer only what their role allows', async ({ page, request, expectedErrors }) => {
  // The figures above the orders.
  expectedErrors.push(/403/);
  const packer = await inviteAdmin(await ownersCalls(request), 'Meera', 'packer');
  await page.goto('/login');
  await page.getByLabel('Email or mobile').fill(packer.email);
  await page.getByLabel('Password', { exact: true }).fill(packer.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
  await page.getByRole('button', { name: 'Search' }).click();
  const palette = page.getByRole('dialog', { name: 'Search the back office' });
  await expect(palette.getByRole('option')).toHaveText(['Orders', 'Settings', 'View Store', 'Logout']);
  const searched = page.waitForResponse('**/api/order/admin?search=gst*');
  await palette.getByRole('combobox').fill('gst');
  await searched;
  await expect(palette.getByText('Nothing matches “gst”.')).toBeVisible();
  expect(asked.filter((path) => /customers|products/.test(path))).toEqual([]);
});
