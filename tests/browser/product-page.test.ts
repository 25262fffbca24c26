import type { APIRequestContext } from '@playwright/test';
import type { Product, ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { expectAccessible } from '../support/axe.ts';
import { withPictures } from '../support/browser-launch.ts';
import { openOffice, ownersCalls, pictureFile } from '../support/browser-owner.ts';
import { desktop, stockedProduct, stockedProducts, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { emptyFilm } from '../support/video.ts';

test.use(withPictures);

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

test('a shopper chooses a colour and a size, and comes back to this choice', async ({ page, request }) => {
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

test('the owner adds a video and pictures from all sides, and a shopper opens and turns them', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  // A file that is no video.
  expectedErrors.push(/415/);
  const calls = await ownersCalls(request);
  const { image } = await find(request, (product) => product.image !== null);
  const { _id, slug } = await calls.call<Product>('POST', '/products', {
    name: 'Painted Elephant',
    price: 900,
    image,
  });
  await openOffice(page, calls, `/admin/products/edit/${_id}`);
  const card = page.getByRole('region', { name: 'Video and 360°' });
  const film = { name: 'elephant.mp4', mimeType: 'video/mp4', buffer: emptyFilm() };
  await card.getByLabel('Choose a video').setInputFiles({ ...film, buffer: Buffer.from('no film') });
  await expect(card.getByText('elephant.mp4: Videos must be MP4 or WebM.')).toBeVisible();
  await card.getByLabel('Choose a video').setInputFiles(film);
  await expect(card.getByRole('button', { name: 'Remove the video' })).toBeVisible();
  const sides = await Promise.all(
    ['#a33', '#3a3', '#33a'].map((colour, i) => pictureFile(`side-${i}.png`, colour)),
  );
  await card.getByLabel('Add 360° pictures').setInputFiles(sides);
  await expect(card.getByRole('img', { name: 'Picture 3 of the turn' })).toBeVisible();
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page).toHaveURL('/admin/products');

  await page.goto(`/products/${slug}`);
  await page.getByRole('link', { name: 'Video', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Video of Painted Elephant' });
  await expect(dialog.locator('video')).toHaveAttribute('src', /^\/uploads\/video\/\w+\.mp4$/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: '360°' }).click();
  const slider = page.getByRole('slider', { name: 'Turn Painted Elephant' });
  await expect(page.getByText('Drag to turn')).toBeVisible();
  await slider.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', 'Picture 3 of 3');
  await slider.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', '1');
  await page.mouse.move(60, 300);
  await page.mouse.down();
  await page.mouse.move(200, 300, { steps: 4 });
  await page.mouse.up();
  await expect(slider).toHaveAttribute('aria-valuenow', '2');
  await expectAccessible(page);
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

test('a shopper finds the products that they have viewed, which only their browser remembers', {
  tag: '@long',
}, async ({ page, request }) => {
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

test('a shopper reads sizes and care, asks the shop on WhatsApp and on the page, and finds the answer', {
  tag: '@long',
}, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const { whatsapp } = await calls.call<{ whatsapp: string }>('GET', '/site-info/admin');
  await calls.call('PUT', '/site-info/admin', { whatsapp: '9876543210' });
  try {
    const product = await find(request, ({ subcategory }) => subcategory?.slug === 'juttis');
    await page.goto(`/products/${product.slug}`);
    await page.getByRole('link', { name: 'Size guide' }).click();
    const guide = page.getByRole('dialog', { name: 'Sizes of juttis and slides' });
    await expect(guide.getByRole('row', { name: '5 38 23.9 9.4' })).toBeVisible();
    await expectAccessible(page);
    const table = guide.getByRole('region');
    expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
    await guide.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('row', { name: /^Care Wipe with a dry cloth/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ask a question on WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/919876543210\?text=.+/,
    );

    const text = `Do they fit wide feet? ${Date.now()}`;
    await page.getByRole('button', { name: 'Ask a question' }).click();
    const form = page.getByRole('form', { name: 'Ask a question' });
    await form.getByRole('button', { name: 'Send question' }).click();
    await expect(form.getByText('Question is required')).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel('Your question').fill(text);
    await form.getByLabel('Name shown with the question').fill('Asha');
    await form.getByLabel('Email').fill('asha@example.in');
    await form.getByRole('button', { name: 'Send question' }).click();
    await expect(page.getByText('The shop answers by email')).toBeVisible();
    const asked = await calls.call<{ _id: string; text: string }[]>('GET', '/questions');
    const question = asked.find((item) => item.text === text);
    await calls.call('PUT', `/questions/${question?._id}`, {
      status: 'published',
      answer: 'Yes, the leather gives.',
    });
    await page.reload();
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText('Yes, the leather gives.')).toBeVisible();
  } finally {
    await calls.call('PUT', '/site-info/admin', { whatsapp });
  }
});

test('the scrolling strip stops on hover, focus and touch, and can then be scrolled in both directions', {
  tag: '@long',
}, async ({ page, request }) => {
  await page.setViewportSize(desktop);
  const product = await stockedProduct(request);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`/products/${product.slug}`);
  await untilHydrated(page);
  const region = page.getByRole('region', { name: 'You May Also Like' });
  const strip = region.locator('.strip');
  const isMoving = () =>
    strip.evaluate((element) =>
      element.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running'),
    );
  await region.getByRole('heading', { name: 'You May Also Like' }).hover();
  await expect.poll(isMoving).toBe(true);
  const box = await strip.boundingBox();
  if (!box) throw new Error('The strip is not shown');
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await expect.poll(isMoving).toBe(false);
  await page.mouse.move(box.x + box.width / 2, box.y - 40);
  await expect.poll(isMoving).toBe(true);
  const first = strip.getByRole('heading').first();
  /** In the middle of a round, the first product has moved out to the left. */
  async function moveOut() {
    await strip.evaluate((element) => {
      for (const animation of element.getAnimations({ subtree: true })) animation.currentTime = 5000;
    });
    await expect(first).not.toBeInViewport();
  }
  await moveOut();
  await first.getByRole('link').focus();
  await expect(first).toBeInViewport({ ratio: 1 });
  await expect.poll(isMoving).toBe(false);
  await region.getByRole('link', { name: 'View All Products' }).focus();
  await expect.poll(isMoving).toBe(true);
  await moveOut();
  await strip.dispatchEvent('touchstart');
  await expect.poll(isMoving).toBe(false);
  await expect(first).not.toBeInViewport();
  await strip.evaluate((element) => element.scrollTo(0, 0));
  await expect(first).toBeInViewport({ ratio: 1 });
  await region.getByRole('button', { name: 'Pause the scrolling' }).click();
  await expect.poll(isMoving).toBe(true);
});
