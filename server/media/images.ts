import pLimit from 'p-limit';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { PictureFormat, PictureWidth } from '../../shared/products/picture.ts';
import { badRequest, tooLarge, wrongType } from '../errors.ts';
import { maxUploadBytes } from './files.ts';

const maxPixels = 40_000_000;
/** Of photographs of phones, which are read line by line and at a fraction of their size. */
const maxPhotoPixels = 250_000_000;
const longestSide = 1600;

// Two pictures at a time for the whole process: more would only fill the memory.
const limit = pLimit(2);

// Several pictures at once use the cores better than several threads on one picture.
sharp.concurrency(1);
// Only these decoders ever read an upload, whatever its file name or type claims; SVG only that of a logo.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});

export type StoredImage = { bytes: Buffer; width: number; height: number };

/**
 * Converts an upload to the stored format (contract §2): upright, without metadata, WebP, at most 1600 px. Throws 413
 * if it is too large, 415 if its format is not accepted, 400 if it is damaged.
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
  const { data, info } = await limit(() => read(open(upload), encode));
  return { bytes: data, width: info.width, height: info.height };
}

const maxSvgBytes = 500_000;
const svgSide = 1200;
/** What a drawing may not contain: other files, other documents, and entities, which can multiply without end. */
const unsafeSvg =
  /<!entity|<!doctype[^>]{0,300}\[|<\?xml-stylesheet|<(?:\w{1,20}:)?(?:script|image|foreignobject|feimage|filter|include)\b|@import|href\s*=\s*["']?\s*[^"'#\s]|url\(\s*["']?\s*[^"'#\s]/i;

/**
 * Draws an SVG of a logo as a picture, which is stored instead of it. Undefined for another format. Throws 413 if it is
 * too large, 400 if it is damaged, empty, or has parts from elsewhere.
 */
export async function redrawSvg(upload: Uint8Array): Promise<StoredImage | undefined> {
  const text = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength).toString('latin1');
  const start = text.slice(0, 1000);
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(start) || !/<svg[\s>]/i.test(start)) return undefined;
  if (upload.length > maxSvgBytes) throw tooLarge('An SVG logo can be at most 500 KB.');
  if (unsafeSvg.test(text))
    throw badRequest(
      'This SVG has scripts, filters, or parts from other files. Save it as plain SVG or PNG.',
    );
  const { width, height } = await read(open(upload), (image) => image.metadata());
  const density = Math.min(2400, Math.max(1, Math.floor((72 * svgSide) / Math.max(width, height))));
  const draw = (image: Sharp) =>
    image
      .resize({ width: svgSide, height: svgSide, fit: 'inside' })
      .webp({ quality: 90, effort: 2 })
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true });
  const drawing = sharp(upload, { limitInputPixels: maxPixels, density });
  const { data, info } = await limit(() => read(drawing, draw));
  const { isOpaque, channels } = await sharp(data).stats();
  if (!isOpaque && channels.at(-1)?.max === 0) throw badRequest('This SVG shows nothing.');
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

/** Encodes a stored picture at one width; it is never enlarged. */
export async function resizeImage(
  stored: Buffer,
  width: PictureWidth,
  format: PictureFormat,
): Promise<Buffer> {
  const image = open(stored).resize({ width, withoutEnlargement: true });
  return limit(() => encode[format](image).toBuffer());
}

// Measured on photographs: more effort takes 3 to 10 times as long and saves no more than 3 percent.
const encode: Record<PictureFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 55, effort: 1 }),
  webp: (image) => image.webp({ quality: 78, effort: 3 }),
  // For link previews: some messengers show no other format. JPEG has no transparency.
  jpg: (image) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }),
};

function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: maxPhotoPixels, failOn: 'error', autoOrient: false });
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
  const isPhoto = format === 'jpeg' && !metadata.isProgressive;
  if (width * height > (isPhoto ? maxPhotoPixels : maxPixels)) throw tooManyPixels();
}

// A GIF whose width bytes are text can be a script in disguise: `GIF89a/*`. No real GIF is 8,192 px wide.
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
const tooManyPixels = () => tooLarge('Pictures can have at most 40 megapixels, and JPEG photographs 250.');
