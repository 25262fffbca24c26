import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import { expectAccessible } from '../support/axe.ts';
import { orderByCalls } from '../support/browser-orders.ts';
import { type OwnersCalls, openOffice, ownersCalls, pictureFile } from '../support/browser-owner.ts';
import { openDrawer, stockedProduct } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { runJob } from '../support/journey-jobs.ts';
import { journeyPorts } from '../support/journey-ports.ts';
import { startMailServer } from '../support/mailbox.ts';

test.use({ viewport: { width: 360, height: 740 } });

const create = (calls: OwnersCalls, product: object) => calls.call<Product>('POST', '/products', product);
const change = (calls: OwnersCalls, { _id }: Product, values: object) =>
  calls.call<Product>('PUT', `/products/${_id}`, values);

test('a shopper adds what others have bought together in one go', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const { image } = await stockedProduct(request);
  const named = (name: string, price: number, discount = 0) =>
    create(calls, { name: `${name} ${Date.now()}`, price, discount, image, countInStock: 9 });
  const lamp = await named('Lamp', 900);
  const others = [await named('Oil', 250.5), await named('Wick', 80, 10)];
  for (const _ of [1, 2]) await orderByCalls(request, { products: [lamp, ...others] });
  await runJob('hour');
  await page.goto(`/products/${lamp.slug}`);
  const together = page.getByRole('region', { name: 'Often bought together' });
  for (const { name } of others)
    await expect(together.getByRole('link', { name, exact: true })).toBeVisible();
  await together.getByRole('button', { name: 'Add all 2 to cart · ₹322.50' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  await expectAccessible(page);
  const drawer = await openDrawer(page);
  for (const { name } of others)
    await expect(drawer.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
  await expect(drawer.getByText('₹322.50').first()).toBeVisible();
  // The drawer would ask for the prices of deleted products.
  await page.close();
  for (const product of [lamp, ...others]) await calls.call('DELETE', `/products/${product._id}`);
});

test('a shopper is told that her size is back, and ends these mails with the link of the mail', {
  tag: '@long',
}, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const { image } = await stockedProduct(request);
  const product = await create(calls, {
    name: `Quilted jacket ${Date.now()}`,
    image,
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variants: ['S', 'M', 'L'].map((size, i) => ({ values: [size], price: 1900, countInStock: i % 2 })),
  });
  const restock = (size: string) =>
    change(calls, product, {
      options: product.options,
      variants: product.variants.map(({ _id, values, price, countInStock }) => ({
        _id,
        values,
        price,
        countInStock: values[0] === size ? 3 : countInStock,
      })),
    });
  const [asha, meera] = ['asha', 'meera'].map((name) => `${name}.${Date.now()}@example.in`) as [
    string,
    string,
  ];
  const ask = async (size: string, email: string) => {
    await page.goto(`/products/${product.slug}`);
    await page.getByRole('radio', { name: `${size} Out of Stock` }).check();
    await page.getByRole('button', { name: 'Tell me when it is back' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tell me when it is back' });
    await dialog.getByRole('button', { name: 'Tell me', exact: true }).click();
    await expect(dialog.getByText('Email is required')).toBeVisible();
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Tell me', exact: true }).click();
    await expect(dialog.getByText(`We will send one mail to ${email}`)).toBeVisible();
  };
  await ask('S', asha);
  await ask('L', asha);
  await ask('L', meera);

  const mailServer = await startMailServer(journeyPorts().mail);
  await restock('S');
  await runJob('minute');
  const { text } = await mailServer.waitFor(asha, /is back in stock/);
  const linkTo = (folder: string) => text.match(new RegExp(`http\\S+/${folder}/[\\w?=&-]+`))?.[0] ?? '';
  await page.goto(linkTo('products'));
  await expect(page.getByRole('radio', { name: 'S', exact: true })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeEnabled();

  await page.goto(linkTo('stop-alerts'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByText('Your address is deleted.')).toBeVisible();
  await restock('L');
  await runJob('minute');
  await mailServer.waitFor(meera, /is back in stock/);
  await mailServer.stop();
  expect(mailServer.received.filter(({ to }) => to.includes(asha))).toHaveLength(1);
  await calls.call('DELETE', `/products/${product._id}`);
});

test('links and feeds show a product as it is now', { tag: '@long' }, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const name = `Indigo bowl ${Date.now()}`;
  const image = await upload(calls, request);
  const product = await create(calls, { name, price: 1200, discount: 25, image, countInStock: 4 });
  await page.goto(`/products/${product.slug}`);
  const first = await previewOf(page);
  const { bytes, type } = await fetchPicture(request, first);
  expect(type).toBe('image/jpeg');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(await colourOf(bytes)).toEqual([31, 58, 95].map((value) => expect.closeTo(value, -1)));

  await change(calls, product, { name: `${name} large`, price: 1400, finalPrice: 1400 });
  await expect
    .poll(async () => {
      await page.reload();
      return previewOf(page);
    })
    .not.toBe(first);
  const second = await fetchPicture(request, await previewOf(page));
  expect(second.bytes.equals(bytes)).toBe(false);
  // A link that was shared before shows the product as it is now.
  expect((await fetchPicture(request, first)).bytes.equals(second.bytes)).toBe(true);

  await openOffice(page, calls, '/admin/feeds');
  for (const [channel, price, availability] of [
    ['Google Merchant Center', '1400.00 INR', 'in_stock'],
    ['Meta (Facebook and Instagram)', '1400.00 INR', 'in stock'],
  ] as const) {
    const card = page.getByRole('listitem').filter({ hasText: channel });
    await card.getByRole('button', { name: `Switch on ${channel}` }).click();
    await expect(card.getByRole('status')).toHaveText(/^\d+ items, written /);
    const address = (await card.getByRole('link').textContent()) ?? '';
    const reply = await request.get(address);
    expect(reply.headers()['content-type']).toContain('application/xml');
    const items = (await reply.text()).split('<item>').filter((item) => item.includes(`${name} large`));
    expect(items).toHaveLength(1);
    const field = (name: string) => items[0]?.match(new RegExp(`<g:${name}>([^<]*)`))?.[1] ?? '';
    expect([field('price'), field('availability')]).toEqual([price, availability]);
    expect((await fetchPicture(request, field('image_link'))).type).toBe('image/jpeg');
    const shopper = await page.context().newPage();
    await shopper.goto(field('link'));
    await expect(shopper.getByRole('heading', { name: `${name} large`, level: 1 })).toBeVisible();
    await shopper.close();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch off Google Merchant Center' }).click();
  await expect(page.getByRole('button', { name: 'Switch on Google Merchant Center' })).toBeVisible();
  expect((await request.get('/feeds/google.xml')).status()).toBe(404);
  await calls.call('PUT', '/settings/feeds', { on: [] });
  await calls.call('DELETE', `/products/${product._id}`);
});

const previewOf = async (page: Page) =>
  (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';

async function fetchPicture(request: APIRequestContext, url: string) {
  const reply = await request.get(url);
  expect(reply.status(), url).toBe(200);
  return { bytes: await reply.body(), type: reply.headers()['content-type'] };
}

/** The colour in the middle of the left half, where a preview has the picture of its product. */
async function colourOf(preview: Buffer): Promise<number[]> {
  const area = { left: 300, top: 315, width: 1, height: 1 };
  return [...(await sharp(preview).extract(area).raw().toBuffer())];
}

/** Uploads a picture in one colour, and returns its stored path. */
async function upload({ token }: OwnersCalls, request: APIRequestContext): Promise<string> {
  const reply = await request.post('/api/upload?kind=product', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { image: await pictureFile('bowl.png', '#1f3a5f') },
  });
  const { path } = (await reply.json()) as { path: string };
  return path;
}
