import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { escapeHtml } from '../../../shared/text/plain-text.ts';

const width = 1200;
const height = 630;
/** Between the picture, the text and the edges, in pixels. */
const gap = 60;
const textWidth = width - height - 2 * gap;
const maxName = 90;

const fontFolder = new URL('../../fonts/', import.meta.url);
/** Families; the comma says that the last word of a name is no weight. */
const fonts = { name: 'Fraunces,', price: 'Anek Latin Medium,' };
const ink = '#221C17';
const madder = '#B3402E';

/** Whether the fonts of this thread are known; libvips chooses one for each letter. */
let registered: Promise<unknown> | undefined;

const registerFonts = () =>
  Promise.all(
    readdirSync(fontFolder)
      .filter((file) => file.endsWith('-600.ttf'))
      .map((file) => {
        const fontfile = fileURLToPath(new URL(file, fontFolder));
        return sharp({ text: { text: 'x', fontfile } })
          .raw()
          .toBuffer();
      }),
  );

/** The link preview of a product as a JPEG: its picture beside its name and price. Runs in a worker thread. */
export async function drawPreview(picture: Uint8Array, name: string, price: string): Promise<Buffer> {
  registered ??= registerFonts();
  await registered;
  // Control characters are invalid in markup.
  const plain = name.replace(/\p{C}+/gu, ' ').trim() || '…';
  const shown = plain.length > maxName ? `${plain.slice(0, maxName - 1).trimEnd()}…` : plain;
  const size = shown.length > 50 ? 40 : shown.length > 25 ? 50 : 60;
  const title = await textImage(shown, ink, size, fonts.name);
  const amount = await textImage(price, madder, 46, fonts.price);
  const top = Math.max(gap, Math.round((height - title.height - amount.height - gap / 2) / 2));
  const left = height + gap;
  return sharp({ create: { width, height, channels: 3, background: '#FBF8F3' } })
    .composite([
      {
        input: await sharp(picture).resize(height, height, { fit: 'cover' }).flatten().toBuffer(),
        left: 0,
        top: 0,
      },
      { input: title.bytes, left, top },
      { input: amount.bytes, left, top: top + title.height + gap / 2 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** A text in lines of at most `textWidth`, on a transparent ground. */
async function textImage(text: string, colour: string, size: number, family: string) {
  const markup = `<span foreground="${colour}">${escapeHtml(text)}</span>`;
  const { data: bytes, info } = await sharp({
    text: {
      text: markup,
      font: `${family} ${size}`,
      width: textWidth,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
      spacing: Math.round(size / 8),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes, height: info.height };
}
