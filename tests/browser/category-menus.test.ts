import type { Category, ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { expectAccessible } from '../support/axe.ts';
import { withPictures } from '../support/browser-launch.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use(withPictures);

test('a mouse opens the menu of a category and shows second pictures; keys open and close the menu', {
  tag: '@long',
}, async ({ page, request }) => {
  await page.setViewportSize(desktop);
  const categories = (await (await request.get('/api/categories')).json()) as Category[];
  const category = categories.find(({ subcategories, image }) => subcategories.length > 1 && image);
  const [first] = category?.subcategories ?? [];
  if (!category || !first) throw new Error('The demo shop has no category with subcategories and a picture');
  const isStarted = () => page.waitForFunction(() => customElements.get('haat-island'));
  await page.goto('/products');
  await isStarted();
  const nav = page.getByRole('navigation', { name: 'Categories' });
  const link = nav.getByRole('link', { name: category.name, exact: true });
  const inMenu = nav.getByRole('link', { name: first.name, exact: true });
  await link.hover();
  await expect(inMenu).toBeVisible();
  await expect(nav.locator('img')).toBeVisible();
  await expectAccessible(page);
  await page.mouse.move(desktop.width - 20, desktop.height - 20);
  await expect(inMenu).toBeHidden();

  await link.focus();
  await page.keyboard.press('ArrowDown');
  await expect(inMenu).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(inMenu).toBeHidden();
  await expect(link).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await inMenu.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible();

  await page.goto('/products');
  await isStarted();
  const { products } = (await (await request.get('/api/products?limit=24')).json()) as ProductList;
  const product = products.find(({ images }) => images.length > 0);
  const second = product?.images[0]?.replace('.webp', '');
  if (!product || !second) throw new Error('The demo shop has no product with two pictures');
  expect(await page.content()).not.toContain(`${second}-`);
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: product.name, exact: true }) });
  await card.hover();
  await expect(card.locator(`img[src*="${second}"]`)).toHaveCSS('opacity', '1');
});

test('the first screen of a small phone shows four products, and its menu the subcategories', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/products');
  const fourth = page.getByRole('main').getByRole('article').nth(3).locator('img').first();
  await expect(fourth).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.locator('summary').first().click();
  await expect(menu.getByRole('link', { name: /^All (?!Products)/ }).first()).toBeVisible();
  await expectAccessible(page);

  await page.goto('/');
  const names = await page.getByRole('article').getByRole('heading').allTextContents();
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names).size).toBe(names.length);
});
