import { phone } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: phone });

test('the policies link to tracking, returns and refunds', { tag: '@long' }, async ({ page }) => {
  for (const [from, link, title] of [
    ['/shipping-policy', 'Track Your Order', 'Track Your Order'],
    ['/returns-refunds', 'Initiate Return', 'Start a Return'],
    ['/returns-refunds', 'Check Status', 'Refund Status'],
  ] as const) {
    await page.goto(from);
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

test('a guest requests the link of an order', { tag: '@long' }, async ({ page }) => {
  await page.goto('/track-order');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Order number is required')).toBeVisible();
  await expect(page.getByLabel('Order number')).toBeFocused();
  await page.getByLabel('Order number').fill('abcdef');
  await page.getByLabel('Email or Mobile').fill('12345');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Enter a valid Indian mobile number')).toBeVisible();
  await page.getByLabel('Email or Mobile').fill('asha@example.in');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('we mail a link to the order')).toBeVisible();
});

test('a return starts from an order of this browser with its subject filled in', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/returns/start');
  await page.evaluate(() => {
    const id = '00000000-0000-4000-8000-000000abcdef';
    localStorage.setItem('order_keys', JSON.stringify({ [id]: 'a-key' }));
  });
  await page.reload();
  await page.getByRole('link', { name: 'Order ABCDEF' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('Return of order ABCDEF');
});
