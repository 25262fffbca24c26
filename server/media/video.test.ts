// Slow: `npm run check` leaves this file out.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maxVideoBytes } from '../../shared/contract/catalogue/catalogue-admin.ts';
import { asOwner, multipart } from '../../tests/support/owner.ts';
import { testShop } from '../../tests/support/shop.ts';
import { box, cameraPlace, emptyFilm } from '../../tests/support/video.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const mp4 = emptyFilm();
const webm = Buffer.concat([
  Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'latin1'),
  Buffer.alloc(500, 7),
]);

const send = (value: Buffer) =>
  owner.post('/upload/video', multipart([{ name: 'file', value, filename: 'film.mov' }]));
const upload = async (value: Buffer) => {
  const { status, body } = await send(value);
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body.path);
};
const read = (path: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url: `/${path}`, headers });

describe('a video', () => {
  it('is known by its content, and belongs to a product that shoppers see', async () => {
    const path = await upload(mp4);
    expect(path).toMatch(/^uploads\/video\/\w{22}\.mp4$/);
    const { _id } = await owner.product({ video: path });
    expect((await shop.get(`/products/${_id}`)).body).toMatchObject({ video: path, turnImages: [] });
    const another = await upload(webm);
    expect((await owner.put(`/products/${_id}`, { video: another })).body).toMatchObject({ video: another });
    const copy = await owner.post(`/products/${_id}/duplicate`);
    expect(copy.body).toMatchObject({ video: another });
    expect((await owner.put(`/products/${_id}`, { video: '' })).body).toMatchObject({ video: null });
    for (const bad of ['uploads/video/none.mp4', 'uploads/video/../x.mp4', await owner.upload('product')])
      expect(await owner.put(`/products/${_id}`, { video: bad }), bad).toMatchObject({
        status: 400,
        body: { errors: { video: 'Not a video of this shop' } },
      });
  });

  it('is stored without the place where it was taken', async () => {
    const stored = (await read(await upload(mp4))).rawPayload;
    expect(stored).toHaveLength(mp4.length);
    expect(stored.includes(cameraPlace)).toBe(false);
    expect(stored.subarray(-2000)).toEqual(mp4.subarray(-2000));
    // A text that is longer than what is overwritten at once.
    const film = Buffer.concat([mp4, box('uuid', Buffer.alloc(200_000, cameraPlace)), box('free', 'end')]);
    const cleaned = (await read(await upload(film))).rawPayload;
    expect(cleaned).toHaveLength(film.length);
    expect(cleaned.subarray(-11)).toEqual(film.subarray(-11));
    expect(cleaned.subarray(mp4.length, -11).toString('latin1')).toBe(
      box('free', Buffer.alloc(200_000)).toString('latin1'),
    );
  });

  it('is sent whole or in parts, and kept by browsers', async () => {
    const path = await upload(webm);
    const whole = await read(path);
    expect(whole).toMatchObject({ statusCode: 200, rawPayload: webm });
    expect(whole.headers).toMatchObject({
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const part = await read(path, { range: 'bytes=4-11' });
    expect(part).toMatchObject({ statusCode: 206, rawPayload: webm.subarray(4, 12) });
    expect(part.headers).toMatchObject({
      'content-range': `bytes 4-11/${webm.length}`,
      'content-length': '8',
    });
    const outside = await read(path, { range: `bytes=${webm.length}-` });
    expect(outside).toMatchObject({ statusCode: 416 });
    expect(outside.headers['content-range']).toBe(`bytes */${webm.length}`);
    const tag = String(whole.headers.etag);
    expect((await read(path, { 'if-none-match': tag })).statusCode).toBe(304);
    expect((await read(path, { range: 'bytes=0-3', 'if-range': '"other"' })).statusCode).toBe(200);
    // Not read for a reply without a body.
    expect(await shop.app.inject({ method: 'HEAD', url: `/${path}` })).toMatchObject({ statusCode: 404 });
    for (const missing of ['uploads/video/none.mp4', 'uploads/video/none.mov', 'uploads/video/..%2Fx.mp4'])
      expect([400, 404], missing).toContain((await read(missing)).statusCode);
  });

  it.each([
    ['a picture', Buffer.from('GIF89a')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['a film that ends too early', mp4.subarray(0, -100)],
    ['a film without its index', Buffer.concat([box('ftyp', 'isom'), box('mdat', 'x')])],
    [
      'boxes that are too small',
      Buffer.concat([box('ftyp', 'isom'), Buffer.from('\0\0\0\x02moov', 'latin1')]),
    ],
    [
      'more boxes than a film has, on several levels',
      Buffer.concat([
        mp4,
        ...Array.from({ length: 3 }, () =>
          box('moov', Buffer.alloc(4000 * 8, box('free').toString('latin1'), 'latin1')),
        ),
      ]),
    ],
    ['another format of the same family', Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', 'latin1')],
  ])('is refused if it is %s (T-UPL-01)', async (_, value) => {
    expect(await send(value)).toMatchObject({ status: 415, body: { code: 'wrong_type' } });
    expect(await readdir(join(shop.deps.config.dataDir, 'files', 'incoming'))).toEqual([]);
  });

  it('has at most 50 MB', async () => {
    const large = Buffer.concat([mp4, box('mdat', Buffer.alloc(maxVideoBytes - mp4.length))]);
    expect(await send(large)).toMatchObject({ status: 413 });
  });

  it('is uploaded by admins only', async () => {
    const { payload, headers } = multipart([{ name: 'file', value: mp4, filename: 'film.mp4' }]);
    expect(
      (await shop.app.inject({ method: 'POST', url: '/api/upload/video', payload, headers })).statusCode,
    ).toBe(401);
  });
});

it('pictures from all sides keep their order', async () => {
  const paths = [await owner.upload('product'), await owner.upload('product'), await owner.upload('product')];
  const { _id } = await owner.product({ turnImages: paths });
  const turned = paths.toReversed();
  expect((await owner.put(`/products/${_id}`, { turnImages: turned })).body).toMatchObject({
    turnImages: turned,
  });
  expect((await shop.get(`/products/${_id}`)).body).toMatchObject({ turnImages: turned });
  expect(await owner.put(`/products/${_id}`, { turnImages: [await owner.upload('category')] })).toMatchObject(
    {
      status: 400,
      body: { errors: { turnImages: 'Not a picture of this shop' } },
    },
  );
});
