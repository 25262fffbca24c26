import { rupees, toRupees } from '../../shared/money.ts';
import type { Paper, Style } from './invoice-text.ts';

/** Edges of what is printed on an A4 page, in points. */
export const page = { left: 40, right: 555.28, top: 40, bottom: 801, middle: 297.64 };

export const ink = '#221C17';
export const indigo = '#2B3A8C';
export const madder = '#B3402E';
export const wash = '#F4EFE7';
const faint = '#6B6259';
const rule = '#D9D0C3';

export const body: Style = { size: 8.5, colour: ink };
export const strong: Style = { ...body, face: 'strong' };
export const note: Style = { size: 7.5, colour: faint };
export const label: Style = { face: 'strong', size: 7, colour: faint };

const lineHeight = 11;

/** Writes one line of text and gives the baseline of the next. */
export function writeLine(paper: Paper, text: string, x: number, y: number, style: Style): number {
  paper.write(text, x, y, style);
  return y + lineHeight;
}

export function hairline(paper: Paper, y: number) {
  paper.doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).stroke(rule);
}

/** `1,29,900.00` */
export const amount = (paise: number) => rupees(toRupees(paise)).slice(1);
/** `₹1,29,900.00` */
export const amountInRupees = (paise: number) => rupees(toRupees(paise));
export const percent = (tenths: number) => `${tenths / 10}%`;
