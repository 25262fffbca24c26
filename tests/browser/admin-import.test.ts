import { readFile } from 'node:fs/promises';
import type { Category } from '../../shared/contract/catalogue.ts';
import type { Group } from '../../shared/contract/catalogue-admin.ts';
import { parseCsv } from '../../shared/csv.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desk } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desk });

test('the export of another shop: told first, imported, and the same again', async ({ page, request }) => {
  test.setTimeout(120_000);
  const calls = await ownersCalls(request);
  const before = {
    brands: await calls.call<Group[]>('GET', '/brands'),
    'product-types': await calls.call<Group[]>('GET', '/product-types'),
    categories: await calls.call<Category[]>('GET', '/categories'),
  };
  await openOffice(page, calls, '/admin/products');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByLabel('Choose a CSV file').setInputFiles('tests/exports/shopify-home-and-garden.csv');
  await expect(page.getByText(/^Shopify file: \d+ new, 0 to change, 0 as they are/)).toBeVisible();
  await page.getByRole('button', { name: /^Import \d+ products$/ }).click();
  await expect(page.getByText(/^shopify-home-and-garden.csv: \d+ products imported$/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/left something out$/)).toBeVisible();

  await page.getByLabel('Choose a CSV file').setInputFiles('tests/exports/shopify-home-and-garden.csv');
  await expect(page.getByText(/^Shopify file: 0 new, 0 to change, \d+ as they are/)).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.goto('/admin/products?search=clay');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await saved).suggestedFilename()).toBe('products.csv');

  const csv = await readFile('tests/exports/shopify-home-and-garden.csv', 'utf8');
  const slugs = new Set(
    parseCsv(csv)
      .slice(1)
      .map(({ cells }) => cells[0]),
  );
  for (const slug of slugs) await calls.call('DELETE', `/products/${slug}`);
  for (const [kind, kept] of Object.entries(before)) {
    const ids = new Set(kept.map(({ _id }) => _id));
    const now = await calls.call<{ _id: string }[]>('GET', `/${kind}`);
    for (const { _id } of now) if (!ids.has(_id)) await calls.call('DELETE', `/${kind}/${_id}`);
  }
});
