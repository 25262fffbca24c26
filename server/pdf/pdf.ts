export { code128 } from './code128.ts';
export { ean13 } from './ean13.ts';
export { createMerge } from './merge.ts';
export {
  amount,
  amountInRupees,
  body,
  day,
  drawBorder,
  drawTestMark,
  hairline,
  indigo,
  ink,
  label,
  note,
  page,
  percent,
  strong,
  wash,
  writeLine,
} from './style.ts';
export { type Align, createCanvas, createPart, drawEach, type PdfCanvas, type Style } from './text.ts';
