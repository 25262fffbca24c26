import type { Page } from '@playwright/test';
import type { AuthReply } from '../../shared/contract/accounts/accounts.ts';
import type { Customer } from '../../shared/contract/accounts/customers.ts';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import type { PriceList } from '../../shared/contract/catalogue/price-lists.ts';
import { rupees, shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { expectAccessible } from '../support/axe.ts';
import { orderByCalls } from '../support/browser-orders.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import {
  addToCart,
  asha,
  expectSuccess,
  goodCard,
  openDrawer,
  openPayment,
  openSummary,
  payByCard,
  stockedProduct,
  untilHydrated,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { runJob } from '../support/journey-jobs.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('the owner imports a price list, and its customer alone sees and pays her prices (T-IDR-18)', {
  tag: '@long',
}, async ({ page, request, browser, baseURL, expectedErrors }) => {
  const calls = await ownersCalls(request);
  const product = await stockedProduct(request);
  const { name, slug, sku, finalPrice } = product;
  const price = toRupees(Math.floor(toPaise(finalPrice) * 0.7));
  const list = `Stockists ${Date.now()}`;
  const tag = list.toLowerCase();
  const email = `meera.${Date.now()}@example.in`;
  const password = 'block-print-42';
  await request.post('/api/auth/register', { data: { name: 'Meera Iyer', email, password } });

  await openOffice(page, calls, '/admin/price-lists');
  await page.getByRole('link', { name: 'Add price list' }).first().click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill(list);
  await page.getByLabel('Customer tag').fill(tag);
  await page.getByLabel(/^Percent off/).fill('10');
  await expect(page.getByText(`tag “${tag}” pay 10% less than the selling price.`)).toBeVisible();
  await page.getByLabel(/^Percent off/).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Edit price list' })).toBeVisible();
  const choose = (csv: string) =>
    page
      .getByLabel('Import CSV')
      .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await choose(`SKU,Price\n${sku},${price}\nNO-SUCH-SKU,10\n`);
  await expect(page.getByRole('alert')).toHaveText(/^1 line can’t be imported, so nothing was changed/);
  await expect(page.getByText('NO-SUCH-SKU: there is no such SKU')).toBeVisible();
  await choose(`SKU,Price\n${sku},${price}\n`);
  await page.getByRole('button', { name: 'Set these prices' }).click();
  await expect(page.getByText('1 price set, 0 prices removed.')).toBeVisible();
  await expect(page.getByText(`tag “${tag}” pay the 1 price below.`)).toBeVisible();
  await expect(page.getByRole('row', { name }).getByText(shortRupees(price))).toBeVisible();
  await expectAccessible(page);

  const [customer] = await calls.call<Customer[]>('GET', `/customers?search=${email}`);
  await page.goto(`/admin/customers/${customer?._id}`);
  await page.getByRole('combobox', { name: 'New tag' }).fill(tag);
  await page.getByRole('combobox', { name: 'New tag' }).press('Enter');
  await expect(page.getByRole('link', { name: list })).toBeVisible();

  const contextOf = async () => (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const hers = await contextOf();
  await hers.setViewportSize({ width: 360, height: 740 });
  await hers.goto('/user-login?from=/cart');
  await hers.getByLabel('Email or Mobile').fill(email);
  await hers.getByLabel('Password', { exact: true }).fill(password);
  await hers.getByRole('button', { name: 'Log in', exact: true }).click();
  await hers.waitForURL('/cart');
  const listing = `/products?search=${encodeURIComponent(name)}`;
  await hers.goto(listing);
  const card = hers.getByRole('article').filter({ hasText: name }).first();
  await expect(card.getByText('Your price')).toBeVisible();
  await expect(card.getByText(rupees(price))).toBeVisible();
  await expect(card.locator('s')).toHaveText(rupees(finalPrice));
  await addToCart(hers, product);
  await expect(hers.getByText('Your price · Inclusive of all taxes')).toBeVisible();
  const drawer = await openDrawer(hers);
  await expect(drawer.getByText('Your price')).toBeVisible();
  await expect(drawer.getByText(rupees(price)).first()).toBeVisible();
  await drawer.getByRole('link', { name: 'Checkout' }).click();
  await hers.getByLabel('Mobile Number').fill(asha.mobile);
  await hers.getByLabel('Full name').fill('Meera Iyer');
  await hers.getByLabel('Address', { exact: true }).fill(asha.address);
  await hers.getByLabel('City').fill(asha.city);
  await hers.getByLabel('PIN code').fill(asha.postalCode);
  await hers.getByLabel('State').selectOption(asha.state);
  await openSummary(hers);
  await expect(hers.getByText('Your price')).toBeVisible();
  await openPayment(hers, price);
  await payByCard(hers, goodCard);
  await expectSuccess(hers);
  const orders = await calls.call<{ amount: number; _id: string }[]>('GET', `/order/admin?search=${email}`);
  expect(orders.map(({ amount }) => amount)).toEqual([price]);

  const guest = await contextOf();
  await guest.goto(listing);
  const shown = guest.getByRole('article').filter({ hasText: name }).first();
  await expect(shown.getByText(rupees(finalPrice))).toBeVisible();
  await expect(guest.getByText('Your price')).toHaveCount(0);

  // Signed out, nothing of her prices is left in the browser.
  await hers.goto(`/products/${slug}`);
  await expect(hers.getByText('Your price', { exact: false }).first()).toBeVisible();
  await hers.evaluate(() => localStorage.removeItem('authToken'));
  await hers.reload();
  await untilHydrated(hers);
  await expect(hers.getByText('Your price')).toHaveCount(0);
  const stored = await hers.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toMatch(new RegExp(`:${price}[,}]`));
  expectedErrors.push(/status of 401/);
});

test('her prices mark only what is cheaper, are in the sum of several products, and go when somebody else signs in', {
  tag: '@long',
}, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const { image } = await stockedProduct(request);
  const now = Date.now();
  const create = (name: string, more: object) =>
    calls.call<Product>('POST', '/products', { name: `${name} ${now}`, image, ...more });
  const lamp = await create('Lamp', { price: 900, countInStock: 9 });
  const oil = await create('Oil', { price: 250.5, countInStock: 9 });
  const wick = await create('Wick', { price: 80, countInStock: 9 });
  const robe = await create('Robe', {
    options: [{ name: 'Size', values: ['S', 'L'] }],
    variants: [500, 900].map((price, n) => ({ values: ['SL'[n]], price, countInStock: 5 })),
  });
  for (const _ of [1, 2]) await orderByCalls(request, { products: [lamp, oil, wick] });
  await runJob('hour');
  const body = { name: `Robes ${now}`, customerTag: `robes ${now}`, percent: null, active: true };
  const list = await calls.call<PriceList>('POST', '/price-lists', body);
  for (const [variant, price] of [
    [oil.variants[0], 200],
    [robe.variants[1], 700],
  ] as const)
    await calls.call('PUT', `/price-lists/${list._id}/prices/${variant?._id}`, { price });
  const register = async (name: string) => {
    const email = `${name.toLowerCase()}.${now}@example.in`;
    const data = { name, email, password: 'block-print-42' };
    const reply = (await (await request.post('/api/auth/register', { data })).json()) as AuthReply;
    return { email, token: reply.token };
  };
  const [meera, ravi] = [await register('Meera'), await register('Ravi')];
  const [customer] = await calls.call<Customer[]>('GET', `/customers?search=${meera.email}`);
  await calls.call('PATCH', `/customers/${customer?._id}/tags`, { add: [list.customerTag] });

  const signIn = (tab: Page, { token }: { token: string }) =>
    tab.evaluate((value) => localStorage.setItem('authToken', value), token);
  await page.goto('/cart');
  await signIn(page, meera);
  // The cheapest size costs her as much as everybody.
  const prices = page.waitForResponse(/\/account\/prices/);
  await page.goto(`/products?search=${encodeURIComponent(robe.name)}`);
  await prices;
  const card = page.getByRole('article').filter({ hasText: robe.name });
  await expect(card.getByText('₹500.00')).toBeVisible();
  await expect(card.locator('s')).toHaveCount(0);
  await expect(card.getByText('Your price')).toHaveCount(0);
  await page.goto(`/products/${robe.slug}`);
  await page.getByRole('radio', { name: 'L', exact: true }).check();
  await expect(page.getByText('Your price · Inclusive of all taxes')).toBeVisible();

  await page.goto(`/products/${lamp.slug}`);
  const together = page.getByRole('region', { name: 'Often bought together' });
  await expect(together.getByText('Your price')).toBeVisible();
  await expect(together.getByRole('button', { name: 'Add all 2 to cart · ₹280.00' })).toBeVisible();

  const tab = await page.context().newPage();
  await tab.goto('/cart');
  await signIn(tab, ravi);
  await expect(together.getByText('Your price')).toHaveCount(0);
  await expect(together.getByText('₹250.50')).toBeVisible();
  await expect(together.getByRole('button', { name: 'Add all 2 to cart · ₹330.50' })).toBeVisible();
  for (const { _id } of [lamp, oil, wick, robe]) await calls.call('DELETE', `/products/${_id}`);
  await calls.call('DELETE', `/price-lists/${list._id}`);
});
