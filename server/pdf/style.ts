import { rupees, toRupees } from '../../shared/money.ts';
import type { PdfCanvas, Style } from './text.ts';

/** The margins of an A4 page, in points. */
export const page = { left: 40, right: 555.28, top: 40, bottom: 801, middle: 297.64 };

export const ink = '#221C17';
export const indigo = '#2B3A8C';
const madder = '#B3402E';
export const wash = '#F4EFE7';
const faint = '#6B6259';
const rule = '#D9D0C3';

export const body: Style = { size: 8.5, colour: ink };
export const strong: Style = { ...body, face: 'strong' };
export const note: Style = { size: 7.5, colour: faint };
export const label: Style = { face: 'strong', size: 7, colour: faint };

const lineHeight = 11;

/** Writes one line of text and returns the baseline of the next. */
export function writeLine(canvas: PdfCanvas, text: string, x: number, y: number, style: Style): number {
  canvas.write(text, x, y, style);
  return y + lineHeight;
}

export function hairline(canvas: PdfCanvas, y: number) {
  canvas.doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).stroke(rule);
}

/** `1,29,900.00` */
export const amount = (paise: number) => rupees(toRupees(paise)).replace('₹', '');
/** `₹1,29,900.00` */
export const amountInRupees = (paise: number) => rupees(toRupees(paise));
export const percent = (tenths: number) => `${tenths / 10}%`;

/** Marks every page as a test order. */
export function drawTestMark(canvas: PdfCanvas) {
  const text = 'TEST: no payment was taken';
  const style: Style = { face: 'strong', size: 9, colour: madder };
  const half = canvas.width(text, style) / 2 + 10;
  canvas.doc
    .roundedRect(page.middle - half, 16, half * 2, 18, 3)
    .lineWidth(0.8)
    .stroke(madder);
  canvas.write(text, page.middle, 28, style, 'center');
}

/** Draws a border of diamonds and dots between two hairlines. */
export function drawBorder(canvas: PdfCanvas, y: number): number {
  const { doc } = canvas;
  doc.rect(page.left, y, page.right - page.left, 0.8).fill(indigo);
  doc.rect(page.left, y + 8.2, page.right - page.left, 0.8).fill(indigo);
  const step = (page.right - page.left) / 64;
  const middleOf = (i: number) => page.left + step * (i + 0.5);
  // One fill for all shapes of a colour, because each takes operators of its own.
  for (let i = 0; i < 64; i += 2) {
    const x = middleOf(i);
    doc.polygon([x - 2.6, y + 4.5], [x, y + 1.9], [x + 2.6, y + 4.5], [x, y + 7.1]);
  }
  doc.fill(madder);
  for (let i = 1; i < 64; i += 2) doc.circle(middleOf(i), y + 4.5, 0.9);
  doc.fill(indigo);
  return y + 9;
}

const calendar = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });
/** `21 Nov 2026`, in IST. */
export const day = (moment: string) => calendar.format(new Date(moment));
