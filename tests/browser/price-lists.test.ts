import type { Customer } from '../../shared/contract/customers.ts';
import { rupees, shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { expectAccessible } from '../support/axe.ts';
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

test.use({ viewport: { width: 360, height: 740 } });

test('the owner imports a price list, and its customer alone sees and pays her prices (T-IDR-18)', async ({
  page,
  request,
  browser,
  baseURL,
  expectedErrors,
}) => {
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
  expect(stored).not.toContain(String(price));
  expectedErrors.push(/status of 401/);
});
