import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Product, ProductList } from '../../shared/contract/catalogue.ts';

/** A guest who buys, and where her parcel goes. */
export const asha = {
  email: 'asha@example.in',
  mobile: '9876543210',
  name: 'Asha Rao',
  address: '12, Johari Bazaar, near Hawa Mahal',
  city: 'Jaipur',
  postalCode: '302003',
  state: 'Rajasthan',
};

export const phone = { width: 390, height: 844 };
export const desk = { width: 1440, height: 900 };

/** Test cards of razorpay.md §8. */
export const goodCard = '4100 2800 0000 1007';
export const declinedCard = '4100 2800 0006 0003';

/** Products of one variant with plenty in stock, as the catalogue tells them. */
export async function stockedProducts(request: APIRequestContext, count: number): Promise<Product[]> {
  const answer = await request.get('/api/products?inStock=true&limit=100&sort=name');
  const { products } = (await answer.json()) as ProductList;
  const plenty = products.filter((product) => product.variants.length === 1 && product.countInStock >= 8);
  expect(plenty.length, 'products with plenty in stock').toBeGreaterThanOrEqual(count);
  return plenty.slice(0, count);
}

/** Puts one piece into the cart on the product's own page. */
export async function addToCart(page: Page, product: Product) {
  await page.goto(`/products/${product.slug}`);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Cart, [1-9]/ })).toBeVisible();
}

/** From the drawer to checkout. */
export async function goToCheckout(page: Page) {
  await page.getByRole('link', { name: /^Cart, / }).click();
  await page
    .getByRole('dialog', { name: /^Your Cart/ })
    .getByRole('link', { name: 'Checkout' })
    .click();
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();
}

export async function fillDetails(page: Page, who = asha) {
  await page.getByLabel('Email Address').fill(who.email);
  await page.getByLabel('Mobile Number').fill(who.mobile);
  await page.getByLabel('Full name').fill(who.name);
  await page.getByLabel('Address', { exact: true }).fill(who.address);
  await page.getByLabel('City').fill(who.city);
  await page.getByLabel('PIN code').fill(who.postalCode);
  await page.getByLabel('State').selectOption(who.state);
}

/** Opens the payment window from a filled checkout. */
export async function openPayment(page: Page) {
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  return paymentWindow(page);
}

export function paymentWindow(page: Page) {
  return page.frameLocator('iframe[title*="ayment"]');
}
