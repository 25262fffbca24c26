import type { SiteInfoAdmin } from '../../shared/contract/site-info.ts';
import { rupees } from '../../shared/money.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import {
  addToCart,
  asha,
  expectSuccess,
  fillDetails,
  goodCard,
  openPayment,
  openSummary,
  pay,
  payByCard,
  stockedProducts,
  untilHydrated,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a shopper checks her PIN code on the product page and in the cart, and pays the charge', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  const product = (await stockedProducts(request, 5)).find(({ finalPrice }) => finalPrice < 1400);
  if (!product) throw new Error('No product costs less than ₹1,400');
  await page.goto(`/products/${product.slug}`);
  await expect(page.getByText('Free delivery to most PIN codes.')).toBeVisible();
  const enter = async (pin: string) => {
    await page.getByLabel('PIN code').fill(pin);
    await page.getByLabel('PIN code').press('Enter');
  };
  await enter('012345');
  await expect(page.getByText('Enter a valid PIN code')).toBeVisible();
  await enter('744101');
  await expect(page.getByText('We do not deliver to 744101.')).toBeVisible();
  await enter('190001');
  const answer = page.getByText(
    /^Deliver to 190001: by \w{3}, \d+ \w+ · ₹99, free from ₹1,500 · Cash on delivery available$/,
  );
  await expect(answer).toBeVisible();
  await page.reload();
  await expect(answer).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await addToCart(page, product);
  await page.goto('/cart');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary.getByLabel('PIN code for delivery')).toHaveValue('190001');
  await expect(summary).toContainText('₹99.00');
  await expect(summary).toContainText(rupees(product.finalPrice + 99));
  const change = async (pin: string) => {
    await summary.getByLabel('PIN code for delivery').fill(pin);
    await summary.getByRole('button', { name: 'Change' }).click();
  };
  await change('744101');
  await expect(summary.getByText('We do not deliver to 744101.')).toBeVisible();
  await change('560001');
  await expect(summary).toContainText('ShippingFree');
  await expect(summary).toContainText(/Delivery between \w{3}, \d+ \w+ and/);

  await page.goto('/checkout');
  await expect(page.getByLabel('PIN code')).toHaveValue('560001');
  await expect(page.getByLabel('State')).toHaveValue('Karnataka');
  await page.getByLabel('State').selectOption('Kerala');
  await page.getByLabel('PIN code').fill('190001');
  await expect(page.getByRole('link', { name: /^Cart, / })).toHaveCount(0);
  const order = await openSummary(page);
  await expect(order).toContainText('Shipping₹99.00');
  // What she has chosen stays.
  await expect(page.getByLabel('State')).toHaveValue('Kerala');
  await fillDetails(page, { ...asha, postalCode: '744101', state: 'Andaman and Nicobar Islands' });
  await expect(page.getByText('We do not deliver to 744101.')).toBeVisible();
  expectedErrors.push(/status of 400/);
  await pay(page, product.finalPrice);
  await expect(page.getByLabel('PIN code')).toBeFocused();
  await page.getByLabel('PIN code').fill('190001');
  await page.getByLabel('State').selectOption('Jammu and Kashmir');
  await expect(order).toContainText('Shipping₹99.00');
  await page.getByRole('checkbox', { name: 'Add a note to the shop' }).check();
  await page.getByLabel('Order note').fill('Please call before you come.');
  await page.getByRole('checkbox', { name: 'This order is a gift' }).check();
  await page.getByLabel('Gift message').fill('Happy birthday!');
  await page.getByRole('checkbox', { name: 'Buy for a business with a GSTIN' }).check();
  await page.getByLabel('GSTIN', { exact: true }).fill('08AAAFH0000A1ZX');
  await pay(page, product.finalPrice + 99);
  await expect(page.getByText('Enter a valid GSTIN')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Gift message')).toHaveValue('Happy birthday!');
  await page.getByLabel('Business name').fill('Rao Traders');
  await page.getByLabel('GSTIN', { exact: true }).fill('08AAAFH0000A1ZL');
  await page.getByRole('checkbox', { name: /Special Economic Zone/ }).check();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await openPayment(page, product.finalPrice + 99);
  await payByCard(page, goodCard);
  await expectSuccess(page);
  await expect(page.getByRole('row', { name: 'Delivery ₹99' })).toBeVisible();
  await expect(page.getByText(/^Delivery between/)).toBeVisible();
  const zone = 'Special Economic Zone (SEZ) unit or developer';
  for (const text of [
    'Please call before you come.',
    'Happy birthday!',
    'Rao Traders',
    '08AAAFH0000A1ZL',
    zone,
  ])
    await expect(page.getByText(text)).toBeVisible();
});

test('the owner adds a zone and a place of pickup, and a shopper picks her order up', {
  tag: '@long',
}, async ({ page, request, browser, baseURL }) => {
  const calls = await ownersCalls(request);
  const { delivery } = await calls.call<SiteInfoAdmin>('GET', '/site-info/admin');
  await openOffice(page, calls, '/admin/delivery');
  await page.getByRole('button', { name: 'Add zone' }).click();
  const zone = page.getByRole('listitem').filter({ hasText: 'Zone 4' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(zone.getByLabel('Name')).toBeFocused();
  await zone.getByLabel('Name').fill('Bengaluru');
  await zone.getByLabel('PIN codes that begin with').fill('560, 302');
  await zone.getByLabel('Delivery charge').selectOption('total');
  await zone.getByLabel('Charge (₹)').fill('49');
  await zone.getByRole('button', { name: 'Add rate' }).click();
  await zone.getByLabel('From a total of (₹)').fill('1,00,000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(zone.getByText('302 is in Jaipur already')).toBeVisible();
  await zone.getByLabel('PIN codes that begin with').fill('560');
  await page.getByRole('button', { name: 'Add place' }).click();
  const place = page.getByRole('listitem').filter({ hasText: 'Place 1' });
  await place.getByLabel('Name').fill('Haat Kishanpole');
  await place.getByLabel('Address').fill('14 Neem Chowk, Jaipur');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Delivery saved')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'courier.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('pin,delivery,cod\n560001,yes,no\n560002,no,no\nabc,yes,no\n'),
    });
  const list = page.getByRole('region', { name: 'PIN codes of your courier' });
  await expect(list.getByRole('list', { name: 'The file' })).toContainText('1 with delivery');
  await list.getByRole('button', { name: 'Save the list' }).click();
  await expect(list.getByText('The list was replaced. It has 2 PIN codes.')).toBeVisible();

  const guest = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const [product] = await stockedProducts(request, 1);
  await guest.goto(`/products/${product?.slug}`);
  await untilHydrated(guest);
  const ask = async (pin: string) => {
    await guest.getByLabel('PIN code').fill(pin);
    await guest.getByRole('button', { name: 'Check delivery' }).click();
  };
  await ask('560001');
  await expect(
    guest.getByText('Deliver to 560001 · ₹49, free from ₹1,00,000', { exact: true }),
  ).toBeVisible();
  await ask('560002');
  await expect(guest.getByText('We do not deliver to 560002.')).toBeVisible();
  if (!product) throw new Error('The shop has no product');
  await addToCart(guest, product);
  await guest.goto('/checkout');
  await guest.getByRole('radio', { name: /^Pick up at Haat Kishanpole/ }).check();
  await expect(guest.getByLabel('PIN code')).toBeHidden();
  await guest.getByLabel('Email Address').fill(asha.email);
  await guest.getByLabel('Mobile Number').fill(asha.mobile);
  await guest.getByLabel('Full name').fill(asha.name);
  await expect(guest.getByRole('region', { name: 'Order Summary' })).toContainText('PickupFree');
  await openPayment(guest, product.finalPrice);
  await payByCard(guest, goodCard);
  await expectSuccess(guest);
  await expect(guest.getByText('14 Neem Chowk, Jaipur')).toBeVisible();
  const number = (await guest.getByText(/^Order [0-9A-F]{6}$/).textContent())?.slice(-6) ?? '';
  await openOffice(page, calls, '/admin/orders?view=to_pick_up');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: 'Ready for pickup' }).click();
  await expect(page.getByText(/^The buyer was told on/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await guest.reload();
  await expect(guest.getByText('Ready for pickup: please bring the number of your order.')).toBeVisible();
  await guest.context().close();
  await calls.call('PUT', '/site-info/admin', { delivery });
});
