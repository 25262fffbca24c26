import sharp, { type Metadata, type Sharp } from 'sharp';
import type { PictureFormat, PictureWidth } from '../../shared/picture.ts';
import { badRequest, tooLarge, wrongType } from '../errors.ts';
import { createQueue } from './queue.ts';

export const maxUploadBytes = 10 * 1024 * 1024;
const maxPixels = 40_000_000;
const longestSide = 1600;

// Several pictures at once use the cores better than several threads on one.
sharp.concurrency(1);
// Whatever a file claims to be, only these five readers ever see it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

export type StoredImage = { bytes: Buffer; width: number; height: number };

/**
 * An uploaded picture as the shop keeps it (contract §2): turned the right way up, without metadata, WebP,
 * at most 1600 px. Throws 413 for too large, 415 for what is no accepted picture, 400 for a damaged one.
 */
export async function acceptImage(upload: Uint8Array): Promise<StoredImage> {
  if (upload.length > maxUploadBytes) throw tooLarge('Pictures can be at most 10 MB.');
  const claimed = claimedFormat(Buffer.from(upload.buffer, upload.byteOffset, Math.min(upload.length, 64)));
  if (!claimed) throw notAPicture();
  const metadata = await read(open(upload), (image) => image.metadata());
  checkMetadata(metadata, claimed);
  const encode = (image: Sharp) =>
    image
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82, effort: 2 })
      .timeout({ seconds: 30 })
      .toBuffer({ resolveWithObject: true });
  const { data, info } = await createQueue(() => read(open(upload), encode));
  return { bytes: data, width: info.width, height: info.height };
}

/**
 * Accepts a picture that is already in the format in which the shop stores pictures, unchanged. Throws 415 unless it
 * is WebP of at most 1600 px without metadata.
 */
export async function finishedImage(bytes: Buffer): Promise<StoredImage> {
  const { format, width, height, exif, xmp, icc } = await read(open(bytes), (image) => image.metadata());
  const isFinished = format === 'webp' && Math.max(width, height) <= longestSide && !(exif || xmp || icc);
  if (!isFinished) throw notAPicture();
  return { bytes, width, height };
}

/** A stored picture at one width, never wider than it is. */
export async function resizeImage(
  stored: Buffer,
  width: PictureWidth,
  format: PictureFormat,
): Promise<Buffer> {
  const image = open(stored).resize({ width, withoutEnlargement: true });
  return createQueue(() => encode[format](image).toBuffer());
}

// Measured on photographs: more effort takes 3 to 10 times as long and saves no more than 3 percent.
const encode: Record<PictureFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 1 }),
  webp: (image) => image.webp({ quality: 78, effort: 3 }),
  // For link previews: some messengers show no other format. JPEG has no transparency.
  jpg: (image) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }),
};

function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: false });
}

async function read<T>(image: Sharp, work: (image: Sharp) => Promise<T>): Promise<T> {
  return work(image).catch((error: Error) => {
    if (/pixel limit/i.test(error.message)) throw tooManyPixels();
    throw badRequest('This picture is damaged and could not be read.');
  });
}

function checkMetadata(metadata: Metadata, claimed: string) {
  const { format, compression, width, height } = metadata;
  if (format !== claimed || (format === 'heif' && compression !== 'av1')) throw notAPicture();
  if (width * height > maxPixels) throw tooManyPixels();
}

// A GIF whose width is spelled in text is a script in disguise: `GIF89a/*`. No real one is 8,192 px wide.
const signatures: [string, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n.\n/s],
  ['gif', /^GIF8[79]a[\s\S][^ -\xff]/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
  ['heif', /^[\s\S]{4}ftyp(?:avif|avis|[\s\S]{8,40}avi[fs])/],
];

function claimedFormat(start: Buffer): string | undefined {
  return signatures.find(([, pattern]) => pattern.test(start.toString('latin1')))?.[0];
}

const notAPicture = () => wrongType('Only JPEG, PNG, WebP, AVIF and GIF pictures can be uploaded.');
const tooManyPixels = () => tooLarge('Pictures can have at most 40 megapixels.');
