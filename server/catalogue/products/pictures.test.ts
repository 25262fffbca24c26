import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { asOwner, multipart, photo } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const file = async (
  name: string,
  more: { filename?: string; value?: Buffer | string; type?: string } = {},
) => ({
  name,
  value: await photo(),
  filename: 'photo.jpg',
  ...more,
});
const stored = async () =>
  (await readdir(path.join(shop.deps.config.dataDir, 'files', 'uploads', 'product')).catch(() => [])).length;

describe('POST /upload', () => {
  it('stores a picture under a random name, whatever the file name is (T-UPL-02)', async () => {
    for (const filename of ['../../x.jpg', 'a\0.jpg', `${'n'.repeat(300)}.jpg`, 'CON', '\u202egpj.exe']) {
      const { status, body } = await owner.post('/upload', multipart([await file('image', { filename })]));
      expect(status, filename).toBe(201);
      expect(body).toMatchObject({
        success: true,
        path: expect.stringMatching(/^uploads\/product\/[A-Za-z0-9]{22}\.webp$/),
      });
      expect((await shop.app.inject({ url: String(body.url) })).statusCode).toBe(200);
    }
    const several = await owner.post(
      '/upload?kind=category',
      multipart([await file('files'), await file('files')]),
    );
    expect(several.body).toMatchObject({
      files: [{ width: 40, height: 40 }, { path: expect.stringMatching(/^uploads\/category\//) }],
    });
  });

  it('rejects other files and stores nothing (T-UPL-01, T-UPL-03)', async () => {
    const before = await stored();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const value of [
      svg,
      '<?php echo 1;',
      '<html><script>1</script>',
      'GIF89a/*<script>*/=1;',
      Buffer.alloc(2000),
    ]) {
      const reply = await owner.post(
        '/upload',
        multipart([await file('image'), await file('image', { value })]),
      );
      expect(reply.status, String(value).slice(0, 20)).toBe(415);
    }
    const large = await owner.post(
      '/upload',
      multipart([await file('image', { value: Buffer.alloc(11 * 1024 * 1024) })]),
    );
    expect(large.status).toBe(413);
    const first = await file('image');
    const many = await owner.post('/upload', multipart(Array.from({ length: 21 }, () => first)));
    expect(many.status).toBe(413);
    expect(await owner.post('/upload', multipart([]))).toMatchObject({ status: 400 });
    expect((await owner.post('/upload', { image: 'x' })).status).toBe(400);
    expect((await owner.post('/upload?kind=../../etc', multipart([first]))).status).toBe(400);
    expect(await stored()).toBe(before);
  });
});

describe('the product form as multipart', () => {
  it('creates a product with its pictures', async () => {
    const { status, body } = await owner.post(
      '/products',
      multipart([
        { name: 'name', value: 'Bidri Vase' },
        { name: 'price', value: '2499.00' },
        { name: 'countInStock', value: '4' },
        { name: 'isFeatured', value: 'true' },
        { name: 'status', value: 'draft' },
        { name: 'existingImages', value: '[]' },
        await file('image'),
        await file('images'),
        await file('images'),
      ]),
    );
    expect(status, JSON.stringify(body)).toBe(201);
    const product = body as Product;
    expect(product).toMatchObject({ price: 2499, countInStock: 4, isFeatured: true, status: 'draft' });
    expect(product.images).toHaveLength(2);

    const [kept] = product.images;
    const edited = await owner.put(
      `/products/${product._id}`,
      multipart([{ name: 'existingImages', value: JSON.stringify([kept]) }, await file('images')]),
    );
    expect(edited.body).toMatchObject({
      image: product.image,
      images: [kept, expect.any(String)],
      price: 2499,
    });
  });

  it('rejects existing pictures of other kinds, addresses and outside paths (T-UPL-05, T-SSR-01)', async () => {
    const another = await owner.product({ image: await owner.upload() });
    const product = await owner.product();
    for (const foreign of [
      another.image,
      'http://localhost:5432/',
      'file:///etc/passwd',
      '../../.env',
      'uploads/product/../x.webp',
    ]) {
      const reply = await owner.put(`/products/${product._id}`, { existingImages: [foreign] });
      expect(reply.status, String(foreign)).toBe(400);
    }
    const category = await owner.upload('category');
    expect((await owner.put(`/products/${product._id}`, { image: category })).status).toBe(400);
    expect((await owner.put(`/products/${product._id}`, { images: 'not json' })).status).toBe(400);
  });

  it('deletes stored pictures if the rest is rejected', async () => {
    const before = await stored();
    const reply = await owner.post(
      '/products',
      multipart([{ name: 'price', value: '5' }, await file('image')]),
    );
    expect(reply).toMatchObject({ status: 400, body: { errors: { name: 'Product name is required' } } });
    expect(await stored()).toBe(before);
  });

  it('reorders and removes pictures', async () => {
    const [a, b, c] = [await owner.upload(), await owner.upload(), await owner.upload()];
    const product = await owner.product({ image: a, images: [b, c] });
    const turned = await owner.put(`/products/${product._id}`, { image: c, images: [a, b] });
    expect(turned.body).toMatchObject({ image: c, images: [a, b] });
    const none = await owner.put(`/products/${product._id}`, { image: '', images: [] });
    expect(none.body).toMatchObject({ image: null, images: [] });
  });
});
