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

test('the owner sells a gift card, a guest buys it for someone, who spends it', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const calls = await ownersCalls(request);
  const product = await stockedProduct(request);
  const name = `Journey gift card ${Date.now()}`;
  const to = `meera.${Date.now()}@example.in`;
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
  const { products } = await calls.call<{ products: { slug: string; _id: string }[] }>(
    'GET',
    `/products?search=${encodeURIComponent(name)}`,
  );
  const [card] = products;

  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 360, height: 740 },
  });
  const guest = await context.newPage();
  await guest.goto(`/products/${card?.slug}`);
  await untilHydrated(guest);
  await guest.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await expect(guest.getByLabel('Recipient’s name')).toBeFocused();
  await expect(guest.getByText('Name is required')).toBeVisible();
  await guest.getByLabel('Recipient’s name').fill('Meera');
  await guest.getByLabel('Recipient’s email').fill(to);
  await guest.getByLabel(/^Message/).fill('Happy birthday, Meera!');
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  const drawer = await openDrawer(guest);
  await expect(drawer.getByText('For Meera')).toBeVisible();
  await drawer.getByRole('link', { name: 'Checkout' }).click();
  await guest.getByLabel('Your Name').fill(asha.name);
  await guest.getByLabel('Email Address').fill(asha.email);
  await guest.getByLabel('Mobile Number').fill(asha.mobile);
  await expect(guest.getByLabel('PIN code')).toHaveCount(0);

  const mailServer = await startMailServer(journeyPorts().mail);
  await openPayment(guest, 5000);
  await payByCard(guest, goodCard);
  await expectSuccess(guest);
  const mail = await mailServer.waitFor(to, /Gift card code: /);
  await mailServer.stop();
  expect(mail.text).toContain('Happy birthday, Meera!');
  expect(mail.text).toContain(`from ${asha.name}`);
  const code = mail.text.match(/Gift card code: ([A-Z2-9-]{24})/)?.[1] ?? '';
  await guest.reload();
  await expect(
    guest.getByText(new RegExp(`Gift card ending ${code.slice(-4)} for Meera, sent on`)),
  ).toBeVisible();

  const meera = await (
    await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 360, height: 740 } })
  ).newPage();
  await checkOut(meera, product);
  const summary = await openSummary(meera);
  await summary.getByLabel('Discount code').fill(code);
  await summary.getByLabel('Discount code').press('Enter');
  await expect(summary.getByText(rupees(-product.finalPrice))).toBeVisible();
  await meera.getByRole('button', { name: 'Place order' }).click();
  await expectSuccess(meera);

  await calls.call('DELETE', `/products/${card?._id}`);
});
