import type { Page } from '@playwright/test';
import type { ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { withPictures } from '../support/browser-launch.ts';
import { desktop, openDrawer, phone, stockedProduct, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use(withPictures);

/** Blocks the app's entry script, or other files, until the returned function is called, like a slow connection. */
async function block(page: Page, files = '**/assets/entry.client-*.js') {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await gate;
    await route.continue();
  });
  return release;
}

test('no script is requested before the first picture is loaded', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize(phone);
  const { slug } = await stockedProduct(request);
  for (const path of ['/', '/products', `/products/${slug}`]) {
    await page.goto(path);
    await untilHydrated(page);
    const { picture, script } = await page.evaluate(() => {
      const files = performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming);
      const { currentSrc } = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]') ?? {};
      return {
        picture: files.find(({ name }) => name === currentSrc)?.responseEnd ?? Number.POSITIVE_INFINITY,
        script: Math.min(...files.filter(({ name }) => name.endsWith('.js')).map((file) => file.startTime)),
      };
    });
    expect(script, path).toBeGreaterThan(picture);
    expect(script, path).toBeLessThan(Number.POSITIVE_INFINITY);
  }
});

for (const width of [320, 360, 390]) {
  test(`nothing moves when the fonts of a listing arrive, ${width} px wide`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    const release = await block(page, '**/*.woff2');
    await page.goto('/products', { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await expect(page.getByRole('article').nth(3)).toBeAttached();
    release();
    await page.waitForLoadState();
    const shifts = await page.evaluate(async () => {
      await document.fonts.ready;
      // Until the browser has painted them.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'layout-shift', buffered: true });
      const isLoaded = [...document.fonts].some(({ status }) => status === 'loaded');
      return {
        isLoaded,
        values: observer.takeRecords().map((takeRecord) => ('value' in takeRecord ? takeRecord.value : 1)),
      };
    });
    expect(shifts.isLoaded).toBe(true);
    expect(shifts.values.reduce<number>((sum, value) => sum + Number(value), 0)).toBeLessThan(0.02);
  });
}

test('a click and a touch before hydration are repeated after it', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const product = await stockedProduct(request);
  const release = await block(page);
  await page.goto(`/products/${product.slug}`);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.locator('.strip article').first().dispatchEvent('touchstart');
  release();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause the scrolling', pressed: true })).toBeVisible();
});

test('a chosen size and a click before hydration are repeated in order', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const answer = await request.get('/api/products?inStock=true&limit=100');
  const { products } = (await answer.json()) as ProductList;
  const product = products.find(
    ({ options, variants }) =>
      options.length === 1 && variants.length > 1 && variants.every(({ countInStock }) => countInStock > 0),
  );
  const size = product?.variants.at(-1)?.values[0];
  if (!product || !size) throw new Error('The shop has no product of which every size is in stock');
  const release = await block(page);
  await page.goto(`/products/${product.slug}`);
  await page.getByRole('radio', { name: size, exact: true }).check();
  await page.getByRole('button', { name: /^Select an? / }).click();
  release();
  const drawer = await openDrawer(page);
  await expect(drawer.getByRole('listitem')).toContainText(size);
});

test('a form submitted before hydration is checked after it', { tag: '@long' }, async ({ page }) => {
  for (const [path, button, error] of [
    ['/contact', 'Send Message', 'Subject is required'],
    ['/user-login', 'Log in', 'Password is required'],
  ] as const) {
    const release = await block(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    release();
    await expect(page.getByText(error)).toBeVisible();
    await page.unrouteAll();
  }
});

test('filters chosen and a price typed before hydration are applied after it', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  const release = await block(page);
  await page.goto('/products');
  const filters = page.getByRole('form', { name: 'Filter products' });
  await filters.getByRole('radio', { name: 'Blue Pottery' }).check();
  await filters.getByLabel('In stock only').check();
  await filters.getByLabel('Min ₹').fill('₹1,000');
  release();
  await expect(page).toHaveURL('/products?category=blue-pottery&minPrice=1000&inStock=true');
  await expect(filters.getByRole('radio', { name: 'Blue Pottery' })).toBeChecked();
  await expect(filters.getByLabel('In stock only')).toBeChecked();
  await expect(filters.getByLabel('Min ₹')).toHaveValue('₹1,000');
});
