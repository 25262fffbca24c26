import { expectAccessible, expectAccessibleIn } from '../support/axe.ts';
import {
  addToCart,
  checkOut,
  desktop,
  expectSuccess,
  goodCard,
  openDrawer,
  openPayment,
  payButton,
  payByCard,
  phone,
  stockedProduct,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

const sizes = [
  { name: 'phone', viewport: phone, colorScheme: 'light' },
  { name: 'desk', viewport: desktop, colorScheme: 'dark' },
] as const;

const paths = [
  '/',
  '/products',
  '/products?search=nothing-of-the-kind',
  '/products/never-made',
  '/about',
  '/contact',
  '/shipping-policy',
  '/sitemap',
  '/wishlist/never-made',
  '/cart',
  '/checkout',
  '/user-login',
  '/register',
  '/forgot-password',
  '/reset-password/x',
  '/profile',
  '/activate-account?email=asha@example.in',
  '/track-order',
  '/order-success/00000000-0000-4000-8000-000000000000',
  '/nowhere',
];

test('axe finds no violations on any page', async ({ page, expectedErrors }) => {
  test.slow();
  expectedErrors.push(/404/);
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectAccessibleIn(page, sizes);
    });
  }
});

for (const { name, viewport, colorScheme } of sizes) {
  test.describe(`axe finds no violations (${name}, ${colorScheme})`, () => {
    test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('menus, drawers and dialogs', async ({ page, request }) => {
      await page.goto('/products');
      if (name === 'phone') {
        for (const button of ['Menu', /^Filters/]) {
          await page.getByRole('button', { name: button }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
          await expectAccessible(page);
          await page.keyboard.press('Escape');
        }
      }
      await openDrawer(page);
      await expectAccessible(page);
      await page.goto(`/products/${(await stockedProduct(request)).slug}`);
      await page.getByRole('button', { name: 'Zoom', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });

    test('from a product to the invoice', async ({ page, request }) => {
      const product = await stockedProduct(request);
      await addToCart(page, product);
      await expectAccessible(page);
      await openDrawer(page);
      await expectAccessible(page);
      await page.goto('/cart');
      await expect(page.getByRole('button', { name: 'Clear Cart' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/checkout');
      await payButton(page, product.finalPrice).click();
      await expect(page.getByText('Email is required')).toBeVisible();
      await expectAccessible(page);
      await checkOut(page, product);
      await openPayment(page, product.finalPrice * 2);
      await expectAccessible(page);
      await payByCard(page, goodCard);
      await expectSuccess(page);
      await expectAccessible(page);
    });
  });
}
