import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Product, ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import type { ImportJob } from '../../shared/contract/catalogue/catalogue-jobs.ts';
import { slugify } from '../../shared/text/slug.ts';
import { openOffice, owner, ownersCalls, pictureFile } from '../support/browser-owner.ts';
import { desktop, phone } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });
const fresh = (name: string) => `${name} ${randomUUID().slice(0, 6)}`;

test('sign-in returns to the requested page, and signing out ends the session', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  await page.goto('/admin/products?search=cushion');
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter your email or mobile number');
  const identifier = page.getByLabel('Email or mobile number');
  await expect(identifier).toBeFocused();
  await identifier.fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Wrong email');
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/products\?search=cushion$/);
  await expect(page.getByRole('searchbox')).toHaveValue('cushion');
  // The session has ended when the address is that of the sign-in page, before the page is rendered.
  const tokens = page.evaluate(
    () =>
      new Promise((resolve) => {
        const replace = history.replaceState.bind(history);
        history.replaceState = (...change) => {
          replace(...change);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(localStorage.getItem('adminToken'));
          port2.postMessage('');
        };
      }),
  );
  await page.getByRole('button', { name: 'Logout' }).click();
  expect(await tokens).toBeNull();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login\?next=%2Fadmin$/);
});

test('a product is created with pictures and a price, appears in the shop, and is edited; duplicate pictures are skipped', async ({
  page,
  request,
  expectedErrors,
}) => {
  // The server rejects the selling price below.
  expectedErrors.push(/400/);
  const calls = await ownersCalls(request);
  const name = fresh('Sanganer Bolster');
  await openOffice(page, calls, '/admin/products');
  await page.getByRole('link', { name: 'Add Product' }).first().click();

  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('Product name is required')).toBeVisible();
  await expect(page.getByText('Valid price is required')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await expect(page.getByText('Product name is required')).toBeHidden();

  const files = [await pictureFile('one.png', '#b3402e'), await pictureFile('two.png', '#2b3a8c')];
  await page.getByLabel('Add pictures').setInputFiles(files);
  await expect(page.getByRole('img', { name: 'Picture 2' })).toBeVisible();
  await page.getByLabel('Add pictures').setInputFiles(files);
  await expect(page.getByText('2 pictures were there already')).toBeVisible();
  const first = await page.getByRole('img', { name: 'Main picture' }).getAttribute('src');
  await page.getByRole('button', { name: 'Move main picture', exact: true }).press('ArrowRight');
  await expect(page.getByRole('img', { name: 'Picture 2' })).toHaveAttribute('src', String(first));

  await expect(page.getByRole('button', { name: 'Move picture 2', exact: true })).toBeFocused();
  await page
    .getByRole('img', { name: 'Picture 2' })
    .dragTo(page.getByRole('img', { name: 'Main picture' }), { steps: 5 });
  await expect(page.getByRole('img', { name: 'Main picture' })).toHaveAttribute('src', String(first));

  const listPrice = page.getByLabel('List price (MRP)');
  // For 50 ms after a drop, dnd-kit removes selections of text, and with them what is typed so fast.
  await expect(async () => {
    await listPrice.fill('₹1,499.50');
    expect(await listPrice.inputValue()).toBe('₹1,499.50');
  }).toPass();
  await page.getByLabel('Selling price').fill('1,500');
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('The selling price can’t be above the list price').first()).toBeVisible();
  await page.getByLabel('Selling price').fill('1,099');
  await expect(page.getByText('26.7% off the list price.')).toBeVisible();
  await page.getByLabel('Stock', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);

  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('₹1,499.50');
  await expect(row).toContainText('26.7% off');
  await row.getByRole('button', { name: `Selling price of ${name}` }).click();
  await page.getByRole('textbox', { name: `Selling price of ${name}` }).fill('₹999');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('33.4% off');
  await row.getByRole('button', { name: `Stock of ${name}` }).click();
  await page.getByRole('textbox', { name: `Stock of ${name}` }).fill('12');
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok());
  await page.keyboard.press('Enter');
  await saved;

  await row.getByRole('link', { name, exact: true }).click();
  await page.getByLabel('Description', { exact: true }).fill('Filled with silk cotton.');
  await page.getByLabel('GST rate (%)').selectOption('5');
  await page.getByLabel('Cost price').fill('960');
  await expect(page.getByText('Negative margin: you lose ₹8.57 (0.9%).')).toBeVisible();
  await page.getByLabel('Barcode').fill('8901234567891');
  await expect(page.getByText('its last digit would be 0')).toBeVisible();
  await page.getByLabel('Barcode').fill('8901234567890');
  await expect(page.getByText('Filled with silk cotton.')).toHaveCount(2);
  await page.getByLabel('SEO title').fill('Silk cotton bolsters');
  await expect(page.getByText(/^Silk cotton bolsters · /)).toBeVisible();
  await page.getByLabel('Sale price').fill('750');
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page.getByText('Enter when the sale begins or when it ends')).toBeVisible();
  await page.getByLabel('Ends (India)').fill('2099-12-31T23:59');
  await expect(page.getByText('On now: costs ₹750 until 31 Dec 2099')).toBeVisible();
  await page.getByRole('link', { name: 'Categories' }).click();
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);

  const { products } = await calls.call<ProductList>('GET', `/products?search=${encodeURIComponent(name)}`);
  expect(products).toMatchObject([
    { countInStock: 12, price: 1499.5, finalPrice: 750, description: 'Filled with silk cotton.' },
  ]);
  await expect(row).toContainText('Sale until 31 Dec 2099');
  await page.goto(`/products/${products[0]?.slug}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(/^Silk cotton bolsters · /);
  expect(await page.content()).toContain('"gtin":"8901234567890"');

  await page.goto(`/admin/products?search=${encodeURIComponent(name)}`);
  await page
    .getByRole('button', { name: `Delete ${name}` })
    .filter({ visible: true })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
});

test('options create variants, each with its own price and stock', { tag: '@long' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const calls = await ownersCalls(request);
  const name = fresh('Ikat Jacket');
  await openOffice(page, calls, '/admin/products/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('List price (MRP)').fill('2,400');
  await page.getByLabel('Stock', { exact: true }).fill('7');
  await page.getByLabel('SKU').fill(`${name} S`);
  await page.getByRole('button', { name: 'Add an option' }).click();
  await page.getByLabel('Option 1', { exact: true }).fill('Size');
  await page.getByLabel('Values').pressSequentially('Small, M, L');
  await expect(page.getByLabel('List price of Small')).toHaveValue('2,400');
  await expect(page.getByLabel('Stock of Small')).toHaveValue('7');
  await expect(page.getByLabel('SKU of Small')).toHaveValue(`${name} S`);
  await page.getByLabel('Selling price of Small').fill('1,999');
  await page.getByRole('button', { name: 'More about Small' }).click();
  await page.getByLabel('Cost price of Small').fill('900');
  await page.getByRole('button', { name: 'Same cost for all' }).click();
  await page.getByRole('button', { name: 'Same price for all' }).click();
  await page.getByLabel('List price of L').fill('₹2,600');
  await page.getByLabel('Stock of M').fill('4');
  await page.getByRole('checkbox', { name: 'Small' }).uncheck();
  await expect(page.getByText('2 of 3 combinations offered')).toBeVisible();
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  const find = async () => {
    const list = await calls.call<ProductList>('GET', `/products?search=${encodeURIComponent(name)}`);
    return list.products[0] as Product;
  };
  const jacket = await find();
  expect(jacket.variants).toMatchObject([
    { values: ['M'], price: 2400, finalPrice: 1999, countInStock: 4 },
    { values: ['L'], price: 2600, finalPrice: 1999, countInStock: 0 },
  ]);
  const stored = await calls.call<Product>('GET', `/products/${jacket._id}`);
  expect(stored.variants.map(({ cost }) => cost)).toEqual([900, 900]);
  await page.goto(`/admin/products/edit/${jacket._id}`);
  await expect(page.getByRole('checkbox', { name: 'Small' })).not.toBeChecked();
  await page.getByLabel('Stock of L').fill('2');
  // Another admin adds a size meanwhile: it stays.
  const [medium, large] = jacket.variants.map(({ _id, values }) => ({ _id, values }));
  await calls.call('PUT', `/products/${jacket._id}`, {
    options: [{ name: 'Size', values: ['M', 'L', 'XL'] }],
    variants: [{ ...medium, finalPrice: 1899 }, large, { values: ['XL'], price: 2800 }],
  });
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  expect((await find()).variants).toMatchObject([
    { values: ['M'], finalPrice: 1899, countInStock: 4 },
    { values: ['L'], finalPrice: 1999, countInStock: 2 },
    { values: ['XL'], price: 2800 },
  ]);
  await calls.call('DELETE', `/products/${jacket._id}`);
});

test('saving a field that another admin has changed asks for confirmation', { tag: '@long' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const calls = await ownersCalls(request);
  const name = fresh('Dhurrie');
  const product = await calls.call<Product>('POST', '/products', { name, price: 799, finalPrice: 499 });
  const read = () => calls.call<Product>('GET', `/products/${product._id}`);
  await openOffice(page, calls, `/admin/products/edit/${product._id}`);
  await page.getByLabel('Selling price').fill('450');
  await page.getByLabel('HSN code').fill('5702');
  await calls.call('PUT', `/products/${product._id}`, { finalPrice: 525, gstRate: 5 });
  await page.getByRole('button', { name: 'Save product' }).click();
  const question = page.getByRole('dialog', { name: 'Someone else changed this product' });
  await expect(question).toContainText('Saved: 525 · Yours: 450');
  await question.getByRole('button', { name: 'Load saved version' }).click();
  await expect(page.getByLabel('Selling price')).toHaveValue('525');
  await expect(page.getByLabel('HSN code')).toHaveValue('5702');
  await page.getByRole('button', { name: 'Restore my input' }).click();
  await expect(page.getByLabel('Selling price')).toHaveValue('450');
  await calls.call('PUT', `/products/${product._id}`, { finalPrice: 530 });
  await page.getByRole('button', { name: 'Save product' }).click();
  await question.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  expect(await read()).toMatchObject({ finalPrice: 450, hsn: '5702' });
  await calls.call('DELETE', `/products/${product._id}`);
});

test('a batch of 300 products is one job, also on a phone', { tag: '@long' }, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const tag = fresh('Lot');
  const rows = Array.from({ length: 300 }, (_, i) => `${slugify(tag)}-${i},${tag} ${i},10,draft`);
  const buffer = Buffer.from(`Slug,Name,Price,Status\n${rows.join('\n')}`);
  const started = await request.post('/api/products/import', {
    headers: { authorization: `Bearer ${calls.token}` },
    multipart: { file: { name: 'lot.csv', mimeType: 'text/csv', buffer } },
  });
  const { _id } = (await started.json()) as ImportJob;
  const made = async () => (await calls.call<ImportJob>('GET', `/products/import/${_id}`)).finished;
  await expect.poll(made).toBe(true);
  await page.setViewportSize(phone);
  await openOffice(page, calls, `/admin/products/batch?search=${encodeURIComponent(tag)}`);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please select at least one product');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Select all 300 that match' }).click();
  await expect(page.getByText('300 selected')).toBeVisible();
  await page.getByLabel('Action', { exact: true }).selectOption('Set discount');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid discount percentage (0-100)');
  await page.getByLabel('New discount in percent').fill('15');
  await page.getByRole('button', { name: 'Apply' }).click();
  const question = page.getByRole('dialog', { name: 'Set a discount of 15% on 300 products?' });
  await question.getByRole('button', { name: 'Set discount' }).click();
  await expect(page.getByText('300 of 300 products changed')).toBeVisible();
  const discounts = async () => {
    const { products } = await calls.call<ProductList>('GET', `/products?search=${encodeURIComponent(tag)}`);
    return products.map(({ discount }) => discount);
  };
  await expect.poll(discounts).toEqual(Array(24).fill(15));
  // The undo is offered after a reload too.
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('300 of 300 products restored')).toBeVisible();
  await expect.poll(discounts).toEqual(Array(24).fill(0));

  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Select all 300 that match' }).click();
  await page.getByLabel('Action', { exact: true }).selectOption('Delete');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
});

test('products that lack HSN code and GST rate are found, and get both at once', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const name = fresh('Maheshwari Saree');
  const product = await calls.call<Product>('POST', '/products', { name, price: 900 });
  const read = () => calls.call<Product>('GET', `/products/${product._id}`);
  await openOffice(page, calls, `/admin/products/batch?search=${encodeURIComponent(name)}`);
  await page.getByLabel('Shown as').selectOption('Missing HSN or GST');
  await expect(page).toHaveURL(/flag=lacksGst/);
  // The other pages show the same products, the spreadsheet with what they lack beside the name.
  await page.getByRole('link', { name: 'Products', exact: true }).last().click();
  await page.getByRole('link', { name: 'Spreadsheet' }).click();
  await page.getByRole('row', { name, exact: true }).waitFor();
  expect((await page.getByRole('columnheader').allTextContents()).slice(0, 3)).toEqual([
    'Name',
    'HSN',
    'GST (%)',
  ]);
  await page.getByRole('link', { name: 'Products', exact: true }).last().click();
  await page.getByRole('link', { name: 'Batch edit' }).click();
  await page.getByLabel(`Select ${name}`).check();
  await page.getByLabel('Action', { exact: true }).selectOption('Set HSN and GST rate');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter an HSN code or a GST rate');
  await page.getByLabel('New HSN code').fill('5208');
  await page.getByLabel('New GST rate').selectOption('5%');
  await page.getByRole('button', { name: 'Apply' }).click();
  const question = page.getByRole('dialog', { name: 'Set HSN code 5208 and GST 5% for 1 product?' });
  await question.getByRole('button', { name: 'Set HSN and GST rate' }).click();
  await expect(page.getByText('1 of 1 product changed')).toBeVisible();
  expect(await read()).toMatchObject({ hsn: '5208', gstRate: 5 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 of 1 product restored')).toBeVisible();
  expect(await read()).toMatchObject({ hsn: null, gstRate: null });

  // A product that the guide shows leads back to the guide.
  await page.goto(`/admin/products/edit/${product._id}?from=setup`);
  await page.getByLabel('HSN code').fill('7103');
  await page.getByLabel('GST rate (%)').selectOption('0.25%');
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page).toHaveURL(/\/admin\/setup\/products$/);
  expect(await read()).toMatchObject({ hsn: '7103', gstRate: 0.25 });
  await calls.call('DELETE', `/products/${product._id}`);
});

test('text entered by an admin never runs as a script on any page (T-XSS-01)', async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const payloads = [
    '<script>document.title="owned"</script>',
    '<img src=x onerror="document.title=`owned`">',
    '"><svg/onload=document.title=`owned`>',
    '</title></script><script>document.title=`owned`</script>',
    "javascript:document.title='owned'",
    '{{constructor.constructor("document.title=`owned`")()}}',
  ];
  const made: Product[] = [];
  for (const payload of payloads) {
    const name = `${payload} ${randomUUID().slice(0, 6)}`;
    made.push(
      await calls.call<Product>('POST', '/products', {
        name,
        description: payload,
        price: 5,
        countInStock: 1,
      }),
    );
  }
  await openOffice(page, calls, '/admin/products');
  for (const path of [
    '/admin/products',
    '/admin',
    '/products',
    ...made.map(({ slug }) => `/products/${slug}`),
  ]) {
    await page.goto(path);
    await expect(
      page
        .getByText(
          path.startsWith('/products/')
            ? String(made.find(({ slug }) => path.endsWith(slug))?.name)
            : (payloads.at(-1) ?? ''),
        )
        .first(),
    ).toBeVisible();
    expect(await page.title()).not.toBe('owned');
  }
  for (const { _id } of made) await calls.call('DELETE', `/products/${_id}`);
});

test('a large photograph is reduced before it is uploaded', { tag: '@long' }, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  await openOffice(page, calls, '/admin/products/new');
  const noise = {
    width: 3000,
    height: 2400,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
  };
  const buffer = await sharp({ create: { ...noise, background: '#888' } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const sent = page.waitForRequest('**/api/upload*');
  await page.getByLabel('Add pictures').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  // Made smaller here and checked there: work for a processor that may have others.
  await expect(page.getByRole('img', { name: 'Main picture' })).toBeVisible({ timeout: 40_000 });
  const { requestBodySize } = await (await sent).sizes();
  expect(requestBodySize).toBeLessThan(buffer.length / 1.5);
});
