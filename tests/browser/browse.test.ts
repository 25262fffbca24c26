import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Product, ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { rupees } from '../../shared/money.ts';
import { stockLabel } from '../../shared/products/stock-label.ts';
import { ownersCalls } from '../support/browser-owner.ts';
import { addToCart, desktop, phone, stockedProduct, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

async function listed(request: APIRequestContext, query: string): Promise<ProductList> {
  return (await (await request.get(`/api/products?limit=100&${query}`)).json()) as ProductList;
}

const showing = (total: number) => `Showing ${total} ${total === 1 ? 'product' : 'products'}`;

test.describe('at a desk', () => {
  test.use({ viewport: desktop });

  test('filters apply automatically, are part of the address and can be removed by their chips', {
    tag: '@long',
  }, async ({ page, request }) => {
    const { products } = await listed(request, 'inStock=true');
    const category = products.find((product) => product.category)?.category;
    if (!category) throw new Error('The shop has no categories');
    const inCategory = await listed(request, `category=${category.slug}`);
    const inStock = await listed(request, `category=${category.slug}&inStock=true`);

    await page.goto('/products');
    const filters = page.getByRole('form', { name: 'Filter products' });
    await filters.getByRole('radio', { name: category.name }).check();
    await expect(page.getByText(showing(inCategory.total))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: category.name })).toBeVisible();
    await filters.getByLabel('In stock only').check();
    await expect(page).toHaveURL(`/products?category=${category.slug}&inStock=true`);
    await expect(page.getByText(showing(inStock.total))).toBeVisible();

    await page.reload();
    await expect(filters.getByLabel('In stock only')).toBeChecked();
    await page.getByRole('button', { name: `Remove filter ${category.name}` }).click();
    await expect(page).toHaveURL('/products?inStock=true');
    await filters.getByRole('link', { name: 'Reset all' }).click();
    await expect(page).toHaveURL('/products');
    await expect(filters.getByLabel('In stock only')).not.toBeChecked();
  });

  test('facets with counts: several values, in order, and a change shows the first products', async ({
    page,
    request,
  }) => {
    const both = await listed(request, 'filter=size:a4&filter=size:uk 8');
    await page.goto('/products?search=cotton');
    const filters = page.getByRole('form', { name: 'Filter products' });
    await expect(filters.getByRole('radio', { name: 'Handmade Paper' })).toBeVisible();
    await expect(filters.getByRole('radio', { name: 'Silver Jewellery' })).toHaveCount(0);

    await page.goto('/products');
    await untilHydrated(page);
    const sizes = filters.getByRole('group', { name: 'Size' });
    await expect(sizes.getByRole('checkbox')).toHaveCount(4);
    await expect(sizes.getByRole('checkbox').first()).toHaveAccessibleName(/^2\.4 /);
    await page.locator('main article').nth(20).scrollIntoViewIfNeeded();
    await sizes.getByRole('button', { name: 'Show more of Size' }).press('Enter');
    await expect(sizes.getByRole('checkbox').nth(4)).toBeFocused();
    await expect(page.locator('main article').nth(20)).toBeInViewport();
    await sizes.getByLabel('A4').press('Space');
    await expect(page.getByRole('button', { name: 'Remove filter Size: A4' })).toBeInViewport();
    await expect(sizes.getByLabel('A4')).toBeFocused();
    await expect(sizes.getByLabel('A4')).toBeInViewport();
    await sizes.getByLabel('UK 8').check();
    await expect(page.getByText(showing(both.total))).toBeInViewport();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
    await page.getByRole('button', { name: 'Remove filter Size: A4' }).press('Enter');
    await expect(page).toHaveURL(/\?filter=size%3Auk\+8&all=size$/);
    await expect(page.getByRole('button', { name: 'Remove filter Size: UK 8' })).toBeFocused();
    await filters.getByLabel('In stock only').check();
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect(page).toHaveURL('/products');
  });

  test('the search keeps the focus while typing and shows an empty state', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/products');
    const search = page.getByRole('searchbox', { name: 'Search', exact: true });
    await search.pressSequentially('qwertyuiop', { delay: 40 });
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
    await expect(search).toBeFocused();
    await page.getByRole('link', { name: 'Reset all filters' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible();
    await expect(search).toHaveValue('');
  });

  test('an unknown category shows the empty state', { tag: '@long' }, async ({ page }) => {
    await page.goto('/products?category=nope');
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
    await expect(
      page.getByText("Try adjusting your search or filter to find what you're looking for."),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Reset all filters' }).click();
    await expect(page).toHaveURL('/products');
  });

  test('prices are accepted in the usual notations, and errors are shown under their fields', {
    tag: '@long',
  }, async ({ page, request }) => {
    const { total } = await listed(request, 'minPrice=1000&maxPrice=2000');
    await page.goto('/products');
    const [min, max] = [page.getByLabel('Min ₹'), page.getByLabel('Max ₹')];
    await min.fill('₹1,000');
    await expect(page).toHaveURL('/products?minPrice=1000');
    await max.fill('500');
    await expect(min).toHaveAccessibleDescription('The minimum is above the maximum');
    await expect(page).toHaveURL('/products?minPrice=1000');
    await max.fill('2,000');
    await expect(page.getByText(showing(total))).toBeVisible();
    await expect(min).not.toHaveAccessibleDescription(/./);
  });

  test('products can be sorted by price', { tag: '@long' }, async ({ page, request }) => {
    const [cheapest] = (await listed(request, 'sort=price')).products;
    await page.goto('/products');
    await page.getByLabel('Sort by').selectOption('price');
    await expect(page.getByRole('article').first()).toContainText(String(cheapest?.name));
  });

  test('the best deals show their stock', { tag: '@long' }, async ({ page, request }) => {
    const { products } = await listed(request, 'isTopDeal=true');
    await page.goto('/');
    const deals = page.getByRole('region', { name: "Today's Best Deals" }).getByRole('article');
    const [first] = products;
    if (!first) throw new Error('The shop has no deals');
    const card = deals.filter({ hasText: first.name });
    await expect(card.getByText(stockLabel(first.countInStock), { exact: true }).last()).toBeVisible();
    const bars = await deals
      .locator('rect')
      .evaluateAll((all) => all.map((bar) => bar.getAttribute('width')));
    expect(bars).toHaveLength(await deals.count());
    expect(bars).toContain('100%');
  });

  test('a card adds its product and confirms it for a second', async ({ page, request }) => {
    const product = await stockedProduct(request);
    await page.goto(`/products?search=${encodeURIComponent(product.name)}`);
    await page.getByRole('button', { name: `Add ${product.name} to cart` }).click();
    await expect(page.locator('[aria-live]', { hasText: 'Cart, 1 item' })).toBeAttached();
    await expect(page.getByRole('button', { name: `${product.name} added to cart` })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
    await expect(page.getByRole('button', { name: `Add ${product.name} to cart` })).toBeVisible();
  });

  test('the chosen options determine price and SKU', async ({ page, request }) => {
    const product = withPrices((await listed(request, 'inStock=true')).products);
    if (!product) throw new Error('The shop has no product whose options differ in price');
    await page.goto(`/products/${product.slug}`);
    for (const variant of product.variants) {
      for (const value of variant.values) {
        await page.getByRole('radio', { name: new RegExp(`^${value}`) }).check();
      }
      await expect(page.getByText(variant.sku, { exact: true })).toBeVisible();
      await expect(
        page.getByText(rupees(variant.finalPrice)).filter({ visible: true }).first(),
      ).toBeVisible();
    }
  });

  test('the pictures open in a dialog that closes with Escape', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    const product = await stockedProduct(request);
    await page.goto(`/products/${product.slug}`);
    await page.getByRole('button', { name: 'Zoom', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `${product.name}, enlarged` });
    await dialog.getByRole('button', { name: 'Zoom in' }).click();
    await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Zoom', exact: true })).toBeFocused();
  });

  test('two quick key presses move two pictures forward', { tag: '@long' }, async ({ page, request }) => {
    const { products } = await listed(request, 'inStock=true');
    const product = products.find(
      ({ image, images, variants }) =>
        new Set([image, ...images, ...variants.map((variant) => variant.image)]).size >= 4,
    );
    if (!product) throw new Error('The shop has no product with three pictures');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`/products/${product.slug}`);
    await untilHydrated(page);
    await page
      .getByRole('group', { name: `Pictures of ${product.name}` })
      .getByRole('list')
      .first()
      .focus();
    await page.keyboard.press('ArrowRight');
    // While it is still scrolling, closer to the first picture than to the second.
    await page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Enlarge picture 3 of' })).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByRole('button', { name: 'Show picture 3' })).toHaveAttribute(
      'aria-current',
      'true',
    );
  });

  test('the second copy of the scrolling strip can be clicked', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    const product = await stockedProduct(request);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`/products/${product.slug}`);
    const strip = page.getByRole('region', { name: 'You May Also Like' });
    await strip.getByRole('button', { name: 'Pause the scrolling' }).click();
    const { violations } = await new AxeBuilder({ page })
      .include('section[aria-labelledby=related]')
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
    const again = strip.locator('ul[aria-hidden=true] article').first();
    const name = (await again.locator('h3').textContent()) ?? '';
    await again.locator('h3').click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
});

test('on a phone, home leads to seasons, makers, places and gifts, and shows no product twice', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  const shown = await page
    .locator('main :is(article h3 a, [aria-labelledby="season"] a.tile, .row-link)')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(shown).toHaveLength(22);
  expect(new Set(shown).size).toBe(shown.length);
  const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(sideways), 'nothing scrolls sideways').toBeLessThanOrEqual(0);

  const season = page.getByRole('region').filter({ has: page.locator('#season') });
  await season.getByRole('link', { name: 'View all' }).click();
  await expect(page).toHaveURL(/\/products\?filter=occasion%3A/);
  await expect(page.getByRole('button', { name: /^Remove filter Occasion: / })).toBeVisible();
  await page.goBack();

  const gifts = page.getByRole('region', { name: 'Gifts by price' }).getByRole('link').first();
  await page.goto('/');
  const isLaidOut = () => gifts.evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut(), 'what is far below the screen waits').toBe(false);
  await gifts.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const top = () => gifts.evaluate((link) => Math.round(link.getBoundingClientRect().top));
  const left = await top();
  const count = /^(\d+) gifts?$/.exec((await gifts.locator('small').textContent()) ?? '')?.[1];
  await gifts.click();
  await expect(page.getByText(`Showing ${count} product`)).toBeVisible();
  await page.goBack();
  await expect.poll(top, 'the page is where it was left').toBe(left);

  await page
    .getByRole('region', { name: 'Shop by place' })
    .getByRole('link', { name: /^Odisha/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'From Odisha' })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await page.getByText(/^by /).getByRole('link').click();
  await expect(page).toHaveURL(/\/brands\/(chandi-gali|sabai-sisters)$/);
  await expect(page.getByRole('img', { name: /Chandi Gali|Sabai Sisters/ })).toBeVisible();
  await page.getByRole('link', { name: 'Odisha', exact: true }).click();
  await expect(page).toHaveURL('/products?place=odisha');
  await page.goto('/brands');
  await page.getByRole('link', { name: /^Neelgarh Studio/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Neelgarh Studio' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(12);
});

test('long names without a space wrap, and no page scrolls sideways', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const { call } = await ownersCalls(request);
  const name = `Chanderikurta${'withembroideredborder'.repeat(3)}${randomUUID().slice(0, 6)}`;
  const category = await call<{ _id: string; slug: string }>('POST', '/categories', { name });
  const product = await call<Product>('POST', '/products', {
    name,
    price: 499,
    countInStock: 9,
    category: category._id,
    description: name,
    sku: name.slice(0, 64),
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await addToCart(page, product);
  for (const path of [
    `/products/${product.slug}`,
    `/products?category=${category.slug}`,
    '/cart',
    '/checkout',
  ]) {
    for (const width of [360, 1024]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(path);
      await untilHydrated(page);
      await expect(page.getByRole('main').getByText(name.slice(0, 40)).first()).toBeAttached();
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
  // The checkout may still ask for the price.
  await page.goto('/about');
  await call('DELETE', `/products/${product._id}`);
  await call('DELETE', `/categories/${category._id}`);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('the drawer counts the products that its filters leave', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    const { total } = await listed(request, 'isTopDeal=true');
    const { total: large } = await listed(request, 'isTopDeal=true&filter=price:1000');
    await page.goto('/products');
    await page.getByRole('button', { name: 'Filters' }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByLabel('Sale').check();
    await expect(drawer.getByText(`${total} products`, { exact: true })).toBeVisible();
    await drawer.getByLabel('₹1,000 to ₹2,000').check();
    await expect(drawer.getByText(new RegExp(`^${large} products?$`))).toBeVisible();
    await drawer.getByRole('button', { name: 'Apply filters' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByText(showing(large))).toBeVisible();
    await page.getByRole('button', { name: 'Remove filter ₹1,000 to ₹2,000' }).click();
    await expect(page.getByText(showing(total))).toBeVisible();
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await expect(drawer.getByLabel('Sale')).toBeChecked();
    await drawer.getByRole('link', { name: 'Reset all' }).click();
    await expect(page).toHaveURL('/products');
  });

  test('four products are visible at once; further pages are added, and Back returns to the product', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/products');
    await untilHydrated(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    for (const place of [0, 3])
      await expect(page.locator('main article h2').nth(place)).toBeInViewport({ ratio: 1 });
    const cards = page.locator('main article');
    await cards.nth(23).scrollIntoViewIfNeeded();
    await expect.poll(() => cards.count()).toBeGreaterThan(24);
    await cards.nth(30).scrollIntoViewIfNeeded();
    await expect(page).toHaveURL('/products?page=2');
    const name = await cards.nth(30).getByRole('heading').innerText();
    await cards.nth(30).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport();
  });

  test('the buy buttons fit small screens, also with a six-figure price', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    const { call } = await ownersCalls(request);
    const product = await call<Product>('POST', '/products', {
      name: `Polki necklace ${randomUUID().slice(0, 6)}`,
      price: 987_654.5,
      countInStock: 9,
    });
    for (const width of [320, 360, 390, 412]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`/products/${product.slug}`);
      await untilHydrated(page);
      await expectInside(page, ['Add to Cart', 'Buy Now'], width);
      await page.getByRole('button', { name: 'Add to Cart' }).click();
      await expectInside(page, ['Added to Cart', 'Buy Now'], width);
    }
    await call('DELETE', `/products/${product._id}`);
  });

  test('the cart with its count stays in the header while scrolling, and covers nothing', {
    tag: '@long',
  }, async ({ page, request }) => {
    await addToCart(page, await stockedProduct(request));
    await page.goto('/products');
    await untilHydrated(page);
    const cart = page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' });
    for (const place of ['main article >> nth=5', 'footer']) {
      await page.locator(place).scrollIntoViewIfNeeded();
      await expect(cart).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('banner').getByRole('searchbox')).toBeInViewport({ ratio: 1 });
    }
    const floating = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((element) => getComputedStyle(element).position === 'fixed' && element.checkVisibility())
        .filter((element) => element.offsetWidth > 1 && element.offsetHeight > 1)
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(floating).toEqual([]);
  });

  test('a link of the menu opens its page and closes the menu', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^About/ })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  });
});

test.describe('without JavaScript', () => {
  test.use({ viewport: phone, javaScriptEnabled: false });

  test('the filters are a form with a submit button', { tag: '@long' }, async ({ page, request }) => {
    const { total } = await listed(request, 'isTopDeal=true&inStock=true');
    await page.goto('/products');
    await page.getByLabel('Sale').check();
    await page.getByLabel('In stock only').check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page.getByText(showing(total))).toBeVisible();

    await expect(page).toHaveURL('/products?isTopDeal=true&inStock=true');
    await page.getByRole('button', { name: 'Remove filter In stock only' }).click();
    await expect(page).toHaveURL('/products?isTopDeal=true');
    await page.getByRole('button', { name: 'Show more of Size' }).click();
    await page.getByLabel('UK 8').check();

    await page.getByLabel('Min ₹').fill('₹2,000');
    await page.getByLabel('Max ₹').fill('1,000');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page.getByLabel('UK 8')).toBeChecked();
    await expect(page.getByLabel('Min ₹')).toHaveValue('₹2,000');
    await expect(page.getByLabel('Min ₹')).toHaveAccessibleDescription('The minimum is above the maximum');
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  });
});

test('an unknown product has an error page with a link to the products', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/);
  const answer = await page.goto('/products/never-made');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Product not found or an error occurred.' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Products' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible();
});

/** Expects the buttons inside the window, and their text inside the buttons. */
async function expectInside(page: Page, names: string[], width: number) {
  for (const name of names) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    const overflow = await button.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** A product whose options differ in price. */
function withPrices(products: Product[]): Product | undefined {
  return products.find(({ priceVaries, options }) => priceVaries && options.length === 1);
}
