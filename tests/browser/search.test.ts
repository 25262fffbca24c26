import type { APIRequestContext, Page } from '@playwright/test';
import type { Category, ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { rupees } from '../../shared/money.ts';
import { expectAccessible } from '../support/axe.ts';
import { desktop, phone, stockedProduct, trackRequests, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

const sizes = [
  { name: 'phone', viewport: phone, colorScheme: 'light' },
  { name: 'desk', viewport: desktop, colorScheme: 'dark' },
] as const;

const box = (page: Page) => page.getByRole('banner').getByLabel('Search the shop');
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => list(page).getByRole('option');

/** The first letters of a category, which match no other category and several products. */
async function findSearchText(request: APIRequestContext) {
  const categories = (await (await request.get('/api/categories')).json()) as Category[];
  for (const category of categories) {
    const text = category.name.slice(0, 4).toLowerCase();
    const answer = await request.get('/api/products', { params: { search: text, limit: 5 } });
    const { products } = (await answer.json()) as ProductList;
    const matching = categories.filter(({ name }) => name.toLowerCase().includes(text));
    if (products.length > 1 && matching.length === 1) return { text, category, products };
  }
  throw new Error('No category shares its name with products');
}

for (const { name, viewport, colorScheme } of sizes) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('suggestions appear while typing and can be chosen with the keyboard', { tag: '@long' }, async ({
      page,
      request,
    }) => {
      const { text, category, products } = await findSearchText(request);
      await page.goto('/about');
      await box(page).pressSequentially(text);
      const combobox = page.getByRole('combobox', { name: 'Search the shop' });
      await expect(options(page)).toHaveCount(products.length + 1);
      await expect(options(page).first()).toHaveText(category.name);
      for (const product of products) {
        const option = list(page).getByRole('option', { name: product.name });
        await expect(option).toContainText(rupees(product.finalPrice));
        expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      await expect(page.getByRole('banner').getByRole('status')).toHaveText(
        `1 category and ${products.length} products suggested`,
      );
      await expect(combobox).toHaveAttribute('aria-expanded', 'true');

      await page.keyboard.press('ArrowUp');
      await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('ArrowDown');
      const first = options(page).first();
      await expect(first).toHaveAttribute('aria-selected', 'true');
      await expect(combobox).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
      await expectAccessible(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/products/${products[0]?.slug}`);
      await expect(list(page)).toBeHidden();

      const product = products[0]?.name ?? '';
      await box(page).fill(`${product} qwertyuiop`);
      await box(page).press('Enter');
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: 'No products found' })).toBeVisible();
      await expect(main.getByRole('link', { name: product, exact: true })).toBeVisible();
      await expectAccessible(page);
      await main.getByRole('navigation').getByRole('link', { name: category.name, exact: true }).click();
      await expect(page).toHaveURL(`/products?category=${category.slug}`);
      await page.goBack();
      await main.getByText('Did you mean').getByRole('link').click();
      await expect(main.getByRole('heading', { name: 'No products found' })).toBeHidden();
      await expect(main.getByRole('link', { name: product, exact: true })).toBeVisible();

      await box(page).fill('blue pote');
      const suggested = options(page).filter({ hasText: '₹' });
      await expect(suggested).toHaveCount(5);
      const [best = ''] = await suggested.allTextContents();
      await box(page).press('Enter');
      await expect(main).toContainText('Showing results for “blue pottery” instead of “blue pote”.');
      const found = await main.getByRole('article').first().getByRole('heading').textContent();
      expect(best).toContain(found);
      await expectAccessible(page);
    });
  });
}

test('Escape and blur close the list, an arrow key opens it again, Enter without a choice searches', {
  tag: '@long',
}, async ({ page, request }) => {
  const { text } = await findSearchText(request);
  await page.goto('/about');
  await box(page).pressSequentially(text);
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(box(page)).toHaveValue(text);
  await page.keyboard.press('ArrowDown');
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(list(page)).toBeHidden();
  await box(page).press('Enter');
  await expect(page).toHaveURL(`/products?search=${text}`);
  await expect(list(page)).toBeHidden();
});

test('a suggestion can be clicked', { tag: '@long' }, async ({ page, request }) => {
  const { text, category } = await findSearchText(request);
  await page.goto('/about');
  await box(page).pressSequentially(text);
  await list(page).getByRole('option', { name: category.name, exact: true }).click();
  await expect(page).toHaveURL(`/products?category=${category.slug}`);
  await expect(box(page)).toHaveValue('');
  await expect(list(page)).toBeHidden();
});

test('one letter sends no request, fast typing sends one, and a late response is ignored', {
  tag: '@long',
}, async ({ page, request }) => {
  const { text, products } = await findSearchText(request);
  const another = await stockedProduct(request);
  const searches: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/products?search=*', async (route) => {
    const search = new URL(route.request().url()).searchParams.get('search') ?? '';
    searches.push(search);
    if (search === another.name) await gate;
    await route.continue().catch(() => {});
  });
  await page.goto('/about');
  await box(page).press('q');
  await expect(page.getByRole('combobox', { name: 'Search the shop' })).toBeFocused();
  await box(page).fill(another.name);
  await expect.poll(() => searches).toEqual([another.name]);
  await box(page).fill('');
  await box(page).pressSequentially(text);
  await expect(options(page)).toHaveCount(products.length + 1);
  release();
  await expect(options(page)).toHaveCount(products.length + 1);
  expect(searches).toEqual([another.name, text]);
});

test('a failed request shows no suggestions', async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/500/);
  const { text } = await findSearchText(request);
  await page.route('**/api/products?search=*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/about');
  const failed = page.waitForResponse(/api\/products\?search=/);
  await box(page).pressSequentially(text);
  await failed;
  await expect(list(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/products?search=${text}`);
});

test('the suggestions are not loaded until the search box has the focus', { tag: '@long' }, async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const untilRequestsEnd = trackRequests(page);
  await page.goto('/about');
  await untilHydrated(page);
  await untilRequestsEnd();
  expect(loaded.filter((url) => url.includes('search-suggestions'))).toEqual([]);
  await box(page).focus();
  await expect(page.getByRole('combobox', { name: 'Search the shop' })).toBeFocused();
  expect(loaded.filter((url) => url.includes('search-suggestions'))).toHaveLength(1);
});
