import { placeLines } from '../../../shared/contact/address-lines.ts';
import { orderNumber } from '../../../shared/orders/order-number.ts';
import {
  amountInRupees,
  body,
  createCanvas,
  day,
  drawBorder,
  drawEach,
  drawTestMark,
  hairline,
  indigo,
  ink,
  label,
  note,
  type PdfCanvas,
  page,
  type Style,
  strong,
  wash,
  writeLine,
} from '../../pdf/pdf.ts';
import { infoOf, type Parcel } from './parcels.ts';

const shopStyle: Style = { face: 'title', size: 20, colour: ink };
const nameStyle: Style = { face: 'strong', size: 14, colour: ink };
const addressStyle: Style = { size: 11, colour: ink };
const countStyle: Style = { face: 'strong', size: 12, colour: ink };

const boxX = page.left + 6;
const countX = page.left + 62;
const itemX = page.left + 78;
const skuX = page.right - 6;

/**
 * Draws a packing slip for each parcel from a new page: the units, the delivery address and what the courier collects
 * on delivery, without prices.
 */
export function renderPackingSlips(parcels: Parcel[], shopName: string): Buffer {
  const canvas = createCanvas(infoOf('Packing slip', parcels, shopName));
  drawEach(canvas, parcels, (on, parcel) => drawPackingSlip(on, parcel, shopName));
  return canvas.finish();
}

function drawPackingSlip(canvas: PdfCanvas, parcel: Parcel, shopName: string) {
  const first = canvas.doc.bufferedPageRange().count - 1;
  let y = drawHead(canvas, parcel, shopName);
  y = drawAddress(canvas, parcel, y + 20);
  y = drawTexts(canvas, parcel, y);
  drawItems(canvas, parcel, y + 14);
  drawEveryPage(canvas, parcel, first);
}

const unitsOf = ({ items }: Parcel) => items.reduce((sum, { quantity }) => sum + quantity, 0);

function noteOf({ refundState, items, number, of }: Parcel): string {
  if (refundState === 'refunded') return 'Refunded: do not ship';
  if (number > 0 && of > 1) return `Shipment ${number}`;
  return items.some(({ isShort }) => isShort) ? 'Without refunded items' : '';
}

function drawHead(canvas: PdfCanvas, parcel: Parcel, shopName: string): number {
  let left = page.top + 18;
  for (const text of canvas.wrap(shopName, 280, shopStyle).slice(0, 2)) {
    canvas.write(text, page.left, left, shopStyle);
    left += 23;
  }
  const title: Style = { face: 'title', size: 17, colour: indigo };
  canvas.write('Packing slip', page.right, page.top + 18, title, 'right');
  const units = unitsOf(parcel);
  let right = page.top + 36;
  for (const text of [
    `Order ${orderNumber(parcel.id)} of ${day(parcel.createdAt.toISOString())}`,
    `${units} ${units === 1 ? 'unit' : 'units'}`,
    ...(noteOf(parcel) ? [noteOf(parcel)] : []),
  ]) {
    canvas.write(text, page.right, right, strong, 'right');
    right += 13;
  }
  return drawBorder(canvas, Math.max(left - 8, right));
}

function drawAddress(canvas: PdfCanvas, parcel: Parcel, top: number): number {
  const { shipping: to, name: buyer, email, mobile, courier, trackingNumber, codState, codPaise } = parcel;
  const room = 330;
  let y = top;
  canvas.write(to ? 'DELIVER TO' : 'CUSTOMER', page.left, y, label);
  y += 18;
  for (const text of canvas.wrap(to?.name ?? buyer, room, nameStyle)) {
    canvas.write(text, page.left, y, nameStyle);
    y += 17;
  }
  const rows = to ? [to.address].concat(placeLines(to)) : [email];
  for (const row of [...rows, mobile && `Phone: ${mobile}`].filter(Boolean)) {
    for (const text of canvas.wrap(row, room, addressStyle)) {
      canvas.write(text, page.left, y, addressStyle);
      y += 15;
    }
  }
  let side = top;
  for (const [name, value] of [
    ['COURIER', courier],
    ['TRACKING NUMBER', trackingNumber],
    ['CASH ON DELIVERY', codState && codPaise > 0 ? amountInRupees(codPaise) : ''],
  ] as const) {
    if (!value) continue;
    canvas.write(name, page.right - 170, side, label);
    side += 13;
    for (const text of canvas.wrap(value, 170, strong))
      side = writeLine(canvas, text, page.right - 170, side, strong);
    side += 6;
  }
  return Math.max(y, side);
}

/** The note and the gift message of the buyer, each as one paragraph. */
function drawTexts(canvas: PdfCanvas, { buyerNote, giftMessage }: Parcel, top: number): number {
  let y = top;
  for (const [name, text] of [
    ['ORDER NOTE', buyerNote],
    ['GIFT MESSAGE', giftMessage],
  ] as const) {
    if (!text) continue;
    y += 12;
    canvas.write(name, page.left, y, label);
    y += 13;
    for (const row of canvas.wrap(text.replaceAll('\n', ' '), page.right - page.left, body))
      y = writeLine(canvas, row, page.left, y, body);
  }
  return y;
}

function drawItems(canvas: PdfCanvas, parcel: Parcel, top: number): void {
  let y = drawColumns(canvas, top);
  for (const { name: product, variantLabel, sku, shelfCode, quantity } of parcel.items) {
    const name = canvas.wrap(product, 270, strong);
    const detail = variantLabel ? canvas.wrap(variantLabel, 270, body) : [];
    const code = [...canvas.wrap(sku, 130, body), ...(shelfCode ? [`Shelf ${shelfCode}`] : [])];
    const height = 14 + 11 * Math.max(name.length + detail.length, code.length);
    if (y + height > page.bottom - 26) {
      canvas.doc.addPage();
      y = drawColumns(canvas, page.top + 8);
    }
    let lineY = y + 15;
    canvas.doc
      .rect(boxX, lineY - 8, 10, 10)
      .lineWidth(0.8)
      .stroke(ink);
    canvas.write(`${quantity} ×`, countX, lineY + 0.5, countStyle, 'right');
    for (const [i, text] of code.entries()) canvas.write(text, skuX, lineY + 11 * i, body, 'right');
    for (const text of name) lineY = writeLine(canvas, text, itemX, lineY, strong);
    for (const text of detail) lineY = writeLine(canvas, text, itemX, lineY, body);
    y += height;
    hairline(canvas, y);
  }
}

function drawColumns(canvas: PdfCanvas, top: number): number {
  const head: Style = { face: 'strong', size: 7.5, colour: ink };
  canvas.doc.rect(page.left, top, page.right - page.left, 20).fill(wash);
  canvas.write('Qty', countX, top + 13, head, 'right');
  canvas.write('Item', itemX, top + 13, head);
  canvas.write('SKU', skuX, top + 13, head, 'right');
  return top + 20;
}

function drawEveryPage(canvas: PdfCanvas, { id, isTest }: Parcel, first: number): void {
  const count = canvas.doc.bufferedPageRange().count - first;
  for (let i = 0; i < count; i++) {
    canvas.doc.switchToPage(first + i);
    hairline(canvas, page.bottom - 12);
    canvas.write(`Order ${id}`, page.left, page.bottom, note);
    if (count > 1) canvas.write(`Page ${i + 1} of ${count}`, page.right, page.bottom, note, 'right');
    if (isTest) drawTestMark(canvas);
  }
}
