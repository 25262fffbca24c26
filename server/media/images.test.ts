import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { longIt } from '../../tests/support/long-run.ts';
import { maxUploadBytes } from './files.ts';
import { acceptImage, finishedImage } from './images.ts';

const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#b3402e' } });

describe('an accepted picture', () => {
  test.each([
    ['JPEG', () => picture().jpeg()],
    ['PNG', () => picture().png()],
    ['WebP', () => picture().webp()],
    ['AVIF', () => picture().avif({ effort: 0 })],
    ['GIF', () => picture().gif()],
  ])('%s becomes WebP of the same size', async (_, make) => {
    const stored = await acceptImage(await make().toBuffer());
    expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
    expect(stored).toMatchObject({ width: 60, height: 40 });
  });

  test('the longest side is at most 1600 px', async () => {
    expect(await acceptImage(await picture(500, 2400).jpeg().toBuffer())).toMatchObject({
      width: 333,
      height: 1600,
    });
  });

  test('is stored upright and without metadata (T-UPL-06)', async () => {
    const upload = await picture()
      .withExif({ IFD0: { Make: 'SpyCam' }, IFD3: { GPSLatitude: '26/1 55/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(upload.includes('SpyCam') || (await sharp(upload).metadata()).orientation === 6).toBe(true);
    const stored = await acceptImage(upload);
    expect(stored).toMatchObject({ width: 40, height: 60 });
    const metadata = await sharp(stored.bytes).metadata();
    expect(metadata.exif ?? metadata.xmp ?? metadata.icc).toBeUndefined();
    expect(stored.bytes.includes('SpyCam')).toBe(false);
  });

  test('is the first frame of an animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(30 * 30 * 3, 255), Buffer.alloc(30 * 30 * 3, 0)]);
    const upload = await sharp(frames, { raw: { width: 30, height: 60, channels: 3, pageHeight: 30 } })
      .gif()
      .toBuffer();
    expect((await sharp(upload).metadata()).pages).toBe(2);
    expect(await acceptImage(upload)).toMatchObject({ width: 30, height: 30 });
  });
});

describe('refused with 415', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  test.each([
    ['SVG', svg],
    ['SVG after an XML head', `<?xml version="1.0"?>${svg}`],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PHP', '<?php system($_GET["c"]);'],
    ['a script that begins like a BMP', 'BM=1;alert(1)'],
    ['PDF', '%PDF-1.7'],
    ['nothing', ''],
    ['TIFF', 'II*\0\x08\0\0\0'],
  ])('%s', async (_, text) => {
    await expect(acceptImage(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ status: 415 });
  });

  test('TIFF and JPEG 2000 that can be read', async () => {
    await expect(acceptImage(await picture().tiff().toBuffer())).rejects.toMatchObject({ status: 415 });
  });

  test('a GIF that is also a script (T-UPL-01)', async () => {
    const gif = await picture().gif().toBuffer();
    gif.write('/*', 6, 'latin1');
    const polyglot = Buffer.concat([gif, Buffer.from('*/=1;alert(1)')]);
    await expect(acceptImage(polyglot)).rejects.toMatchObject({ status: 415 });
  });
});

describe('refused with its own status', () => {
  test('damaged pictures, with 400', async () => {
    const png = await picture(400, 400).png().toBuffer();
    const jpeg = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    for (const broken of [png.subarray(0, 60), jpeg.subarray(0, jpeg.length / 2), jpeg.subarray(0, 12)]) {
      await expect(acceptImage(broken)).rejects.toMatchObject({ status: 400 });
    }
  });

  test('a pixel bomb before its pixels are read, with 413 (T-UPL-03)', async () => {
    // Its pixels can't be read: a picture of this kind is damaged, and a bomb never comes that far.
    await expect(acceptImage(unreadablePng(500, 500))).rejects.toMatchObject({ status: 400 });
    await expect(acceptImage(unreadablePng(50_000, 50_000))).rejects.toMatchObject({ status: 413 });
  });

  longIt(
    'a progressive JPEG above 40 megapixels, which would be held in memory, with 413 (T-UPL-03)',
    async () => {
      const large = sharp({ create: { width: 8192, height: 6144, channels: 3, background: '#876' } });
      const photograph = await acceptImage(await large.clone().jpeg().toBuffer());
      expect([photograph.width, photograph.height]).toEqual([1600, 1200]);
      const progressive = await large.clone().jpeg({ progressive: true }).toBuffer();
      await expect(acceptImage(progressive)).rejects.toMatchObject({ status: 413 });
    },
  );

  test('more than 10 MB, with 413', async () => {
    await expect(acceptImage(Buffer.alloc(maxUploadBytes + 1))).rejects.toMatchObject({ status: 413 });
  });
});

describe('a picture in the stored format', () => {
  test('is stored unchanged', async () => {
    const bytes = await picture().webp().toBuffer();
    expect(await finishedImage(bytes)).toEqual({ bytes, width: 60, height: 40 });
  });

  test.each([
    ['another format', () => picture().jpeg()],
    ['more than 1600 px', () => picture(1601, 10).webp()],
    [
      'metadata',
      () =>
        picture()
          .withExif({ IFD0: { Model: 'SpyCam' } })
          .webp(),
    ],
  ])('is refused with %s', async (_, make) => {
    await expect(finishedImage(await make().toBuffer())).rejects.toMatchObject({ status: 415 });
  });
});

/** A PNG that declares this size and has no pixels. */
function unreadablePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('no pixels')),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
