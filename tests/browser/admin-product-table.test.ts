import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import { openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop, permissions: ['clipboard-read', 'clipboard-write'] });

/** Products without options, whose names begin with a word of their own, in the order of their names. */
async function setUp({ call }: Awaited<ReturnType<typeof ownersCalls>>, count: number) {
  const word = `Desk${randomUUID().slice(0, 6)}`;
  const products: Product[] = [];
  for (let i = 1; i <= count; i++)
    products.push(
      await call<Product>('POST', '/products', { name: `${word} ${i}`, price: 100 * i, countInStock: 5 }),
    );
  return { products, path: `/admin/products/table?search=${word}&sort=name` };
}

/** The cell of a product in a column. */
async function cellOf(page: Page, { name }: Product, column: string) {
  await page.getByRole('grid').waitFor();
  const heads = await page.getByRole('columnheader').allTextContents();
  return page.getByRole('row', { name, exact: true }).getByRole('gridcell').nth(heads.indexOf(column));
}

/** Pastes a text as it comes from another program. */
async function paste(page: Page, text: string) {
  await page.evaluate((block) => navigator.clipboard.writeText(block), text);
  await page.keyboard.press('ControlOrMeta+v');
}

const saved = (page: Page) => expect(page.getByText('Changes are saved at once')).toBeVisible();

test('a block from Excel is pasted, filled down and undone; a row with a wrong cell is not saved', async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const { products, path } = await setUp(calls, 4);
  const [first, second, third, fourth] = products;
  if (!first || !second || !third || !fourth) throw new Error('no products');
  const stored = ({ _id }: Product) => calls.call<Product>('GET', `/products/${_id}`);
  await openOffice(page, calls, path);
  await (await cellOf(page, first, 'Price')).click();
  // Quoted cells with line breaks, amounts as Indians write them, and a row whose price is no number.
  await paste(page, '₹1,00,000\t"95,000"\t60000\t12\r\n250/-\t\t\t7\r\nabc\t\t\t9\r\n');
  await expect(await cellOf(page, third, 'Price')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('1 cell to correct')).toBeVisible();
  await expect.poll(async () => (await stored(second)).price).toBe(250);
  expect(await stored(first)).toMatchObject({ price: 100_000, finalPrice: 95_000, countInStock: 12 });
  expect(await stored(third)).toMatchObject({ price: 300, countInStock: 5 });

  // The row is saved when it is right.
  await page.getByRole('button', { name: 'Show the first problem' }).click();
  await expect(page.getByText('Valid price is required').last()).toBeVisible();
  await page.keyboard.type('320');
  await page.keyboard.press('Enter');
  await saved(page);
  expect(await stored(third)).toMatchObject({ price: 320, countInStock: 9 });

  // From the active cell of the fourth product upwards, filled down from the first.
  await (await cellOf(page, first, 'HSN')).click();
  await page.keyboard.type('6913');
  await page.keyboard.press('Enter');
  await (await cellOf(page, first, 'HSN')).click();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ControlOrMeta+d');
  await expect.poll(async () => (await stored(fourth)).hsn).toBe('6913');
  await page.keyboard.press('ControlOrMeta+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('6913\r\n6913\r\n6913\r\n6913');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await stored(fourth)).hsn).toBeNull();
  expect((await stored(first)).hsn).toBe('6913');
  await page.keyboard.press('ControlOrMeta+y');
  await expect.poll(async () => (await stored(fourth)).hsn).toBe('6913');
});

test('another admin’s change is shown and not overwritten, and stock keeps what was sold meanwhile', async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const { products, path } = await setUp(calls, 1);
  const [product] = products;
  if (!product) throw new Error('no product');
  const stored = () => calls.call<Product>('GET', `/products/${product._id}`);
  await openOffice(page, calls, path);
  await (await cellOf(page, product, 'Price')).waitFor();
  // Two are sold, and another admin changes the price.
  await calls.call('PATCH', `/products/${product._id}`, { countInStock: 3, price: 110 });

  await (await cellOf(page, product, 'Stock')).click();
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).countInStock).toBe(13);
  await expect(await cellOf(page, product, 'Stock')).toHaveText('13');

  await calls.call('PATCH', `/products/${product._id}`, { price: 120 });
  await (await cellOf(page, product, 'Price')).click();
  await page.keyboard.type('130');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 cell that another admin changed')).toBeVisible();
  expect((await stored()).price).toBe(120);
  await (await cellOf(page, product, 'Price')).click();
  await expect(page.getByText('Another admin saved “120” meanwhile, you entered “130”.')).toBeVisible();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await saved(page);
  expect((await stored()).price).toBe(130);
});

test('of 10,000 rows only those that can be seen are rendered, and they are read in 20 requests', async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const [id = ''] = (await calls.call<{ ids: string[] }>('GET', '/products/table')).ids;
  const rows = await calls.call<{ products: object[] }>('POST', '/products/table/rows', { ids: [id] });
  const [row] = rows.products;
  const ids: string[] = Array.from({ length: 10_000 }, () => randomUUID());
  const texts = { sku: 'X', barcode: '', cost: null, netQuantity: null, weightGrams: null };
  const variant = { ...texts, values: [], price: 100, finalPrice: 100, countInStock: 1 };
  await page.route('**/api/products/table?*', (route) => route.fulfill({ json: { ids, total: ids.length } }));
  let requests = 0;
  await page.route('**/api/products/table/rows', (route) => {
    requests += 1;
    const asked: string[] = route.request().postDataJSON().ids;
    const products = asked.map((_id) => ({
      ...row,
      _id,
      name: `Product ${ids.indexOf(_id)}`,
      variants: [{ ...variant, _id }],
    }));
    return route.fulfill({ json: { products } });
  });
  await openOffice(page, calls, '/admin/products/table');
  await expect(page.getByText('10,000 products', { exact: true })).toBeVisible();
  expect(requests).toBe(20);
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(page.getByRole('row', { name: 'Product 9999' })).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
});

test('a scanned SKU leads to its variant, whose stock is adjusted with a reason', async ({
  page,
  request,
  expectedErrors,
}) => {
  // The last adjustment takes more than there is.
  expectedErrors.push(/409/);
  const calls = await ownersCalls(request);
  const { products } = await setUp(calls, 1);
  const [product] = products;
  if (!product) throw new Error('no product');
  await openOffice(page, calls, '/admin/products/stock');
  const reply = await request.get('/admin/products/stock');
  expect(reply.headers()['permissions-policy']).toContain('camera=(self)');
  await expect(page.getByLabel('Barcode or SKU')).toBeFocused();
  // A scanner types the code and Enter.
  await page.keyboard.type(product.sku);
  await page.keyboard.press('Enter');
  await page.getByLabel('Reason').selectOption('Damaged');
  await page.getByLabel('Units').fill('2');
  await page.getByRole('button', { name: 'Adjust stock' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Damaged' })).toContainText('5 → 3');
  await page.getByLabel('Units').fill('4');
  await page.getByRole('button', { name: 'Adjust stock' }).click();
  await expect(page.getByText('There are only 3 in stock')).toBeVisible();
});
