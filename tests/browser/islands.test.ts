import type { Page } from '@playwright/test';
import type { ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { withPictures } from '../support/browser-launch.ts';
import { desktop, stockedProduct, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use(withPictures);

test.use({ viewport: desktop });

const scripts = '**/assets/*.js';
const removeScripts = (page: Page) => page.route(scripts, (route) => route.fulfill({ status: 404 }));

/** Opens the page of a product and waits for the script that starts its islands. */
async function openProduct(page: Page, slug: string) {
  await page.goto(`/products/${slug}`);
  await page.waitForFunction(() => customElements.get('haat-island'));
}

const addButton = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true });
const oneItem = (page: Page) => page.getByRole('link', { name: 'Cart, 1 item' });

test('a page that the browser has translated keeps its content and repeats the first click', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/error #418/);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const product = await stockedProduct(request);
  await openProduct(page, product.slug);
  // As the translation of Chromium does.
  await page.evaluate(() => {
    const found = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (found.nextNode()) if (found.currentNode.nodeValue?.trim()) texts.push(found.currentNode);
    for (const text of texts) {
      const font = document.createElement('font');
      text.parentNode?.replaceChild(font, text);
      font.append(text);
    }
  });
  await addButton(page).click();
  await expect(oneItem(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Description' })).toContainText(product.description);
  const related = page.getByRole('region', { name: 'You May Also Like' });
  const before = await related.getByRole('article').count();
  await related.getByRole('button', { name: 'Pause the scrolling' }).click();
  await expect(related.getByRole('button', { name: 'Pause the scrolling', pressed: true })).toBeVisible();
  expect(await related.getByRole('article').count()).toBe(before);
});

test('a page of a former version of the shop, of which the scripts are gone, reloads itself', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/404/);
  const { slug } = await stockedProduct(request);
  let documents = 0;
  await page.route(`**/products/${slug}`, async (route) => {
    documents++;
    // The page of the new version has other scripts.
    if (documents % 2 === 0) await page.unroute(scripts);
    await route.continue();
  });

  await openProduct(page, slug);
  await removeScripts(page);
  await addButton(page).click();
  await expect.poll(() => documents).toBe(2);
  await page.waitForFunction(() => customElements.get('haat-island'));

  // Opening the same address again would keep the state of the history.
  await page.goto('about:blank');
  await removeScripts(page);
  await openProduct(page, slug);
  expect(documents).toBe(4);
  await addButton(page).click();
  await expect(oneItem(page)).toBeVisible();
});

test('a page whose scripts are missing after the reload too is not reloaded again, and says so', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/404/);
  const { slug } = await stockedProduct(request);
  let documents = 0;
  await removeScripts(page);
  await page.route(`**/products/${slug}`, (route) => {
    documents++;
    return route.continue();
  });
  await page.goto(`/products/${slug}`);
  await expect.poll(() => documents).toBe(2);
  await addButton(page).click();
  await expect(page.locator('[data-load-failure]')).toBeVisible();
  expect(documents).toBe(2);
});

test('a click without a network is explained, and repeated once the network returns', async ({
  page,
  context,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const { slug } = await stockedProduct(request);
  await openProduct(page, slug);
  await context.setOffline(true);
  await addButton(page).click();
  const failure = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(failure).toBeVisible();
  await context.setOffline(false);
  await expect(oneItem(page)).toBeVisible();
  await expect(failure).toBeHidden();
});

test('a page that the Back button restores shows who is signed in now', async ({ page }) => {
  await page.route('**/api/auth/me', (route) => route.fulfill({ json: { name: 'Asha Rao' } }));
  await page.route('**/api/cart', (route) => route.fulfill({ json: { lines: [] } }));
  await page.goto('/?utm_source=mail');
  const logIn = page.getByRole('banner').getByRole('link', { name: 'Log in' });
  await expect(logIn).toBeVisible();
  await expect(logIn).toHaveAttribute('href', /\/user-login\?from=%2F%3Futm_source%3Dmail$/);
  const restore = (token: string | null) =>
    page.evaluate((stored) => {
      if (stored) localStorage.setItem('authToken', stored);
      else localStorage.removeItem('authToken');
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, token);
  await restore('token');
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  await restore(null);
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden();
  await expect(logIn).toBeVisible();

  // A tablet that is turned after the session is known.
  await page.evaluate(() => localStorage.setItem('authToken', 'token'));
  await page.setViewportSize({ width: 768, height: 1024 });
  const known = page.waitForResponse('**/api/auth/me');
  await page.reload();
  await known;
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
});

test('the options of a product agree with each other after Back', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const { products } = (await (
    await request.get('/api/products?inStock=true&limit=100')
  ).json()) as ProductList;
  const product = products.find(({ options, variants }) => options.length === 1 && variants.length > 1);
  const value = product?.variants.at(-1)?.values[0];
  if (!product || !value) throw new Error('The shop has no product with options');
  await page.goto(`/products/${product.slug}`);
  await page.getByRole('radio', { name: new RegExp(`^${value}`) }).check();
  await expect(page.getByText(String(product.variants.at(-1)?.sku), { exact: true })).toBeVisible();
  await page.goto('/about');
  await page.goBack();
  await untilHydrated(page);
  await expect(page.getByRole('radio', { checked: true })).toHaveAttribute('value', value);
  await expect(page.getByText(String(product.variants.at(-1)?.sku), { exact: true })).toBeVisible();
});

/** Delays the replies to these requests until the returned function is called. */
async function delay(page: Page, url: RegExp) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await gate;
    await route.continue().catch(() => {});
  });
  return release;
}

const results = (page: Page) => page.getByRole('region', { name: 'Products' });
const inStockChip = (page: Page) => page.getByRole('button', { name: 'Remove filter In stock only' });

test('Back and Forward before a reply leave the listing of the address', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/products?inStock=true&sort=name');
  await untilHydrated(page);
  await inStockChip(page).click();
  await expect(page).toHaveURL('/products?sort=name');
  const release = await delay(page, /inStock=true/);
  const requested = page.waitForRequest(/inStock=true/);
  await page.evaluate(() => history.back());
  await requested;
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL('/products?sort=name');
  release();
  await expect(results(page)).toHaveAttribute('aria-busy', 'false');
  await expect(inStockChip(page)).toBeHidden();
});

test('Back undoes one change of the filters at a time, and what was typed as a whole', async ({ page }) => {
  await page.goto('/products');
  await untilHydrated(page);
  const filters = page.getByRole('form', { name: 'Filter products' });
  const min = filters.getByLabel('Min ₹');
  await filters.getByLabel('In stock only').check();
  await expect(page).toHaveURL('/products?inStock=true');
  for (const [typed, applied] of [
    ['1', '1'],
    ['10', '10'],
    ['1,000', '1000'],
  ] as const) {
    await min.fill(typed);
    await expect(page).toHaveURL(`/products?minPrice=${applied}&inStock=true`);
  }
  await page.getByLabel('Sort by').selectOption('price');
  await expect(page).toHaveURL('/products?minPrice=1000&inStock=true&sort=price');
  await page.goBack();
  await expect(page).toHaveURL('/products?minPrice=1000&inStock=true');
  await expect(page.getByLabel('Sort by')).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL('/products?inStock=true');
  await expect(min).toHaveValue('');
  await expect(inStockChip(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await expect(inStockChip(page)).toBeHidden();
  await expect(filters.getByLabel('In stock only')).not.toBeChecked();
});

test('Back returns to the same place, from a product and then to the former filters', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/products');
  await untilHydrated(page);
  const cards = page.getByRole('main').getByRole('article');
  const topOf = async (name: string) =>
    Math.round((await page.getByRole('link', { name, exact: true }).boundingBox())?.y ?? Number.NaN);
  const leaveAt = async (place: number) => {
    await cards.nth(place).scrollIntoViewIfNeeded();
    const name = (await cards.nth(place).getByRole('heading').textContent()) ?? '';
    return { name, top: await topOf(name) };
  };
  await cards.nth(23).scrollIntoViewIfNeeded();
  await expect.poll(() => cards.count()).toBeGreaterThan(24);
  const former = await leaveAt(30);
  await expect(page).toHaveURL('/products?page=2');
  await page.getByLabel('In stock only').check();
  await expect(inStockChip(page)).toBeVisible();
  const left = await leaveAt(20);
  await page.getByRole('link', { name: left.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: left.name })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/products?inStock=true');
  await expect(inStockChip(page)).toBeVisible();
  await expect.poll(() => topOf(left.name)).toBe(left.top);
  // The document that had these filters is gone.
  await page.goBack();
  await expect(page).toHaveURL('/products?page=2');
  await expect(inStockChip(page)).toBeHidden();
  await expect(page.getByLabel('In stock only')).not.toBeChecked();
  await expect.poll(() => topOf(former.name)).toBe(former.top);
});

test('a listing that is shown in place has its canonical address and keeps what is typed meanwhile', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/products');
  await untilHydrated(page);
  const release = await delay(page, /category=blue-pottery/);
  await page
    .getByRole('form', { name: 'Filter products' })
    .getByRole('radio', { name: 'Blue Pottery' })
    .check();
  const search = page.getByRole('banner').getByLabel('Search the shop');
  await search.pressSequentially('ind');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Blue Pottery' })).toBeVisible();
  await expect(search).toHaveValue('ind');
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute('href', /\/products\?category=blue-pottery$/);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /Blue Pottery/);
  const breadcrumb = page.locator('script[type="application/ld+json"]');
  await expect(breadcrumb).toHaveCount(1);
  await expect.poll(() => breadcrumb.textContent()).toContain('Blue Pottery');
});

test('a removed chip passes the focus on and keeps what was typed immediately before', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/products?category=blue-pottery&inStock=true');
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Remove filter Blue Pottery' }).press('Enter');
  await expect(page).toHaveURL('/products?inStock=true');
  await expect(inStockChip(page)).toBeFocused();
  // In one task, before the typed text is applied by itself.
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>(
      'form[aria-label="Filter products"] [name="search"]',
    );
    const chip = document.querySelector<HTMLElement>('[data-part="filters"] button');
    if (!field || !chip) throw new Error('The listing has no filters');
    field.value = 'lotus';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    chip.click();
  });
  await expect(page).toHaveURL('/products?search=lotus');
  await page.getByRole('button', { name: 'Remove filter “lotus”' }).press('Enter');
  await expect(page).toHaveURL('/products');
  await expect(results(page)).toBeFocused();
});

test('the memory of islands is released with the listing that contained them', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/products');
  await untilHydrated(page);
  await page.evaluate(() => {
    const island = document.querySelector('haat-island[data-name="add"]');
    if (!island) throw new Error('The listing has no product that can be added');
    Object.assign(window, { former: new WeakRef(island) });
  });
  await page.getByLabel('In stock only').check();
  await expect(inStockChip(page)).toBeVisible();
  await expect
    .poll(async () => {
      await page.requestGC();
      return page.evaluate(
        () => (window as unknown as { former: WeakRef<Element> }).former.deref() === undefined,
      );
    })
    .toBe(true);
});

test('with reduced motion nothing moves, not even from the styles of the browser to those of the page', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/products');
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll('body, body *')].map((item) => getComputedStyle(item).transitionDuration),
  );
  expect(new Set(durations.flatMap((duration) => duration.split(', ')))).toEqual(new Set(['0s']));
});
