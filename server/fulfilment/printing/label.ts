import { placeLines, withState } from '../../../shared/contact/address-lines.ts';
import { orderNumber } from '../../../shared/orders/order-number.ts';
import type { InvoiceInput } from '../../invoices/invoice-content.ts';
import {
  amountInRupees,
  code128,
  createCanvas,
  day,
  drawEach,
  ink,
  label,
  type PdfCanvas,
  type Style,
} from '../../pdf/pdf.ts';
import { infoOf, type Parcel } from './parcels.ts';

export type Sender = Pick<InvoiceInput['seller'], 'shopName' | 'address' | 'state' | 'mobile'>;

/** 4 × 6 inches in points, and the margin that thermal printers can't print on. */
const width = 288;
const height = 432;
const left = 14;
const right = width - left;
const a4 = { width: 595.28, height: 841.89 };
/** The size of a label on a sheet of four, so that it has a margin in its quarter. */
const sheetScale = 0.94;

/** The dots of a thermal printer with 203 dots an inch. A module that is a whole number of them prints sharply. */
const dot = 72 / 203;
/** The quiet zones on both sides. */
const quietModules = 20;
/** Indian scripts need more than Latin. */
const lineSpacing = 1.3;

const strong = (size: number): Style => ({ face: 'strong', size, colour: ink });
const plain = (size: number): Style => ({ size, colour: ink });

/** Draws the shipping labels of parcels with a delivery address, each on a page of 4 × 6 inches. */
export function renderLabels(parcels: Parcel[], sender: Sender): Buffer {
  const canvas = createCanvas(infoOf('Shipping label', parcels, sender.shopName), [width, height]);
  drawEach(canvas, parcels, (on, parcel) => drawLabel(on, parcel, sender));
  return canvas.finish();
}

/** The same on A4 pages with four labels each, row by row, and lines to cut along. */
export function renderLabelSheets(parcels: Parcel[], sender: Sender): Buffer {
  const canvas = createCanvas(infoOf('Shipping label', parcels, sender.shopName));
  const { doc } = canvas;
  for (const [i, parcel] of parcels.entries()) {
    if (i > 0 && i % 4 === 0) doc.addPage();
    if (i % 4 === 0) drawCuts(canvas);
    const x = (i % 2) * (a4.width / 2) + (a4.width / 2 - width * sheetScale) / 2;
    const y = (i % 4 < 2 ? 0 : a4.height / 2) + (a4.height / 2 - height * sheetScale) / 2;
    doc.save().translate(x, y).scale(sheetScale);
    drawLabel(canvas, parcel, sender);
    doc.restore();
  }
  return canvas.finish();
}

function drawCuts({ doc }: PdfCanvas) {
  doc
    .moveTo(a4.width / 2, 0)
    .lineTo(a4.width / 2, a4.height)
    .moveTo(0, a4.height / 2)
    .lineTo(a4.width, a4.height / 2)
    .lineWidth(0.4)
    .dash(3, { space: 3 })
    .stroke('#999999')
    .undash();
}

function drawLabel(canvas: PdfCanvas, parcel: Parcel, sender: Sender) {
  const { courier, trackingNumber, weightGrams, isTest, createdAt, number, of, codPaise } = parcel;
  const terms = isTest ? 'TEST' : codPaise > 0 ? 'COD' : 'PREPAID';
  const boxWidth = canvas.width(terms, strong(14)) + 16;
  canvas.doc
    .rect(right - boxWidth, 14, boxWidth, 24)
    .lineWidth(1.2)
    .stroke(ink);
  canvas.write(terms, right - boxWidth / 2, 31, strong(14), 'center');
  drawBlock(canvas, [{ text: courier, style: strong(17) }], {
    top: 12,
    bottom: 40,
    room: right - left - boxWidth - 10,
  });
  drawTracking(canvas, trackingNumber);
  drawLine(canvas, 132);
  canvas.write('TO', left, 145, label);
  drawRecipient(canvas, parcel, codPaise > 0 ? 296 : 332);
  if (codPaise > 0) drawCod(canvas, codPaise);
  drawLine(canvas, 336);
  canvas.write(`Order ${orderNumber(parcel.id)}`, left, 352, strong(13));
  const facts = [
    of > 1 && `Shipment ${number}`,
    weightGrams && `${weightGrams / 1000} kg`,
    day(createdAt.toISOString()),
  ];
  canvas.write(facts.filter(Boolean).join('  ·  '), right, 352, plain(10), 'right');
  drawLine(canvas, 360);
  canvas.write('FROM', left, 372, label);
  const { shopName, address, state, mobile } = sender;
  drawBlock(
    canvas,
    [
      { text: shopName, style: strong(10.5) },
      { text: withState(address, state), style: plain(9), isFlexible: true },
      { text: mobile && `Phone: ${mobile}`, style: plain(9) },
    ],
    { top: 375, bottom: height - 10, room: right - left },
  );
}

/** Draws the tracking number with its barcode. A number for which there is no room or no code has no bars. */
function drawTracking(canvas: PdfCanvas, trackingNumber: string) {
  const widths = code128(trackingNumber) ?? [];
  const modules = widths.reduce((sum, bar) => sum + bar, quietModules);
  const module = [4, 3, 2].map((dots) => dots * dot).find((size) => modules * size <= width);
  if (module && widths.length > 0) {
    let x = (width - (modules - quietModules) * module) / 2;
    for (const [i, bar] of widths.entries()) {
      if (i % 2 === 0) canvas.doc.rect(x, 46, bar * module, 58);
      x += bar * module;
    }
    canvas.doc.fill('#000000');
  }
  const [line = '', ...others] = canvas.wrap(trackingNumber, right - left - 14, strong(14));
  canvas.write(line + (others.length > 0 ? '…' : ''), width / 2, 121, strong(14), 'center');
}

/** Draws what the courier collects across the whole label, white on black. */
function drawCod(canvas: PdfCanvas, codPaise: number) {
  canvas.doc.rect(left, 300, right - left, 33).fill(ink);
  const style: Style = { face: 'strong', size: 22, colour: '#ffffff' };
  canvas.write(`COD ${amountInRupees(codPaise)}`, width / 2, 324, style, 'center');
}

function drawRecipient(canvas: PdfCanvas, { shipping, name, mobile }: Parcel, bottom: number) {
  if (!shipping) return;
  const [town = '', region = ''] = placeLines(shipping);
  drawBlock(
    canvas,
    [
      { text: shipping.name || name, style: strong(17) },
      { text: shipping.address, style: plain(14), isFlexible: true },
      { text: town, style: strong(17) },
      { text: region, style: plain(14) },
      { text: mobile && `Phone: ${mobile}`, style: strong(14) },
    ],
    { top: 148, bottom, room: right - left },
  );
}

/**
 * Draws paragraphs within a box, in a smaller size if they need more room. If even the smallest does not fit, the
 * flexible paragraph loses its last lines.
 */
function drawBlock(
  canvas: PdfCanvas,
  paragraphs: { text: string; style: Style; isFlexible?: boolean }[],
  { top, bottom, room }: { top: number; bottom: number; room: number },
) {
  let lines: { text: string; style: Style; isFlexible: boolean | undefined }[] = [];
  const heightOf = () => lines.reduce((sum, { style }) => sum + style.size * lineSpacing, 0);
  for (const scale of [1, 0.88, 0.76, 0.64, 0.52]) {
    lines = paragraphs.flatMap(({ text, style, isFlexible }) => {
      const scaled = { ...style, size: style.size * scale };
      return canvas.wrap(text, room, scaled).map((line) => ({ text: line, style: scaled, isFlexible }));
    });
    if (heightOf() <= bottom - top) break;
  }
  while (heightOf() > bottom - top && lines.length > 1) {
    const last = lines.findLastIndex(({ isFlexible }) => isFlexible);
    lines.splice(last, 1);
  }
  let y = top;
  for (const { text, style } of lines) {
    y += style.size * lineSpacing;
    canvas.write(text, left, y - style.size * 0.3, style);
  }
}

function drawLine({ doc }: PdfCanvas, y: number) {
  doc.moveTo(left, y).lineTo(right, y).lineWidth(0.8).stroke(ink);
}
