import type { AdminOrder } from '../../../shared/contract/orders.ts';
import {
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
  strong,
  wash,
  writeLine,
} from './style.ts';
import { createCanvas, type PdfCanvas, type Style } from './text.ts';

const shopStyle: Style = { face: 'title', size: 20, colour: ink };
const nameStyle: Style = { face: 'strong', size: 14, colour: ink };
const addressStyle: Style = { size: 11, colour: ink };
const countStyle: Style = { face: 'strong', size: 12, colour: ink };

const boxX = page.left + 6;
const countX = page.left + 62;
const itemX = page.left + 78;
const skuX = page.right - 6;

/** Draws the packing slip: the units and the delivery address, without prices. */
export async function renderPackingSlip(order: AdminOrder, shopName: string): Promise<Buffer> {
  const canvas = createCanvas({
    title: `Packing slip ${order.order_number}`,
    author: shopName,
    date: new Date(order.updatedAt),
  });
  let y = drawHead(canvas, order, shopName);
  y = drawAddress(canvas, order, y + 20);
  drawItems(canvas, order, y + 14);
  drawEveryPage(canvas, order);
  return canvas.finish();
}

/** The units still to be shipped, without refunded ones. */
const itemsOf = ({ cart_items }: AdminOrder) =>
  cart_items
    .map((item) => ({ ...item, quantity: item.quantity - item.refundedQuantity }))
    .filter(({ quantity }) => quantity > 0);

const quantityText = (order: AdminOrder) => itemsOf(order).reduce((sum, { quantity }) => sum + quantity, 0);

function refundNote({ refundState, cart_items }: AdminOrder): string {
  if (refundState === 'refunded') return 'Refunded: do not ship';
  const isShort = cart_items.some(({ refundedQuantity }) => refundedQuantity > 0);
  return isShort ? 'Without refunded items' : '';
}

function drawHead(canvas: PdfCanvas, order: AdminOrder, shopName: string): number {
  let left = page.top + 18;
  for (const text of canvas.wrap(shopName, 280, shopStyle).slice(0, 2)) {
    canvas.write(text, page.left, left, shopStyle);
    left += 23;
  }
  const title: Style = { face: 'title', size: 17, colour: indigo };
  canvas.write('Packing slip', page.right, page.top + 18, title, 'right');
  const units = quantityText(order);
  let right = page.top + 36;
  for (const text of [
    `Order ${order.order_number} of ${day(order.createdAt)}`,
    `${units} ${units === 1 ? 'unit' : 'units'}`,
    ...(refundNote(order) ? [refundNote(order)] : []),
  ]) {
    canvas.write(text, page.right, right, strong, 'right');
    right += 13;
  }
  return drawBorder(canvas, Math.max(left - 8, right));
}

function drawAddress(canvas: PdfCanvas, order: AdminOrder, top: number): number {
  const { shippingAddress: to, customer, courier, trackingNumber } = order;
  const room = 330;
  let y = top;
  canvas.write(to ? 'DELIVER TO' : 'CUSTOMER', page.left, y, label);
  y += 18;
  for (const text of canvas.wrap(to?.name ?? customer.name, room, nameStyle)) {
    canvas.write(text, page.left, y, nameStyle);
    y += 17;
  }
  const rows = to
    ? [to.address, `${to.city} ${to.postalCode}`, `${to.state}, ${to.country}`]
    : [customer.email];
  for (const row of [...rows, customer.mobile && `Phone: ${customer.mobile}`].filter(Boolean)) {
    for (const text of canvas.wrap(row, room, addressStyle)) {
      canvas.write(text, page.left, y, addressStyle);
      y += 15;
    }
  }
  let side = top;
  for (const [name, value] of [
    ['COURIER', courier],
    ['TRACKING NUMBER', trackingNumber],
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

function drawItems(canvas: PdfCanvas, order: AdminOrder, top: number): void {
  let y = drawColumns(canvas, top);
  for (const { product_id, variant, sku, quantity } of itemsOf(order)) {
    const name = canvas.wrap(product_id.name, 270, strong);
    const detail = variant ? canvas.wrap(variant, 270, body) : [];
    const code = canvas.wrap(sku, 130, body);
    const height = 14 + 11 * Math.max(name.length + detail.length, code.length);
    if (y + height > page.bottom - 26) {
      canvas.doc.addPage();
      y = drawColumns(canvas, page.top + 8);
    }
    let at = y + 15;
    canvas.doc
      .rect(boxX, at - 8, 10, 10)
      .lineWidth(0.8)
      .stroke(ink);
    canvas.write(`${quantity} ×`, countX, at + 0.5, countStyle, 'right');
    for (const [i, text] of code.entries()) canvas.write(text, skuX, at + 11 * i, body, 'right');
    for (const text of name) at = writeLine(canvas, text, itemX, at, strong);
    for (const text of detail) at = writeLine(canvas, text, itemX, at, body);
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

function drawEveryPage(canvas: PdfCanvas, order: AdminOrder): void {
  const { count } = canvas.doc.bufferedPageRange();
  for (let i = 0; i < count; i++) {
    canvas.doc.switchToPage(i);
    hairline(canvas, page.bottom - 12);
    canvas.write(`Order ${order._id}`, page.left, page.bottom, note);
    if (count > 1) canvas.write(`Page ${i + 1} of ${count}`, page.right, page.bottom, note, 'right');
    if (order.is_test) drawTestMark(canvas);
  }
}
