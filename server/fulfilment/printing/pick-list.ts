import {
  body,
  createPart,
  hairline,
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

/** One variant of a pick list: its units in all orders, and its picture as JPEG. */
export type PickRow = {
  name: string;
  variantLabel: string;
  sku: string;
  shelfCode: string;
  quantity: number;
  /** The number of orders that it is in. */
  orders: number;
  picture: Uint8Array | undefined;
};

type PickListHead = {
  shopName: string;
  /** When the job was started, in IST. */
  moment: string;
  orders: number;
  units: number;
  pages: number;
};

/** The rows of each page: the same number on all, so that the number of pages is known before the first one is drawn. */
export const rowsOfPage = 14;

const rowHeight = 48;
const top = page.top + 62;
const shelfX = page.left + 6;
const pictureX = page.left + 82;
const itemX = page.left + 132;
const quantityX = page.right - 34;
const title: Style = { face: 'title', size: 17, colour: ink };
const shelfStyle: Style = { face: 'strong', size: 13, colour: ink };
const quantityStyle: Style = { face: 'strong', size: 16, colour: ink };

/** Draws pages of a pick list, from the index `firstPage`, one for each list of rows. For a print job. */
export function renderPickList(pages: PickRow[][], head: PickListHead, firstPage: number): Buffer {
  const canvas = createPart();
  for (const [i, rows] of pages.entries()) {
    if (i > 0) canvas.doc.addPage();
    drawHead(canvas, head);
    for (const [index, row] of rows.entries()) drawRow(canvas, row, top + index * rowHeight);
    hairline(canvas, page.bottom - 12);
    canvas.write(`Page ${firstPage + i + 1} of ${head.pages}`, page.right, page.bottom, note, 'right');
  }
  return canvas.finish();
}

function drawHead(canvas: PdfCanvas, { shopName, moment, orders, units }: PickListHead) {
  canvas.write('Pick list', page.left, page.top + 16, title);
  const [name = ''] = canvas.wrap(shopName, 260, strong);
  canvas.write(name, page.right, page.top + 8, strong, 'right');
  const counts = `${units} ${units === 1 ? 'unit' : 'units'} for ${orders} ${orders === 1 ? 'order' : 'orders'}`;
  canvas.write(`${counts} · ${moment}`, page.right, page.top + 21, body, 'right');
  canvas.doc.rect(page.left, top - 26, page.right - page.left, 20).fill(wash);
  canvas.write('SHELF', shelfX, top - 13, label);
  canvas.write('ITEM', itemX, top - 13, label);
  canvas.write('UNITS', quantityX, top - 13, label, 'right');
}

function drawRow(canvas: PdfCanvas, row: PickRow, y: number) {
  const { doc } = canvas;
  const [shelf = '–', ...rest] = canvas.wrap(row.shelfCode, 70, shelfStyle);
  canvas.write(shelf, shelfX, y + 22, shelfStyle);
  if (rest[0]) canvas.write(rest[0], shelfX, y + 37, shelfStyle);
  if (row.picture)
    doc.image(Buffer.from(row.picture), pictureX, y + 3, {
      fit: [40, 40],
      align: 'center',
      valign: 'center',
    });
  const room = quantityX - 50 - itemX;
  let lineY = y + 14;
  for (const text of canvas.wrap(row.name, room, strong).slice(0, 2))
    lineY = writeLine(canvas, text, itemX, lineY, strong);
  const [detail = ''] = canvas.wrap([row.variantLabel, row.sku].filter(Boolean).join(' · '), room, body);
  canvas.write(detail, itemX, lineY, body);
  canvas.write(`${row.quantity}`, quantityX, y + 24, quantityStyle, 'right');
  const orders = `in ${row.orders} ${row.orders === 1 ? 'order' : 'orders'}`;
  canvas.write(orders, quantityX, y + 37, note, 'right');
  doc
    .rect(page.right - 18, y + 13, 13, 13)
    .lineWidth(0.8)
    .stroke(ink);
  hairline(canvas, y + rowHeight - 2);
}
