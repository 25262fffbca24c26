import { randomUUID } from 'node:crypto';
import type { Category } from '../../shared/contract/catalogue/catalogue.ts';
import { expectAccessibleIn } from '../support/axe.ts';
import { openOffice, ownersCalls, pictureFile } from '../support/browser-owner.ts';
import { desktop, phone } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });
const fresh = (name: string) => `${name} ${randomUUID().slice(0, 6)}`;

test('categories are created with a picture, filled, sorted, shown in the shop and deleted', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/409/);
  const calls = await ownersCalls(request);
  const [bells, lamps] = [fresh('Bells'), fresh('Lamps')];
  await openOffice(page, calls, '/admin/categories');
  for (const name of [bells, lamps]) {
    await page.getByRole('button', { name: 'Add category' }).click();
    const form = page.getByRole('dialog', { name: 'New category' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toHaveText('Name is required');
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Choose a picture').setInputFiles(await pictureFile('c.png', '#e0a22e'));
    await expect(form.getByRole('img')).toBeVisible();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: `Edit ${name}`, exact: true })).toBeVisible();
  }

  await page.getByRole('button', { name: new RegExp(`^${bells}`) }).click();
  for (const name of ['Temple bells', 'Wind bells']) {
    await page.getByRole('button', { name: 'Add subcategory' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByLabel('Description').fill(`${name} of brass`);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: `Edit ${name}`, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Edit Wind bells', exact: true }).click();
  await expect(page.getByRole('dialog').getByLabel('Description')).toHaveValue('Wind bells of brass');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const read = async () => calls.call<Category[]>('GET', '/categories');
  const find = async (name: string) => (await read()).find((item) => item.name === name);
  await page.getByRole('button', { name: 'Move Wind bells', exact: true }).press('ArrowUp');
  await expect
    .poll(async () => (await find(bells))?.subcategories.map(({ name }) => name))
    .toEqual(['Wind bells', 'Temple bells']);
  await page.getByLabel('Move Temple bells to another category').selectOption(lamps);
  await expect
    .poll(async () => (await find(lamps))?.subcategories.map(({ name }) => name))
    .toEqual(['Temple bells']);

  await page.getByRole('button', { name: `Move ${lamps}`, exact: true }).press('ArrowUp');
  await expect
    .poll(async () => {
      const names = (await read()).map(({ name }) => name);
      return names.indexOf(lamps) < names.indexOf(bells);
    })
    .toBe(true);
  await page.getByLabel(`${bells} in navigation`).check();
  await expect(page.getByRole('region', { name: 'In the navigation' })).toContainText(bells);
  await page.getByLabel(`${lamps} in navigation`).check();
  const inShop = async () => {
    const html = await (await request.get('/products')).text();
    const nav = /<nav aria-label="Categories"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
    const shown = [bells, lamps].filter((name) => nav.includes(name));
    return shown.toSorted((a, b) => nav.indexOf(a) - nav.indexOf(b));
  };
  await expect.poll(inShop).toEqual([bells, lamps]);
  await page.getByRole('button', { name: `Move ${lamps} in the navigation`, exact: true }).press('ArrowUp');
  await expect.poll(inShop).toEqual([lamps, bells]);

  const bell = await find(bells);
  const product = await calls.call<{ _id: string }>('POST', '/products', {
    name: fresh('Ghungroo'),
    price: 90,
    category: bell?._id,
  });
  await page.getByRole('button', { name: `Delete ${bells}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 product uses this category. Move them first.')).toBeVisible();
  await calls.call('DELETE', `/products/${product._id}`);
  for (const name of [bells, lamps]) {
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: `Edit ${name}`, exact: true })).toBeHidden();
  }
});

test('brands and product types are created, edited and deleted', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  await openOffice(page, calls, '/admin/brands');
  for (const [tab, noun] of [
    ['Brands', 'brand'],
    ['Product types', 'product type'],
  ] as const) {
    const name = fresh('Dastkar');
    await page.getByRole('link', { name: tab, exact: true }).click();
    await page
      .getByRole('button', { name: `Add ${noun}` })
      .first()
      .click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: `Delete ${name}`, exact: true })).toBeHidden();
  }
});

/** The page of product types is that of brands. */
const officePaths = [
  '/admin',
  '/admin/attention',
  '/admin/products',
  '/admin/products/batch',
  '/admin/products/new',
  '/admin/products/import',
  '/admin/products/table',
  '/admin/products/stock',
  '/admin/products/count',
  '/admin/products/labels',
  '/admin/products/attention',
  '/admin/categories',
  '/admin/brands',
  '/admin/settings',
  '/admin/site-info',
  '/admin/contact-queries',
];

test('axe finds no violations in the back office', async ({ page, request }) => {
  test.slow();
  const looks = [
    { viewport: phone, colorScheme: 'dark' },
    { viewport: desktop, colorScheme: 'light' },
  ] as const;
  const calls = await ownersCalls(request);
  await page.goto('/login');
  await expectAccessibleIn(page, looks);
  await openOffice(page, calls, '/admin');
  const daily = ['/admin', '/admin/products/new', '/admin/products/import'];
  for (const path of process.env.TEST_LONG ? officePaths : daily) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    await expectAccessibleIn(page, looks);
  }
});
