import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { removeDataDir } from '../../postgres/home.ts';
import { expectAccessible } from '../support/axe.ts';
import { owner, pictureFile } from '../support/browser-owner.ts';
import {
  addToCart,
  expectSuccess,
  fillDetails,
  goodCard,
  openDrawer,
  openPayment,
  payByCard,
  phone,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { journeyPorts } from '../support/journey-ports.ts';
import { type ShopProcess, startShopProcess } from '../support/shop-process.ts';

const port = journeyPorts().ownShop;
test.use({ viewport: phone, baseURL: `http://localhost:${port}` });

let dataDir: string;
let shop: ShopProcess;

test.beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'haat-setup-'));
  const env = { SEED: 'empty', RATE_LIMIT: 'off', LOG_LEVEL: 'error' };
  const admin = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };
  shop = await startShopProcess({ port, dataDir, env: { ...env, ...admin } });
});

test.afterEach(async ({ page }) => {
  // The page must not ask a shop that has stopped.
  await page.goto('about:blank');
  await shop?.stop();
  await removeDataDir(dataDir);
});

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
};
const expectDone = (page: Page) =>
  expect(page.getByRole('main').getByRole('status').getByText('Done', { exact: true })).toBeVisible();
const next = (page: Page) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: /^Next/ }).click();
/** What is sold, and what the test order buys; `price` with delivery. */
type Sold = { enter: (page: Page) => Promise<void>; slug: string; name: string; price: number };

const byHand: Sold = {
  slug: 'indigo-stole',
  name: 'Indigo Stole',
  price: 750,
  async enter(page) {
    await page.getByLabel('Name').fill('Indigo Stole');
    await page.getByLabel('Price (₹)').fill('750');
    await page.getByLabel('In stock').fill('5');
    await page.getByLabel('Choose a picture').setInputFiles(await pictureFile('stole.png', '#2b3a8c'));
    await expect(
      page.getByRole('button', { name: 'Remove the picture: Photograph of the product' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add to the shop' }).click();
    await expectDone(page);
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('Indigo Stole')).toBeVisible();
  },
};

const movedFrom = (file: string, bought: Omit<Sold, 'enter'>): Sold => ({
  ...bought,
  async enter(page) {
    await page.getByRole('link', { name: /^Move a shop/ }).click();
    await page.getByLabel('Choose files').setInputFiles(file);
    await page.getByRole('button', { name: 'Move the shop' }).click();
    await expect(page.getByText('Moved', { exact: true })).toBeVisible({ timeout: 60_000 });
    await page.goto('/admin/setup/products');
    await expectDone(page);
  },
});

/** Signs in and follows the guide until the test order is paid. */
async function setUp(page: Page, { enter, ...bought }: Sold): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email or mobile number').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('0 of 8 done')).toBeVisible();
  await expect(page.getByText('Everything is in order')).toBeHidden();
  await page.getByRole('link', { name: 'Continue' }).click();

  await page.getByLabel('Shop name').fill('Haat');
  await page.getByLabel('Tagline').fill('Indigo from Sanganer');
  await save(page);
  await expectDone(page);
  await next(page);

  await enter(page);
  await next(page);

  await page
    .getByRole('textbox', { name: 'Address', exact: true })
    .fill('1 Mill Road, Sanganer, Jaipur 302029');
  await page.getByLabel('State').selectOption('Rajasthan');
  await page.getByLabel('Email').fill('shop@example.in');
  await page.getByLabel('My shop is not registered for GST').check();
  await save(page);
  await expectDone(page);
  await next(page);

  await page.getByLabel('Delivery charge').selectOption('Free from an amount');
  await page.getByLabel('Charge (₹)').fill('60');
  await page.getByLabel('Free from a total of (₹)').fill('500');
  for (const [part, [from, to]] of [
    ['Days until dispatch', ['1', '2']],
    ['Days in transit', ['3', '5']],
  ] as const) {
    const days = page.getByRole('group', { name: part });
    await days.getByLabel('From').fill(from);
    await days.getByLabel('To').fill(to);
  }
  // The next step saves this one.
  await next(page);
  await expect(page.getByText('Built-in test payments.').first()).toBeVisible();
  await next(page);
  await page.getByRole('button', { name: 'Send me a test mail' }).click();
  await expect(page.getByText('Written to the file')).toBeVisible();
  await next(page);

  await page.getByLabel('Do you take products back?').selectOption('Yes');
  await page.getByLabel('Within how many days?').fill('7');
  await page.getByLabel('Who pays for sending back?').selectOption('The shop');
  await page.getByLabel('Do you exchange?').selectOption('No');
  await page.getByLabel('Refund within how many business days?').fill('4');
  await page.getByRole('button', { name: 'Write the drafts' }).click();
  await expect(page.getByText('Please request a return within 7 days of receipt.')).toBeVisible();
  for (const title of ['Shipping Policy', 'Returns & Refunds', 'Privacy Policy', 'Terms of Service'])
    await page.getByRole('button', { name: `Publish ${title}` }).click();
  await expectDone(page);
  await expectAccessible(page);
  await next(page);
  await expect(page.getByText('Waiting for the first order…')).toBeVisible();

  const buyer = await page.context().newPage();
  await addToCart(buyer, { slug: bought.slug });
  await (await openDrawer(buyer)).getByRole('link', { name: 'Checkout' }).click();
  await fillDetails(buyer);
  await openPayment(buyer, bought.price);
  await payByCard(buyer, goodCard);
  await expectSuccess(buyer);
  await buyer.close();
  await expect(page.getByRole('status').getByText(/^Test order .* paid\./)).toBeVisible();
  await expectDone(page);
}

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the shop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open the shop' }).click();
  await expect(page.getByText('Your shop is open.')).toBeVisible();
}

test('on a phone, an owner sets up an empty shop by the guide alone, pays a test order and opens it', async ({
  page,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/40[39]/);
  const stranger = await (
    await browser.newContext({ baseURL: `http://localhost:${port}`, viewport: phone })
  ).newPage();
  await stranger.goto('/products');
  await expect(stranger.getByRole('heading', { name: 'Opening soon' })).toBeVisible();
  await expectAccessible(stranger);
  await stranger.getByRole('textbox', { name: 'Email' }).fill('meera@example.in');
  await stranger.getByRole('checkbox').check();
  await stranger.getByRole('button', { name: 'Tell me when you open' }).click();
  await expect(stranger.getByText('We will email you when the shop opens.')).toBeVisible();

  await setUp(page, byHand);
  await stranger.goto('/products/indigo-stole');
  await expect(stranger.getByRole('heading', { name: 'Opening soon' })).toBeVisible();

  await open(page);
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: byHand.name })).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByText('of 8 done')).toBeHidden();
  await expect(page.getByRole('list', { name: 'Figures' })).toBeVisible();
  await expect(page.getByRole('link', { name: /things left in the set-up/ })).toBeVisible();
});

const shopify = { slug: 'ocean-blue-shirt', name: 'Ocean Blue Shirt', price: 110 };
const woocommerce = { slug: 'beanie', name: 'Beanie', price: 78 };
for (const [program, sold] of [
  ['Shopify', movedFrom('tests/exports/shopify-apparel.csv', shopify)],
  ['WooCommerce', movedFrom('tests/exports/woocommerce-sample.csv', woocommerce)],
] as const)
  test(`a shop of ${program} is moved by the guide, sells a test order and is opened`, {
    tag: '@long',
  }, async ({ page, expectedErrors }) => {
    expectedErrors.push(/40[39]/);
    await setUp(page, sold);
    await open(page);
    await page.goto(`/products/${sold.slug}`);
    await expect(page.getByRole('heading', { name: sold.name })).toBeVisible();
  });
