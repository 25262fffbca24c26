import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeDataDir } from '../../postgres/home.ts';
import type { Product, ProductList } from '../../shared/contract/catalogue/catalogue.ts';
import {
  checkOut,
  expectSuccess,
  goodCard,
  openPayment,
  payByCard,
  phone,
  stockedProduct,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { journeyPorts } from '../support/journey-ports.ts';
import { type ShopProcess, startShopProcess } from '../support/shop-process.ts';

/** Not the shop that the other journeys share. */
const port = journeyPorts().ownShop;
test.use({ viewport: phone, baseURL: `http://localhost:${port}` });

let dataDir: string;
let shop: ShopProcess | undefined;

test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'haat-power-cut-'));
  shop = await start();
});

test.afterAll(async () => {
  await shop?.stop();
  await removeDataDir(dataDir);
});

test('a paid order survives a power cut', { tag: '@long' }, async ({ page, request, expectedErrors }) => {
  // The requests of the page during the power cut.
  expectedErrors.push(/net::ERR_(CONNECTION|SOCKET)/);
  // The button for notifications, whose code is loaded after the order, would change the text.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }));
  const product = await stockedProduct(request);
  await checkOut(page, product);
  await openPayment(page, product.finalPrice);
  await payByCard(page, goodCard);
  await expectSuccess(page);
  const before = await page.getByRole('main').textContent();

  await shop?.kill();
  shop = await start();
  await page.reload();
  await expectSuccess(page);
  await expect(page.getByRole('button', { name: 'View Invoice' })).toBeEnabled();
  expect(await page.getByRole('main').textContent()).toBe(before);
  const { products } = (await (
    await request.get(`/api/products?search=${product.sku}`)
  ).json()) as ProductList;
  const stock = products.find(({ _id }: Product) => _id === product._id)?.countInStock;
  expect(stock).toBe(product.countInStock - 1);
});

function start() {
  return startShopProcess({ port, dataDir, env: { RATE_LIMIT: 'off', LOG_LEVEL: 'error' } });
}
