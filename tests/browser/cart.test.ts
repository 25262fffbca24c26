import { rupees } from '../../shared/money.ts';
import {
  addToCart,
  desktop,
  openDrawer,
  payButton,
  phone,
  stockedProduct,
  stockedProducts,
  untilHydrated,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: phone });

test('the drawer changes quantities, removes, undoes and clears', async ({ page, request }) => {
  const product = await stockedProduct(request);
  await addToCart(page, product);
  const drawer = await openDrawer(page);
  const fewer = drawer.getByRole('button', { name: `Decrease quantity of ${product.name}` });
  await expect(fewer).toBeDisabled();
  await drawer.getByRole('button', { name: `Increase quantity of ${product.name}` }).click();
  await expect(drawer).toHaveAccessibleName('Your Cart (2)');
  await fewer.click();
  await expect(drawer).toHaveAccessibleName('Your Cart (1)');

  await drawer.getByRole('button', { name: `Remove ${product.name}` }).click();
  await expect(drawer.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Undo' }).click();
  await expect(drawer).toHaveAccessibleName('Your Cart (1)');
  await drawer.getByRole('button', { name: 'Clear Cart' }).click();
  await drawer.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible();
});

test('Undo keeps later changes, and disappears after another change', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const [first, second] = await stockedProducts(request, 2);
  if (!first || !second) throw new Error('The test requires two products');
  await addToCart(page, first);
  await addToCart(page, second);
  const drawer = await openDrawer(page);
  const undo = drawer.getByRole('button', { name: 'Undo' });
  await drawer.getByRole('button', { name: `Remove ${first.name}` }).click();
  await undo.click();
  await expect(drawer.getByRole('listitem').filter({ hasText: first.name })).toBeFocused();
  await expect(drawer.getByRole('listitem')).toContainText([first.name, second.name]);
  await drawer.getByRole('button', { name: `Remove ${first.name}` }).click();
  await expect(undo).toBeFocused();
  await drawer.getByRole('button', { name: `Increase quantity of ${second.name}` }).click();
  await expect(undo).toBeHidden();
  await drawer.getByRole('button', { name: `Remove ${second.name}` }).click();
  await expect(undo).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await openDrawer(page);
  await expect(undo).toBeHidden();
});

test('a second Buy Now does not add the product twice', { tag: '@long' }, async ({ page, request }) => {
  const product = await stockedProduct(request);
  await page.goto(`/products/${product.slug}`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(payButton(page, product.finalPrice)).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(payButton(page, product.finalPrice)).toBeVisible();
});

test('the drawer closes on Back and on a click beside it, but not on a drag', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await page.goto('/about');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');
  const drawer = await openDrawer(page);
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL('/about');

  await openDrawer(page);
  await drawer.getByText('Start shopping to add items').hover();
  await page.mouse.down();
  await page.mouse.move(200, 400);
  await page.mouse.up();
  await expect(drawer).toBeVisible();
  await page.mouse.click(200, 400);
  await expect(drawer).toBeHidden();
});

test('Escape closes the drawer and restores the focus', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await untilHydrated(page);
  const opener = page.getByRole('link', { name: /^Cart, / });
  await opener.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: /^Your Cart/ });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the cart page shows line totals, items, subtotal and a link to checkout', async ({ page, request }) => {
  const [first, second] = await stockedProducts(request, 2);
  if (!first || !second) throw new Error('The test requires two products');
  await addToCart(page, first);
  await addToCart(page, second);
  await page.goto('/cart');
  await page.getByRole('button', { name: `Increase quantity of ${first.name}` }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').filter({ hasText: first.name })).toContainText(
    `Line total ${rupees(first.finalPrice * 2)}`,
  );
  const total = rupees(first.finalPrice * 2 + second.finalPrice);
  await expect(main.getByText(/^Subtotal \(3 items\)/)).toContainText(total);
  const summary = page.getByRole('region', { name: 'Summary' });
  for (const row of ['Items3', 'Shipping—', 'Tax—', `Total${total}`])
    await expect(summary).toContainText(row);
  await expect(summary.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout');
  await main.getByRole('button', { name: 'Clear Cart' }).click();
  await expect(main.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Start Shopping' })).toBeVisible();
});

test('a saved cart gets current prices and marks unavailable products', async ({ page, request }) => {
  const product = await stockedProduct(request);
  await page.addInitScript((saved) => localStorage.setItem('cart', saved), savedCart(product._id));
  await page.goto('/cart');
  await expect(page.getByText('No longer available')).toBeVisible();
  await expect(page.getByRole('main').getByText(rupees(product.finalPrice)).first()).toBeVisible();
  await expect(page.getByRole('link', { name: product.name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove it: A lost lamp' }).click();
  await expect(page.getByRole('link', { name: 'Checkout' })).toBeVisible();
});

test('if the refresh fails, the saved cart is used unchanged', async ({ page, request, expectedErrors }) => {
  // The unknown product has no price.
  expectedErrors.push(/503|400/);
  const product = await stockedProduct(request);
  await page.route('**/api/products/bulk', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'Away', code: 'unavailable' } }),
  );
  await page.addInitScript((saved) => localStorage.setItem('cart', saved), savedCart(product._id));
  await page.goto('/cart');
  await expect(page.getByRole('link', { name: 'A lost lamp' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Cart' })).toBeVisible();
});

test('two tabs show the same cart with the changes of both', async ({ page, request, context }) => {
  const [first, second] = await stockedProducts(request, 2);
  if (!first || !second) throw new Error('The test requires two products');
  const another = await context.newPage();
  await another.goto('/cart');
  await addToCart(page, first);
  await expect(another.getByRole('link', { name: first.name })).toBeVisible();
  await addToCart(page, second);
  await another.getByRole('button', { name: `Increase quantity of ${first.name}` }).click();
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
});

function savedCart(id: string) {
  return JSON.stringify([
    { _id: id, name: 'Old name', price: 1, quantity: 2, image: null },
    { _id: 'lost', name: 'A lost lamp', price: 900, quantity: 1, image: null },
  ]);
}
