import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { pictureUrl } from '../../../shared/products/picture.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { drawPreview } from './draw-preview.ts';
import { previewOf } from './previews.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const addressOf = (product: Product) => pictureUrl(previewOf(product) ?? '', 1200, 'jpg');
const get = async (url: string) => {
  const { statusCode, headers, rawPayload } = await shop.app.inject(url);
  return { status: statusCode, headers, bytes: rawPayload };
};

it('the link preview of a product shows its picture, name and price, and follows their changes (T-CPU-20)', async () => {
  const before = await owner.product({ name: 'Blue Cup', image: await owner.upload() });
  const address = addressOf(before);
  const first = await get(address);
  expect(first).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
  });
  expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  // The second one is the stored file.
  expect((await get(address)).bytes.equals(first.bytes)).toBe(true);

  const changed = (await owner.patch(`/products/${before._id}`, { price: 700 })).body as Product;
  expect(addressOf(changed)).not.toBe(address);
  expect(await get(address)).toMatchObject({ status: 302, headers: { location: addressOf(changed) } });
  const second = await get(addressOf(changed));
  expect(second.status).toBe(200);
  expect(second.bytes.equals(first.bytes)).toBe(false);
  const { version } = await shop.db.selectFrom('linkPreviews').select('version').executeTakeFirstOrThrow();
  expect(addressOf(changed)).toContain(version);
  const former = address.match(/_(\w+)-/)?.[1];
  expect(await shop.deps.files.exists(`sizes/preview/${before._id}-${former}.jpg`)).toBe(false);

  await owner.patch(`/products/${before._id}`, { status: 'draft' });
  expect((await get(addressOf(changed))).status).toBe(404);
  const plain = await owner.product();
  expect(previewOf(plain)).toBeNull();
  for (const file of ['x.jpg', `${'0'.repeat(32)}_${'0'.repeat(12)}-1200.jpg`, `${plain._id}-1200.jpg`])
    expect((await get(`/uploads/preview/${file}`)).status, file).toBe(404);
});

it('any name and price fit beside the picture', async () => {
  const picture = await sharp({ create: { width: 300, height: 500, channels: 3, background: 'blue' } })
    .webp()
    .toBuffer();
  const names = [
    'A',
    'Long name '.repeat(30),
    'x'.repeat(300),
    '<b>&"\'</b>',
    'नीला प्याला',
    '🪔',
    '\u0000\u0001',
  ];
  for (const name of names) {
    const drawn = await drawPreview(picture, name, 'From ₹12,34,56,789.50');
    const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height], name).toEqual([1200, 630]);
    // The margin at the right stays empty.
    const right = data.subarray((315 * 1200 + 1170) * 3, (315 * 1200 + 1171) * 3);
    expect(Math.min(...right), name).toBeGreaterThan(240);
  }
});
