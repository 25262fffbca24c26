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

const looks = [
  { viewport: phone, colorScheme: 'light' },
  { viewport: desktop, colorScheme: 'dark' },
] as const;

const paths = [
  '/',
  '/products',
  '/products?search=nothing-of-the-kind',
  '/products/never-made',
  '/brands',
  '/brands/neelgarh-studio',
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

test('axe finds no violations on any page', { tag: '@long' }, async ({ page, expectedErrors }) => {
  test.slow();
  expectedErrors.push(/404/);
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectAccessibleIn(page, looks);
    });
  }
});

test('axe finds no violations in menus, drawers and dialogs', { tag: '@long' }, async ({ page, request }) => {
  await page.setViewportSize(phone);
  await page.goto('/products');
  for (const button of ['Menu', /^Filters/]) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await openDrawer(page);
  await expectAccessibleIn(page, looks);
  await page.goto(`/products/${(await stockedProduct(request)).slug}`);
  await page.getByRole('button', { name: 'Zoom', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleIn(page, looks);
});

test('axe finds no violations from a product to the invoice', async ({ page, request }) => {
  const product = await stockedProduct(request);
  await addToCart(page, product);
  await expectAccessibleIn(page, looks);
  await openDrawer(page);
  await expectAccessibleIn(page, looks);
  await page.goto('/cart');
  await expect(page.getByRole('button', { name: 'Clear Cart' })).toBeVisible();
  await expectAccessibleIn(page, looks);
  await page.goto('/checkout');
  await payButton(page, product.finalPrice).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expectAccessibleIn(page, looks);
  await checkOut(page, product);
  await openPayment(page, product.finalPrice * 2);
  await expectAccessibleIn(page, looks);
  await payByCard(page, goodCard);
  await expectSuccess(page);
  await expectAccessibleIn(page, looks);
});
