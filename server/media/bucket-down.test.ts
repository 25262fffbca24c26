import { expect, it, onTestFinished } from 'vitest';
import { asOwner, multipart, photo } from '../../tests/support/owner.ts';
import { createTestShop } from '../../tests/support/shop.ts';

it('uploads and pictures reply 503 with Retry-After while the bucket is down', async () => {
  const shop = await createTestShop({
    env: {
      S3_BUCKET: 'pictures',
      // Nothing listens there.
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      LOG_LEVEL: 'silent',
    },
  });
  onTestFinished(shop.close);
  const owner = await asOwner(shop);
  const file = { name: 'image', value: await photo(), filename: 'photo.jpg' };
  const upload = await owner.post('/upload?kind=product', multipart([file]));
  const picture = await shop.app.inject('/uploads/product/abcdefghijklmnopqrstuv.webp');
  const unavailable = {
    success: false,
    code: 'unavailable',
    message: 'Pictures are temporarily unavailable. Please try again.',
  };
  expect(upload).toMatchObject({ status: 503, body: unavailable, headers: { 'retry-after': '5' } });
  expect(picture.statusCode).toBe(503);
  expect(picture.json()).toEqual(unavailable);
  expect(picture.headers['retry-after']).toBe('5');
});
