import { createECDH, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import { expectAccessible } from '../support/axe.ts';
import {
  checkOut,
  expectSuccess,
  goodCard,
  openPayment,
  payByCard,
  stockedProduct,
  untilHydrated,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' });

/** Chromium has no push service here, and without windows no permission: these are what it would give. */
async function withPushService(page: Page) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
  await page.addInitScript((given) => {
    if (!('PushManager' in window)) return;
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Object.assign(Notification, { requestPermission: async () => 'granted' });
    let isOn = false;
    const made = {
      endpoint: given.endpoint,
      toJSON: () => given,
      unsubscribe: async () => {
        isOn = false;
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        isOn = true;
        return made;
      },
      getSubscription: async () => (isOn ? made : null),
    });
  }, subscription);
}

test('a shopper is told on their device about an order and a sold-out product, after a click only, and turns it off', {
  tag: '@long',
}, async ({ page, request }) => {
  await withPushService(page);
  const asked: string[] = [];
  page.on('request', (item) => {
    const { pathname } = new URL(item.url());
    if (pathname.startsWith('/api/push/')) asked.push(pathname);
  });
  const product = await stockedProduct(request);
  await checkOut(page, product);
  await openPayment(page, product.finalPrice);
  await payByCard(page, goodCard);
  await expectSuccess(page);
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Tell me when it ships' }).click();
  await expect(page.getByText('We will tell you on this device when it ships and arrives.')).toBeVisible();
  const [orderId] = /[^/]+$/.exec(new URL(page.url()).pathname) ?? [];
  expect(asked).toEqual(['/api/push/key', `/api/push/orders/${orderId}`]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Tell me when it ships' })).toBeVisible();
  expect(asked.at(-1)).toBe('/api/push/stop');

  const soldOut = await request.get('/api/products?inStock=false&limit=100');
  const { products } = (await soldOut.json()) as ProductList;
  await page.goto(`/products/${products.find(({ variants }) => variants.length === 1)?.slug}`);
  await untilHydrated(page);
  const tellMe = page.getByRole('button', { name: 'Tell me when it is back' }).first();
  const place = await tellMe.boundingBox();
  await tellMe.click();
  const dialog = page.getByRole('dialog', { name: 'Tell me when it is back' });
  await expect(dialog).toBeVisible();
  expect(await page.locator('.buy-bar button').boundingBox(), 'nothing moves under the dialog').toEqual(
    place,
  );
  await dialog.getByRole('button', { name: 'Tell me on this device' }).click();
  await expect(dialog.getByText('We will tell you on this device when it is back in stock.')).toBeVisible();
  await expectAccessible(page);
});
