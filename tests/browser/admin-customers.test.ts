import { randomInt, randomUUID } from 'node:crypto';
import { expectAccessible } from '../support/axe.ts';
import { orderByCalls } from '../support/browser-orders.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });
const mobile = () => `9${randomInt(1e8, 1e9 - 1)}`;

test('a customer is found by email, noted, merged with another one and erased', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const unique = randomUUID().slice(0, 8);
  const [first, second] = [`meera.${unique}@example.in`, `office.${unique}@example.in`];
  const order = await orderByCalls(request, { name: `Meera ${unique}`, email: first, mobile: mobile() });
  await orderByCalls(request, { name: `Office ${unique}`, email: second, mobile: mobile() });

  await openOffice(page, calls, `/admin/orders/${order.id}`);
  await page.getByRole('textbox', { name: 'New note' }).fill('Ring twice');
  await page.getByRole('button', { name: 'Add note' }).click();
  const notes = page.getByRole('list', { name: 'Notes' });
  await expect(notes).toContainText('Ring twice');
  await notes.getByRole('button', { name: 'Edit note' }).click();
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Ring once');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notes).toContainText('Ring once');
  await expect(notes).toContainText('edited');
  await page.getByRole('combobox', { name: 'New tag' }).fill(`Gift ${unique}`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Tags' })).toContainText(`gift ${unique}`);
  await expectAccessible(page);
  await page.goto('/admin/orders');
  await page.getByRole('combobox', { name: 'Tag' }).selectOption(`gift ${unique}`);
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(first);
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: `Meera ${unique}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Meera ${unique}`);
  await expect(page.getByRole('link', { name: order.number })).toBeVisible();
  await page.getByRole('textbox', { name: 'New note' }).fill('Likes indigo');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(notes).toContainText('Likes indigo');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: `Merge into Meera ${unique}` });
  await dialog.getByRole('searchbox').fill(second);
  await dialog.getByRole('radio').check();
  await expect(dialog.getByRole('alert')).toContainText('This can’t be undone.');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Figures' })).toContainText('Orders2');
  await expect(page.getByRole('link', { name: second })).toBeVisible();

  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers');
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(first);
  await expect(page.getByText('No customers found')).toBeVisible();
});
