import type { LabelSheet } from '../../../shared/contract/catalogue/labels.ts';
import { gtinOf } from '../../../shared/products/barcode.ts';
import {
  amountInRupees,
  code128,
  createCanvas,
  ean13,
  ink,
  type PdfCanvas,
  type Style,
} from '../../pdf/pdf.ts';

/** What a label shows. Prices in paise, tax included. */
export type Label = {
  name: string;
  sku: string;
  barcode: string;
  pricePaise: number;
  sellingPaise: number;
};

const mm = 72 / 25.4;
/** The dots of a thermal printer with 203 dots an inch. */
const dot = 72 / 203;

type Geometry = {
  page: [number, number];
  width: number;
  height: number;
  left: number;
  top: number;
  columns: number;
  rows: number;
  /** From the left edge of a label to that of the next. */
  step: number;
  /** Bars are multiples of this, so that they are printed sharply. */
  grain?: number;
};

const a4: [number, number] = [210 * mm, 297 * mm];
const sheets: Record<LabelSheet, Geometry> = {
  // 64 × 34 mm, such as Avery L7159.
  'a4-24': {
    page: a4,
    width: 63.5 * mm,
    height: 33.9 * mm,
    left: 7.2 * mm,
    top: 12.9 * mm,
    columns: 3,
    rows: 8,
    step: 66 * mm,
  },
  // 38 × 21 mm, such as Avery L7651.
  'a4-65': {
    page: a4,
    width: 38.1 * mm,
    height: 21.2 * mm,
    left: 4.75 * mm,
    top: 10.7 * mm,
    columns: 5,
    rows: 13,
    step: 40.6 * mm,
  },
  'thermal-50x25': {
    page: [50 * mm, 25 * mm],
    width: 50 * mm,
    height: 25 * mm,
    left: 0,
    top: 0,
    columns: 1,
    rows: 1,
    step: 50 * mm,
    grain: dot,
  },
};

/** Draws labels on as many sheets as they need. `used`: the first labels of the first sheet that are used up. */
export function drawLabels(labels: Label[], sheet: LabelSheet, used: number, date: Date): Buffer {
  const { page, width, height, left, top, columns, rows, step, grain } = sheets[sheet];
  const canvas = createCanvas({ title: 'Barcode labels', author: '', date }, page);
  const perPage = columns * rows;
  const start = used % perPage;
  for (const [i, item] of labels.entries()) {
    const place = (start + i) % perPage;
    if (i > 0 && place === 0) canvas.doc.addPage();
    const x = left + (place % columns) * step;
    const y = top + Math.floor(place / columns) * height;
    drawLabel(canvas, item, { x, y, width, height, grain });
  }
  return canvas.finish();
}

type Box = { x: number; y: number; width: number; height: number; grain?: number | undefined };

function drawLabel(
  canvas: PdfCanvas,
  { name, sku, barcode, pricePaise, sellingPaise }: Label,
  box: Box,
): void {
  const { x, y, width, height } = box;
  const size = height > 80 ? 8 : height > 65 ? 7 : 6;
  const line = size * 1.2;
  const margin = width > 130 ? 6 : 4;
  const room = width - 2 * margin;
  const middle = x + width / 2;
  const strong: Style = { face: 'strong', size, colour: ink };
  const plain: Style = { size: size - 1, colour: ink };
  let baseline = y + margin + size;
  for (const text of fitted(canvas, name, room, strong, height > 65 ? 2 : 1)) {
    canvas.write(text, middle, baseline, strong, 'center');
    baseline += line;
  }
  const prices =
    sellingPaise < pricePaise
      ? [`MRP ${amountInRupees(pricePaise)}`, `${amountInRupees(sellingPaise)} incl. of all taxes`]
      : [`MRP ${amountInRupees(pricePaise)} incl. of all taxes`];
  const bottom = y + height - margin;
  const code = barcode || sku;
  const texts = [
    { text: barcode && barcode !== sku ? `${barcode}  ${sku}` : sku, style: plain },
    ...prices.map((text, i) => ({ text, style: i === prices.length - 1 ? strong : plain })),
  ];
  texts.toReversed().forEach(({ text, style }, i) => {
    canvas.write(fitted(canvas, text, room, style, 1)[0] ?? '', middle, bottom - i * line, style, 'center');
  });
  const barsTop = baseline - size + 1;
  const barsBottom = bottom - (texts.length - 1) * line - size - 1;
  if (barsBottom - barsTop > 8) drawBars(canvas, code, { ...box, y: barsTop, height: barsBottom - barsTop });
}

/** The first lines of a text, the last one with an ellipsis if there are more. */
function fitted(canvas: PdfCanvas, text: string, room: number, style: Style, max: number): string[] {
  const lines = canvas.wrap(text, room, style);
  if (lines.length <= max) return lines;
  let last = lines[max - 1] ?? '';
  while (last && canvas.width(`${last}…`, style) > room) last = last.slice(0, -1);
  return [...lines.slice(0, max - 1), `${last}…`];
}

/** An EAN-13 for a GTIN of 12 or 13 digits, else a Code 128. Nothing if there is no room or no code for the text. */
function drawBars(canvas: PdfCanvas, code: string, { x, y, width, height, grain }: Box): void {
  const gtin = gtinOf(code) ?? '';
  const widths = gtin.length === 12 || gtin.length === 13 ? ean13(gtin.padStart(13, '0')) : code128(code);
  if (!widths) return;
  const modules = widths.reduce((sum, bar) => sum + bar, 0);
  // Quiet zones on both sides.
  const fitting = Math.min(width / (modules + 20), 1.1);
  const module = grain ? Math.floor(fitting / grain + 1e-9) * grain : fitting;
  if (module < 0.35) return;
  let left = x + (width - modules * module) / 2;
  for (const [i, bar] of widths.entries()) {
    if (i % 2 === 0) canvas.doc.rect(left, y, bar * module, height);
    left += bar * module;
  }
  canvas.doc.fill('#000000');
}
