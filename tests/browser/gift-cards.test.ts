import type { Product, ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { rupees } from '../../shared/money.ts';
import { expectAccessible } from '../support/axe.ts';
import { openOffice, ownersCalls, pictureFile } from '../support/browser-owner.ts';
import {
  asha,
  checkOut,
  desktop,
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
import { journeyPorts } from '../support/journey-ports.ts';
import { startMailServer } from '../support/mailbox.ts';

const narrow = { width: 360, height: 740 };
const newName = () => `Journey gift card ${Date.now()}`;

test('the owner adds a gift card to the products', { tag: '@long' }, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const name = newName();
  await page.setViewportSize(desktop);
  await openOffice(page, calls, '/admin/products/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('This product is a gift card').check();
  await expect(page.getByLabel('HSN code')).toBeHidden();
  await expect(page.getByLabel('Stock', { exact: true })).toBeHidden();
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('5000');
  const picture = await pictureFile('card.png', '#1f3a5f');
  await page
    .getByRole('region', { name: 'Pictures', exact: true })
    .locator('input[type=file]')
    .setInputFiles(picture);
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('Product added')).toBeVisible();
  const { products } = await calls.call<ProductList>('GET', `/products?search=${encodeURIComponent(name)}`);
  expect(products).toMatchObject([{ isGiftCard: true, finalPrice: 5000 }]);
  await calls.call('DELETE', `/products/${products[0]?._id}`);
});

test('a guest buys a gift card for someone, who spends it', async ({ page, request, browser, baseURL }) => {
  const calls = await ownersCalls(request);
  const product = await stockedProduct(request);
  const form = { name: newName(), price: 5000, isGiftCard: true, countInStock: 100 };
  const { _id, slug } = await calls.call<Product>('POST', '/products', form);
  const to = `meera.${Date.now()}@example.in`;
  await page.setViewportSize(narrow);
  await page.goto(`/products/${slug}`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await expect(page.getByLabel('Recipient’s name')).toBeFocused();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Recipient’s name').fill('Meera');
  await page.getByLabel('Recipient’s email').fill(to);
  await page.getByLabel(/^Message/).fill('Happy birthday, Meera!');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  const drawer = await openDrawer(page);
  await expect(drawer.getByText('For Meera')).toBeVisible();
  await drawer.getByRole('link', { name: 'Checkout' }).click();
  await page.getByLabel('Your Name').fill(asha.name);
  await page.getByLabel('Email Address').fill(asha.email);
  await page.getByLabel('Mobile Number').fill(asha.mobile);
  await expect(page.getByLabel('PIN code')).toHaveCount(0);

  const mailServer = await startMailServer(journeyPorts().mail);
  await openPayment(page, form.price);
  await payByCard(page, goodCard);
  // The order is delivered as soon as the card is mailed, which may be before the page is opened.
  await expect(page.getByRole('heading', { name: /^Order (Successful!|delivered)$/ })).toBeVisible();
  const mail = await mailServer.waitFor(to, /Gift card code: /);
  await mailServer.stop();
  expect(mail.text).toContain('Happy birthday, Meera!');
  expect(mail.text).toContain(`from ${asha.name}`);
  const code = mail.text.match(/Gift card code: ([A-Z2-9-]{24})/)?.[1] ?? '';
  await expect(async () => {
    await page.reload();
    const sent = page.getByText(new RegExp(`Gift card ending ${code.slice(-4)} for Meera, sent on`));
    await expect(sent).toBeVisible({ timeout: 5000 });
  }).toPass();

  const meera = await (await browser.newContext({ baseURL: baseURL ?? '', viewport: narrow })).newPage();
  await checkOut(meera, product);
  const summary = await openSummary(meera);
  await summary.getByLabel('Discount code').fill(code);
  await summary.getByLabel('Discount code').press('Enter');
  await expect(summary.getByText(rupees(-product.finalPrice))).toBeVisible();
  await meera.getByRole('button', { name: 'Place order' }).click();
  await expectSuccess(meera);

  await calls.call('DELETE', `/products/${_id}`);
});
