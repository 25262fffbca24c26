import type { Locator, Page } from '@playwright/test';
import {
  asha,
  desk,
  expectSuccess,
  goodCard,
  paymentWindow,
  stockedProduct,
  untilAlive,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desk });

test('a purchase with the keyboard alone', async ({ page, request }) => {
  const product = await stockedProduct(request);
  await page.goto(`/products/${product.slug}`);
  await reach(page, page.getByRole('button', { name: 'Buy Now' }));
  await page.keyboard.press('Enter');

  const typed: [Locator, string][] = [
    [page.getByLabel('Email Address'), asha.email],
    [page.getByLabel('Mobile Number'), asha.mobile],
    [page.getByLabel('Full name'), asha.name],
    [page.getByLabel('Address', { exact: true }), asha.address],
    [page.getByLabel('City'), asha.city],
    [page.getByLabel('PIN code'), asha.postalCode],
    [page.getByLabel('State'), asha.state],
  ];
  for (const [field, text] of typed) {
    await reach(page, field);
    await page.keyboard.type(text);
  }
  await expect(page.getByLabel('State')).toHaveValue(asha.state);
  await reach(page, page.getByRole('main').getByRole('button', { name: /^Pay ₹/ }));
  await page.keyboard.press('Enter');

  const window = paymentWindow(page);
  await expect(window).toBeVisible();
  await reach(page, window.getByLabel('Card number'));
  await page.keyboard.type(goodCard.replaceAll(' ', ''));
  await reach(page, window.getByLabel('Expiry'));
  await page.keyboard.type('1239');
  await reach(page, window.getByLabel('CVV'));
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expectSuccess(page);

  await reach(page, page.getByRole('button', { name: 'View Invoice' }));
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', { name: 'Invoice Preview' });
  await expect(preview.getByRole('button', { name: 'Download' })).toBeEnabled();
  await reach(page, preview.getByRole('button', { name: 'Print' }));
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(page.getByRole('button', { name: 'View Invoice' })).toBeFocused();
});

test('a new page takes the focus to its beginning, a new search leaves it where it is', async ({ page }) => {
  await page.goto('/about');
  await untilAlive(page);
  await expect(page.getByRole('main')).not.toBeFocused();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  const search = page.getByRole('banner').getByLabel('Search the shop');
  await search.fill('indigo');
  await search.press('Enter');
  await expect(page).toHaveURL('/products?search=indigo');
  await expect(search).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await expect(search).toHaveValue('');
});

/** Tab, tab, tab: whatever can be pressed must be reachable, and its focus visible. */
async function reach(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reachable with the Tab key').toBeFocused();
}

function isFocused(target: Locator) {
  return target.evaluate((element) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    return root.activeElement === element;
  });
}
