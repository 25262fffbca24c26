import type { Page } from '@playwright/test';
import type { ProductList } from '../../shared/contract/catalogue.ts';
import { desktop, openDrawer, phone, stockedProduct, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

/** Keeps the app's own code back until it is let through: what a slow connection does. */
async function holdApp(page: Page) {
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await gate;
    await route.continue();
  });
  return letThrough;
}

test('no script is asked for before the first picture is there', async ({ page, request }) => {
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

test('what is pressed before the app is alive is done when it is', async ({ page, request }) => {
  const product = await stockedProduct(request);
  const letThrough = await holdApp(page);
  await page.goto(`/products/${product.slug}`);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  letThrough();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});

test('a size and the cart, pressed before the app is alive, go together', async ({ page, request }) => {
  const answer = await request.get('/api/products?inStock=true&limit=100');
  const { products } = (await answer.json()) as ProductList;
  const product = products.find(
    ({ options, variants }) =>
      options.length === 1 && variants.length > 1 && variants.every(({ countInStock }) => countInStock > 0),
  );
  const wanted = product?.variants.at(-1)?.values[0];
  if (!product || !wanted) throw new Error('The shop has no product of which every size is in stock');
  const letThrough = await holdApp(page);
  await page.goto(`/products/${product.slug}`);
  await page.getByRole('radio', { name: wanted, exact: true }).check();
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  letThrough();
  const drawer = await openDrawer(page);
  await expect(drawer.getByRole('listitem')).toContainText(wanted);
});

test('a form sent before the app is alive is checked when it is', async ({ page }) => {
  for (const [path, button, told] of [
    ['/contact', 'Send Message', 'Subject is required'],
    ['/user-login', 'Log in', 'Password is required'],
  ] as const) {
    const letThrough = await holdApp(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    letThrough();
    await expect(page.getByText(told)).toBeVisible();
    await page.unrouteAll();
  }
});

test('what is chosen before the app is alive is applied when it is', async ({ page }) => {
  await page.setViewportSize(desktop);
  const letThrough = await holdApp(page);
  await page.goto('/products');
  const filters = page.getByRole('form', { name: 'Filter products' });
  await filters.getByRole('radio', { name: 'Blue Pottery' }).check();
  await filters.getByLabel('In stock only').check();
  letThrough();
  await expect(page).toHaveURL(/category=blue-pottery.*inStock=true/);
  await expect(filters.getByRole('radio', { name: 'Blue Pottery' })).toBeChecked();
  await expect(filters.getByLabel('In stock only')).toBeChecked();
});
