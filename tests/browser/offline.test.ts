import { withPictures } from '../support/browser-launch.ts';
import { stockedProducts, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use(withPictures);

test.use({ viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' });

test('without a network, the products that were seen last are shown without prices', {
  tag: '@long',
}, async ({ page, context, request, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const [first, second] = await stockedProducts(request, 2);
  await page.goto('/');
  await untilHydrated(page);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  const isSeen = (path: string) =>
    page.evaluate(async (wanted) => {
      const seen = await (await caches.match('/offline/seen'))?.json();
      return Boolean(seen?.products.some((product: { path: string }) => product.path === wanted));
    }, path);
  for (const product of [first, second]) {
    await page.goto(`/products/${product?.slug}`);
    await expect.poll(() => isSeen(`/products/${product?.slug}`)).toBe(true);
  }
  await context.setOffline(true);
  await page.goto('/products?category=toys');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  const items = page.getByRole('listitem');
  await expect(items).toHaveText([second?.name ?? '', first?.name ?? '']);
  await expect(items.first().locator('img')).toHaveJSProperty('complete', true);
  expect(
    await items
      .first()
      .locator('img')
      .evaluate((image) => (image as HTMLImageElement).naturalWidth),
  ).toBeGreaterThan(0);
  await expect(page.locator('body')).not.toContainText('₹');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // Nothing else was kept: neither pages nor replies with personal data.
  const kept = await page.evaluate(async () => {
    const cache = await caches.open('offline');
    return (await cache.keys()).map(({ url }) =>
      new URL(url).pathname.replace(/\/uploads\/product\/.+/, 'picture'),
    );
  });
  expect(new Set(kept)).toEqual(new Set(['/offline', '/offline/seen', 'picture']));
  // Chromium does not reload a page of an error by itself; the button asks the network again.
  await context.setOffline(false);
  await expect(page).toHaveURL(/category=toys/);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeHidden();
});
