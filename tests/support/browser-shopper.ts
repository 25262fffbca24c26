import { type APIRequestContext, expect, type Locator, type Page, type Request } from '@playwright/test';
import type { Product, ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { rupees } from '../../shared/money.ts';

/** A guest with a delivery address. */
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
export const desktop = { width: 1440, height: 900 };

/** Test cards of razorpay §8. */
export const goodCard = '4100 2800 0000 1007';
export const declinedCard = '4100 2800 0006 0003';

/** The first products without options that have at least eight units in stock. */
export async function stockedProducts(request: APIRequestContext, count: number): Promise<Product[]> {
  const response = await request.get('/api/products?inStock=true&limit=100&sort=name');
  const { products } = (await response.json()) as ProductList;
  const plenty = products.filter(({ variants, countInStock }) => variants.length === 1 && countInStock >= 8);
  expect(plenty.length, 'products with plenty in stock').toBeGreaterThanOrEqual(count);
  return plenty.slice(0, count);
}

/** The first product without options that has at least eight units in stock. */
export async function stockedProduct(request: APIRequestContext): Promise<Product> {
  const [product] = await stockedProducts(request, 1);
  if (!product) throw new Error('The shop has no products in stock');
  return product;
}

/** Adds one unit to the cart on the product's page. */
export async function addToCart(page: Page, product: Pick<Product, 'slug'>) {
  await page.goto(`/products/${product.slug}`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Cart, [1-9]/ })).toBeVisible();
}

/** Waits for hydration; on a page with islands, that of all islands, after a sign that each of them is used. */
export async function untilHydrated(page: Page) {
  const isHydrated = () => {
    const islands = [...document.querySelectorAll('haat-island')];
    for (const island of islands) island.dispatchEvent(new Event('pointerover', { bubbles: true }));
    const isApplication = Object.keys(document.querySelector('header') ?? {}).some((key) =>
      key.startsWith('__reactFiber'),
    );
    return (
      isApplication || (islands.length > 0 && islands.every((island) => island.matches('[data-hydrated]')))
    );
  };
  await expect.poll(() => page.evaluate(isHydrated)).toBe(true);
}

/** Tracks the requests of a page. The returned function waits until all of them have ended. */
export function trackRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return () => expect.poll(() => [...pending].map((request) => request.url())).toEqual([]);
}

export async function openDrawer(page: Page) {
  await untilHydrated(page);
  await page.getByRole('link', { name: /^Cart, / }).click();
  return page.getByRole('dialog', { name: /^Your Cart/ });
}

/** Adds a product to the cart, opens checkout and fills the form. */
export async function checkOut(page: Page, product: Product) {
  await addToCart(page, product);
  const drawer = await openDrawer(page);
  await drawer.getByRole('link', { name: 'Checkout' }).click();
  await fillDetails(page);
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

/** Opens the order summary, which is folded on a phone. */
export async function openSummary(page: Page) {
  await page.getByRole('button', { name: /^Show \d+ item/ }).click();
  return page.getByRole('region', { name: 'Order Summary' });
}

/** Clicks Pay when the payment script is loaded. */
export async function pay(page: Page, total: number) {
  await page.waitForFunction(() => 'Razorpay' in window);
  await payButton(page, total).click();
}

/** Clicks Pay and returns the payment window. */
export async function openPayment(page: Page, total: number) {
  await pay(page, total);
  const window = paymentWindow(page);
  await expect(window).toBeVisible();
  return window;
}

export function payButton(page: Page, total: number) {
  // `now` if the rest is paid on delivery.
  const name = new RegExp(`^Pay ${rupees(total).replaceAll('.', '\\.')}( now)?$`);
  return page.getByRole('main').getByRole('button', { name });
}

/** The sandbox's payment window, which has the shop's name. */
export function paymentWindow(page: Page) {
  return page.getByRole('dialog', { name: 'Haat' });
}

export async function payByCard(page: Page, number: string) {
  const window = paymentWindow(page);
  await window.getByLabel('Card number').fill(number);
  await window.getByLabel('Expiry').fill('12/39');
  await window.getByLabel('CVV').fill('123');
  await window.getByRole('button', { name: /^Pay ₹/ }).click();
}

export async function closePayment(page: Page) {
  const window = paymentWindow(page);
  await window.getByRole('button', { name: 'Close' }).click();
  await window.getByRole('button', { name: 'Leave' }).click();
  await expect(window).toBeHidden();
}

export async function expectSuccess(page: Page) {
  await expect(page.getByRole('heading', { name: 'Order Successful!' })).toBeVisible();
  await expect(page).toHaveURL(/\/order-success\/[\w-]+$/);
}

/**
 * Clicks the button that opens a PDF in a new tab, and waits until the tab has received it. A browser without a viewer
 * for PDFs saves it instead of showing it.
 */
export async function openPdf(button: Locator): Promise<Page> {
  const received = button
    .page()
    .waitForEvent('popup')
    .then(async (tab) => {
      await Promise.any([tab.waitForEvent('download'), tab.waitForURL(/^blob:/, { waitUntil: 'commit' })]);
      return tab;
    });
  await button.click();
  return received;
}
