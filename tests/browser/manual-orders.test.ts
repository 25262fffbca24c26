import { randomInt, randomUUID } from 'node:crypto';
import { shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { expectAccessible } from '../support/axe.ts';
import { payLink } from '../support/browser-orders.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { asha, desktop, stockedProduct } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });
const small = { width: 360, height: 780 };

test('an order by phone is paid by its link, and one like it in cash on a phone', { tag: '@long' }, async ({
  page,
  context,
  request,
}) => {
  const calls = await ownersCalls(request);
  const product = await stockedProduct(request);
  const name = `Meera ${randomUUID().slice(0, 8)}`;
  await openOffice(page, calls, '/admin/orders');
  await page.getByRole('link', { name: 'Create order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create order');
  await page.getByRole('button', { name: 'Create order' }).click();
  await expect(page.getByText('Add a product', { exact: true }).last()).toBeVisible();

  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Mobile', { exact: true }).fill(`9${randomInt(1e8, 1e9 - 1)}`);
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('PIN code').fill(asha.postalCode);
  await page.getByLabel('Address', { exact: true }).fill(asha.address);
  await page.getByLabel('City').fill(asha.city);
  await page.getByLabel('State').selectOption(asha.state);
  await page.getByRole('searchbox', { name: 'Add a product' }).fill(product.name);
  await page.getByRole('list', { name: 'Matching products' }).getByRole('button').first().click();
  await page.getByLabel('Quantity').fill('2');
  await page.getByLabel('Discount', { exact: true }).selectOption('Amount');
  await page.getByLabel('Discount (₹)').fill('50.50');
  await page.getByLabel('Delivery charge (₹)').fill('80');
  const total = toRupees(2 * toPaise(product.finalPrice) + 2950);
  const totals = page.locator('dl').filter({ hasText: 'Products' });
  await expect(totals).toContainText(`Total${shortRupees(total)}`);
  await expect(totals).toContainText(`Place of supply${asha.state}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create order' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order /);
  const link = page.getByRole('link', { name: /\/v1\/links\/plink_/ });
  await expect(link).toBeVisible();
  await expectAccessible(page);

  const former = (await link.getAttribute('href')) ?? '';
  await page.getByRole('link', { name: 'Change items' }).click();
  await page.getByLabel('Quantity').fill('3');
  const more = total + product.finalPrice;
  await expect(totals).toContainText(`Total${shortRupees(more)}`);
  await expect(page.getByText(`The payment link is replaced by one for ${shortRupees(more)}`)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Items changed: 3 × ')).toBeVisible();
  await expect(link).toBeVisible();
  await expect(link).not.toHaveAttribute('href', former);
  const payment = await context.newPage();
  await payLink(payment, (await link.getAttribute('href')) ?? '', shortRupees(more));
  await payment.close();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('paid');
  await expect(page.getByRole('button', { name: 'Invoice' })).toBeVisible();

  await page.setViewportSize(small);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Quantity')).toHaveValue('3');
  await page.getByLabel('Quantity').fill('2');
  await page.getByLabel('Send the goods to an address').uncheck();
  await page.getByLabel('Price (₹)').fill('100');
  await page.getByLabel('Reason for the price').fill('Last piece of the stall');
  await page.getByLabel('Paid by').selectOption('Cash');
  await expect(totals).toContainText('Total₹200');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(small.width);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order /);
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('paid');
  await expect(page.getByText('Cash', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Change contact and address' }).click();
  const contact = page.getByRole('dialog');
  await contact.getByLabel('Name', { exact: true }).fill(`${name} Rao`);
  await contact.getByLabel('Send the goods to an address').check();
  await contact.getByLabel('Full name').fill(name);
  await contact.getByLabel('PIN code').fill(asha.postalCode);
  await contact.getByLabel('Address', { exact: true }).fill(asha.address);
  await contact.getByLabel('City').fill(asha.city);
  await contact.getByLabel('State').selectOption(asha.state);
  await expectAccessible(page);
  await contact.getByRole('button', { name: 'Save' }).click();
  await expect(contact).toBeHidden();
  await expect(page.getByText(`${name} Rao`)).toBeVisible();
  // Its message covers half of a button, which axe counts as a small target.
  await expect(page.getByText(/^Order .* was changed$/)).toBeHidden();

  await page.getByRole('link', { name: 'Change items' }).click();
  await page.getByLabel('Quantity').fill('3');
  await expect(totals).toContainText('Total₹300');
  await expect(page.getByText('₹100 is left to pay.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(small.width);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Payment link for ₹100/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(small.width);
  await page.getByRole('button', { name: 'Withdraw link' }).click();
  await page.getByRole('button', { name: 'Collect payment' }).click();
  const due = page.getByRole('dialog', { name: /^Collect ₹100/ });
  await due.getByLabel('Paid by').selectOption('Cash');
  await expectAccessible(page);
  await due.getByRole('button', { name: 'Record payment' }).click();
  await expect(due).toBeHidden();
  await expect(page.getByText('₹100 is left to pay')).toBeHidden();
  await expect(page.getByRole('button', { name: /^Replaced invoice/ }).last()).toBeVisible();

  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByRole('dialog')).toContainText('This order was paid offline.');
});
