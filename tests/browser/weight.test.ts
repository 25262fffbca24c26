import type { Page } from '@playwright/test';
import { phone, stockedProduct, trackRequests, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

const KB = 1024;
const scriptBudget = 130 * KB;
const styleBudget = 20 * KB;
const pictureBudget = 250 * KB;

test.use({ viewport: phone });

/** The encoded size in bytes of the files that a page requests without interaction, by type. */
async function weigh(page: Page, path: string) {
  const untilRequestsEnd = trackRequests(page);
  await page.goto(path);
  await untilHydrated(page);
  await untilRequestsEnd();
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize })),
  );
  const sum = (kind: RegExp) =>
    files.filter((file) => kind.test(file.path)).reduce((total, { bytes }) => total + bytes, 0);
  return {
    scripts: sum(/\.js$/),
    styles: sum(/\.css$/),
    pictures: sum(/\.(avif|webp|png|jpe?g|svg)$/),
  };
}

for (const path of [
  '/',
  '/products',
  '/products/:slug',
  '/cart',
  '/checkout',
  '/order-success/unknown',
  '/about',
]) {
  test(`${path} stays within its weight budget`, async ({ page, request, expectedErrors }) => {
    expectedErrors.push(/404/);
    const { slug } = await stockedProduct(request);
    const { scripts, styles, pictures } = await weigh(page, path.replace(':slug', slug));
    const figures = `${Math.round(scripts / KB)} KB of scripts, ${Math.round(styles / KB)} KB of styles, ${Math.round(pictures / KB)} KB of pictures`;
    test.info().annotations.push({ type: 'weight', description: figures });
    // An empty sum would meet any budget.
    expect(scripts, 'scripts').toBeGreaterThan(50 * KB);
    expect(scripts, 'scripts').toBeLessThanOrEqual(scriptBudget);
    expect(styles, 'styles').toBeGreaterThan(5 * KB);
    expect(styles, 'styles').toBeLessThanOrEqual(styleBudget);
    if (path !== '/products') return;
    expect(pictures, 'pictures of the first view').toBeGreaterThan(0);
    expect(pictures, 'pictures of the first view').toBeLessThanOrEqual(pictureBudget);
  });
}
