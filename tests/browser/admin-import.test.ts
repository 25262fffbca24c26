import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Category, Group, Product } from '../../shared/contract/catalogue/catalogue.ts';
import { openOffice, ownersCalls, pictureFile } from '../support/browser-owner.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { zipOf } from '../support/zip.ts';

test.use({ viewport: desktop });

test('the export of another shop is previewed, imported, and imported again without changes', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  // The workbook below is refused.
  expectedErrors.push(/400/);
  const calls = await ownersCalls(request);
  const before = {
    brands: await calls.call<Group[]>('GET', '/brands'),
    'product-types': await calls.call<Group[]>('GET', '/product-types'),
    categories: await calls.call<Category[]>('GET', '/categories'),
  };
  await openOffice(page, calls, '/admin/products');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByLabel('Choose a CSV file').setInputFiles('tests/exports/shopify-home-and-garden.csv');
  await expect(page.getByText(/^Shopify file: \d+ new, 0 to change, 0 unchanged/)).toBeVisible();
  await expect(page.getByText('₹500 (list price ₹750), stock 4')).toBeVisible();
  const start = page.getByRole('button', { name: /^Import \d+ products$/ });
  await expect(start).toBeDisabled();
  await page.getByLabel('Another currency').check();
  await page.getByLabel('Rupees for one unit').fill('80');
  await page.getByRole('button', { name: 'Convert the prices' }).click();
  await expect(page.getByText('₹40,000 (list price ₹60,000), stock 4')).toBeVisible();
  await page.getByLabel('Indian rupees').check();
  await expect(page.getByText('₹500 (list price ₹750), stock 4')).toBeVisible();
  await expect(page.getByLabel('Import as draft')).toBeChecked();
  await start.click();
  const imported = page.getByText(/^shopify-home-and-garden.csv: \d+ products imported$/);
  await expect(imported).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/imported with omissions$/)).toBeVisible();
  await expect(page.getByText('20 incomplete')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fetch failed pictures again' })).toBeVisible();
  expect((await calls.call<Product>('GET', '/products/cream-sofa')).status).toBe('draft');

  const workbook = { name: 'stock.xlsx', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004') };
  await page.getByLabel('Choose a CSV file').setInputFiles(workbook);
  await expect(page.getByRole('alert')).toHaveText(/^stock.xlsx: This is an Excel workbook/);

  await page.getByLabel('Choose a CSV file').setInputFiles('tests/exports/shopify-home-and-garden.csv');
  await expect(page.getByText(/^Shopify file: 0 new, 0 to change, \d+ unchanged/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fetch 21 pictures' })).toBeVisible();

  // The result is shown after the page was closed and opened again.
  await page.reload();
  await page.getByRole('button', { name: 'Close the result' }).click();
  await expect(imported).toBeHidden();
  const jobs = page.waitForResponse('**/api/products/import');
  await page.reload();
  await jobs;
  await expect(page.getByText('Choose a CSV file', { exact: true })).toBeVisible();
  await expect(imported).toBeHidden();

  const saved = page.waitForEvent('download');
  await page.goto('/admin/products?search=clay');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await saved).suggestedFilename()).toBe('products.csv');

  const csv = await readFile('tests/exports/shopify-home-and-garden.csv', 'utf8');
  const slugs = new Set(
    parse(csv)
      .slice(1)
      .map(([slug]) => slug),
  );
  for (const slug of slugs) await calls.call('DELETE', `/products/${slug}`);
  for (const [kind, kept] of Object.entries(before)) {
    const ids = new Set(kept.map(({ _id }) => _id));
    const now = await calls.call<{ _id: string }[]>('GET', `/${kind}`);
    for (const { _id } of now) if (!ids.has(_id)) await calls.call('DELETE', `/${kind}/${_id}`);
  }
});

test('pictures from a ZIP are matched in the preview and shown in the shop', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const tag = randomUUID().slice(0, 8);
  const csv = `Slug,Name,Price,Pictures
urli-${tag},Urli ${tag},900,"Urli front.jpg, urli side.jpg"
tray-${tag},Tray ${tag},400,tray.png
lota-${tag},Lota ${tag},much,
`;
  const files = await Promise.all(
    ['Urli Front.JPG', 'urli side.jpg', 'spare.jpg'].map(async (name, i) => {
      const { buffer } = await pictureFile(name, ['#b3402e', '#2b3a8c', '#e0a22e'][i] ?? '');
      return { name: `photos/${name}`, bytes: buffer };
    }),
  );
  const zip = zipOf([...files, { name: 'photos/list.txt', bytes: Buffer.from('x') }]);
  await openOffice(page, calls, '/admin/products/import');
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: 'brass.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const fit = page.getByRole('region', { name: 'Pictures' }).getByRole('status');
  await expect(fit).toHaveText('Pictures: 0 found in the ZIP, 3 missing, 0 not named by any product.');
  await page
    .getByLabel('Choose a ZIP with pictures')
    .setInputFiles({ name: 'photos.zip', mimeType: 'application/zip', buffer: zip });
  await expect(page.getByText('photos.zip: 3 pictures')).toBeVisible();
  await expect(page.getByText('1 other file in it can’t be used')).toBeVisible();
  await expect(fit).toHaveText('Pictures: 2 found in the ZIP, 1 missing, 1 not named by any product.');
  await expect(page.getByRole('region', { name: 'Pictures' })).toContainText(`tray.png for Tray ${tag}`);
  await page.getByRole('button', { name: 'Import 2 products' }).click();
  const result = 'brass.csv: 2 products imported, 1 could not be';
  await expect(page.getByText(result)).toBeVisible();
  await page.getByText('1 imported with omissions').click();
  await expect(
    page.getByText('This picture is missing; choose a ZIP that contains it: tray.png'),
  ).toBeVisible();

  const urli = await calls.call<Product>('GET', `/products/urli-${tag}`);
  expect(urli.images).toHaveLength(1);
  expect((await request.get(`/${urli.image}`)).status()).toBe(200);
  for (const slug of [`urli-${tag}`, `tray-${tag}`]) await calls.call('DELETE', `/products/${slug}`);
});
