import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { AuthReply } from '../../shared/contract/accounts/accounts.ts';
import { rupees, shortRupees } from '../../shared/money.ts';
import { orderByCalls } from '../support/browser-orders.ts';
import { desktop, stockedProduct, untilHydrated } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

const uniqueMobile = () =>
  `9${Math.floor(Math.random() * 1e9)
    .toString()
    .padStart(9, '0')}`;

test.use({ viewport: desktop, colorScheme: 'dark' });

/** Expects only the shop's name of the header, no footer or controls, and dark text on white. */
async function expectPrintLayout(page: Page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toHaveText('Haat', { useInnerText: true });
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('searchbox').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Cart, / })).toBeHidden();
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.documentElement);
    return { backgroundColor, color };
  });
  expect(colours).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(34, 28, 23)' });
}

test('a product prints with its price and texts, without its buttons', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const product = await stockedProduct(request);
  await page.goto(`/products/${product.slug}`);
  await untilHydrated(page);
  await expectPrintLayout(page);
  await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(
    await page.getByRole('button', { name: /^Enlarge picture/ }).count(),
  );
  await expect(page.getByRole('region', { name: 'You May Also Like' })).toBeHidden();
  for (const text of [product.name, rupees(product.finalPrice), product.description, product.sku]) {
    await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  }
});

test('an order prints from its confirmation and from the profile, without splitting rows', {
  tag: '@long',
}, async ({ page, request }) => {
  const { name: product } = await stockedProduct(request);
  const email = `asha.${randomUUID().slice(0, 8)}@example.in`;
  const order = await orderByCalls(request, { email });
  await page.goto(`/order-success/${order.id}?key=${order.key}`);
  await expect(page.getByRole('heading', { name: 'Order Successful!' })).toBeVisible();
  await expectPrintLayout(page);
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeHidden();
  await expect(page.getByText('Finish Setting Up Your Account')).toBeHidden();
  await expectOrder(page, product, order.total);

  const account = { email, password: 'printed-on-paper' };
  const proof = { order_id: order.id, order_key: order.key };
  const data = { ...account, ...proof, name: 'Asha Rao', phone: uniqueMobile() };
  expect((await request.post('/api/auth/activate-account', { data })).ok()).toBe(true);
  const reply = await request.post('/api/auth/login', { data: account });
  const { token } = (await reply.json()) as AuthReply;
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate((value) => localStorage.setItem('authToken', value), token);
  await page.goto('/profile');
  await page.getByRole('button', { name: `Order ${order.number}` }).click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expectPrintLayout(page);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
  await expectOrder(page, product, order.total);
});

async function expectOrder(page: Page, product: string, total: number) {
  const row = page.getByRole('row').filter({ hasText: product });
  await expect(row).toBeVisible();
  await expect(row).toHaveCSS('break-inside', 'avoid');
  await expect(page.getByRole('row').last()).toContainText(shortRupees(total));
  const buttons = page.getByRole('main').getByRole('button').filter({ visible: true });
  await expect(buttons.and(page.locator(':not([aria-expanded])'))).toHaveCount(0);
}
