import type { Page } from '@playwright/test';
import { withPictures } from '../support/browser-launch.ts';
import {
  openDrawer,
  phone,
  stockedProduct,
  trackRequests,
  untilHydrated,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use(withPictures);

const KB = 1024;
const styleBudget = 20 * KB;
const pictureBudget = 250 * KB;
const applicationBudget = 148.5 * KB;

test.use({ viewport: phone });

/** The files that a page has requested, with their encoded size in bytes. */
const filesOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize })),
  );
type Files = Awaited<ReturnType<typeof filesOf>>;

const sum = (files: Files, kind: RegExp) =>
  files.filter((file) => kind.test(file.path)).reduce((total, { bytes }) => total + bytes, 0);

/** The names of the scripts without their hashes, in alphabetical order. */
const scriptNames = (files: Files) =>
  files
    .flatMap(({ path }) => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(path)?.[1] ?? [])
    .sort()
    .join(' ');

const untouched = 'entry.client hearts page rolldown-runtime';
const header =
  'cart-button entry.client hearts hydrate islands mobile-menu page react-dom rolldown-runtime search-box';
const withHeader = (...names: string[]) => [...header.split(' '), ...names];

for (const { path, htmlBudget, scripts } of [
  { path: '/', htmlBudget: 60_000, scripts: withHeader() },
  {
    path: '/products',
    htmlBudget: 60_000,
    scripts: withHeader('filter-drawer', 'filter-panel', 'forms', 'show-listing', 'sort-select'),
  },
  {
    path: '/products/:slug',
    htmlBudget: 60_000,
    scripts: withHeader('ask-form', 'product-view', 'scrolling-strip'),
  },
]) {
  test(`${path} loads few scripts before an interaction, and stays within its budget after all`, async ({
    page,
    request,
  }) => {
    const { slug } = await stockedProduct(request);
    const address = path.replace(':slug', slug);
    expect((await (await request.get(address)).body()).length, 'HTML').toBeLessThanOrEqual(htmlBudget);
    const untilRequestsEnd = trackRequests(page);
    await page.goto(address);
    await page.waitForFunction(() => customElements.get('haat-island'));
    await untilRequestsEnd();
    const before = await filesOf(page);
    expect(scriptNames(before)).toBe(untouched);
    expect(sum(before, /\.js$/), 'scripts before').toBeLessThanOrEqual(12.5 * KB);
    expect(sum(before, /\.css$/), 'styles').toBeGreaterThan(5 * KB);
    expect(sum(before, /\.css$/), 'styles').toBeLessThanOrEqual(styleBudget);
    expect(sum(before, /\.(avif|webp|png|jpe?g|svg)$/), 'pictures').toBeGreaterThan(0);
    if (path === '/products')
      expect(sum(before, /\.(avif|webp|png|jpe?g|svg)$/), 'pictures').toBeLessThanOrEqual(pictureBudget);
    await untilHydrated(page);
    const after = await filesOf(page);
    // Another journey may have reviewed the product.
    const isReviewed = (await page.locator('haat-island[data-name="review"]').count()) > 0;
    // Or bought it together with others.
    const isTogether = (await page.locator('haat-island[data-name="add-all"]').count()) > 0;
    const names = [
      ...scripts,
      ...(isReviewed ? ['review-actions'] : []),
      ...(isTogether ? ['add-all-button'] : []),
    ];
    expect(scriptNames(after)).toBe(names.sort().join(' '));
    expect(sum(after, /\.js$/), 'scripts after').toBeGreaterThan(50 * KB);
    // The goal is 90 KB; the buttons of a review take 0.8 KB, that of products bought together 0.4 KB.
    const budget = (90 + (isReviewed ? 0.4 : 0) + (isTogether ? 0.4 : 0)) * KB;
    expect(sum(after, /\.js$/), 'scripts after').toBeLessThanOrEqual(budget);
    if (path !== '/products/:slug') return;
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await expect(page.getByRole('link', { name: /^Cart, [1-9]/ })).toBeVisible();
    const priced = page.waitForResponse(/\/razorpay\/quote$/);
    await openDrawer(page);
    await priced;
    const inDrawer = await filesOf(page);
    const ofDrawer = ['ask-quote', 'cart-drawer', 'checkout-link', 'order-keys', 'totals'];
    expect(scriptNames(inDrawer)).toBe([...names, ...ofDrawer].sort().join(' '));
    expect(sum(inDrawer, /\.js$/), 'scripts with the cart drawer').toBeLessThanOrEqual(budget + 4 * KB);
  });
}

test('a public page of text loads no framework', async ({ page }) => {
  const untilRequestsEnd = trackRequests(page);
  await page.goto('/about');
  await page.waitForFunction(() => customElements.get('haat-island'));
  await untilRequestsEnd();
  expect(scriptNames(await filesOf(page))).toBe(untouched);
});

for (const path of ['/cart', '/checkout', '/order-success/unknown']) {
  test(`${path} stays within its weight budget`, { tag: '@long' }, async ({ page, expectedErrors }) => {
    expectedErrors.push(/404/);
    const untilRequestsEnd = trackRequests(page);
    await page.goto(path);
    await untilHydrated(page);
    await untilRequestsEnd();
    const files = await filesOf(page);
    expect(sum(files, /\.js$/), 'scripts').toBeGreaterThan(50 * KB);
    expect(sum(files, /\.js$/), 'scripts').toBeLessThanOrEqual(applicationBudget);
    expect(sum(files, /\.css$/), 'styles').toBeLessThanOrEqual(styleBudget);
  });
}
