import type { APIRequestContext } from '@playwright/test';
import type { Product, ProductList } from '../../shared/contract/catalogue.ts';
import { stockedProducts, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** The first product of the demo shop for which `fits` holds. */
async function find(request: APIRequestContext, fits: (product: Product) => boolean): Promise<Product> {
  for (const page of [1, 2]) {
    const { products } = (await (
      await request.get(`/api/products?limit=100&page=${page}`)
    ).json()) as ProductList;
    const found = products.find(fits);
    if (found) return found;
  }
  throw new Error('The demo shop has no such product');
}

test('a shopper chooses a colour and a size, and comes back to her choice', async ({ page, request }) => {
  const product = await find(request, ({ options }) => options.length === 2);
  const variant = product.variants.findLast(({ countInStock }) => countInStock > 0);
  const [colour = '', size = ''] = variant?.values ?? [];
  await page.goto(`/products/${product.slug}`);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Select a colour' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please select a colour.' })).toBeVisible();
  await page.getByRole('radio', { name: colour, exact: true }).check();
  await expect(page).toHaveURL(`/products/${product.slug}`);
  await page.getByRole('button', { name: 'Select a size' }).click();
  await page.getByRole('radio', { name: size, exact: true }).check();
  await expect(page).toHaveURL(`/products/${product.slug}?variant=${variant?._id}`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`/products/${product.slug}$`),
  );
  const share = page.getByRole('link', { name: `Share ${product.name}`, exact: true }).first();
  expect(decodeURIComponent(String(await share.getAttribute('href')))).toContain(`?variant=${variant?._id}`);

  await page.goto('/about');
  await page.goBack();
  await untilHydrated(page);
  await expect(page.getByRole('radio', { name: size, exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});

test('a shopper asks for a mail about a size that is sold out', async ({ page, request }) => {
  const isSoldOut = ({ countInStock }: Product['variants'][number]) => countInStock === 0;
  const product = await find(
    request,
    ({ options, variants }) => options[0]?.name === 'Size' && variants.some(isSoldOut),
  );
  const [size = ''] = product.variants.find(isSoldOut)?.values ?? [];
  await page.goto(`/products/${product.slug}`);
  await page.getByRole('radio', { name: `${size} Out of Stock` }).check();
  await page.getByRole('button', { name: 'Tell me when it is back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tell me when it is back' });
  await dialog.getByRole('button', { name: 'Tell me', exact: true }).click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await dialog.getByLabel('Email').fill('asha@example.in');
  await dialog.getByRole('button', { name: 'Tell me', exact: true }).click();
  await expect(dialog.getByText('We will send one mail to asha@example.in')).toBeVisible();
});

test('the declarations of a product are readable without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/products/assam-second-flush-tea');
  await page.getByText('Product information').click();
  for (const text of [
    'Country of origin',
    'Monsoon Leaf Growers',
    '100 g: 100 g',
    '(inclusive of all taxes)',
  ])
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Ways to pay' })).toBeVisible();
  await context.close();
});

test('a shopper finds the products that she has viewed, which only her browser remembers', async ({
  page,
  request,
}) => {
  const [first, ...others] = await stockedProducts(request, 20);
  // Otherwise the page could show the first one as similar.
  const second = others.find(({ category }) => category?._id !== first?.category?._id);
  if (!first || !second) throw new Error('The demo shop has no products of two categories');
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  await page.goto(`/products/${first.slug}`);
  await page.waitForFunction(() => localStorage.getItem('viewed'));
  await expect(viewed).toBeHidden();
  await page.goto(`/products/${second.slug}`);
  await expect(viewed).toBeVisible();
  await expect(viewed.getByRole('listitem')).toHaveCount(0);
  const asked = page.waitForRequest('**/api/products/bulk');
  await page.keyboard.press('End');
  expect((await asked).postDataJSON()).toEqual({ ids: [first._id] });
  await viewed.getByRole('link', { name: first.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible();
});
