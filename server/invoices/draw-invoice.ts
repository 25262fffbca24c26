import {
  body,
  createCanvas,
  createPart,
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
  writeLine,
} from '../pdf/pdf.ts';
import type { InvoiceContent } from './invoice-content.ts';
import { drawTable } from './table.ts';
import { drawTotals } from './totals.ts';

/** Draws an invoice from its stored content alone (contract §3). The same content gives the same bytes. */
export function renderInvoice(content: InvoiceContent): Buffer {
  const canvas = createCanvas({
    title: `${content.title} ${content.code}`,
    author: content.seller.legalName || content.seller.shopName,
    date: new Date(content.issuedAt),
  });
  drawInvoice(canvas, content);
  return canvas.finish();
}

/** The same of several invoices, one after another, each from a new page. For a print job. */
export function renderInvoices(contents: InvoiceContent[]): Buffer {
  const canvas = createPart();
  drawEach(canvas, contents, drawInvoice);
  return canvas.finish();
}

function drawInvoice(canvas: PdfCanvas, content: InvoiceContent) {
  const first = canvas.doc.bufferedPageRange().count - 1;
  let y = drawMasthead(canvas, content);
  y = drawParties(canvas, content, y);
  y = drawEndorsement(canvas, content, y);
  y = drawTable(canvas, content, y);
  drawTotals(canvas, content, y);
  drawEveryPage(canvas, content, first);
}

function drawMasthead(canvas: PdfCanvas, content: InvoiceContent): number {
  const { seller } = content;
  let left = page.top + 20;
  const { lines, style } = fitName(canvas, seller.shopName);
  for (const text of lines) {
    canvas.write(text, page.left, left, style);
    left += style.size * 1.12;
  }
  canvas.write(
    content.title,
    page.right,
    page.top + 18,
    { face: 'title', size: 17, colour: indigo },
    'right',
  );
  const facts: [string, string][] = [
    [content.kind === 'credit_note' ? 'Credit note no.' : 'Invoice no.', content.code],
    ['Date', day(content.issuedAt)],
    ...(content.against ? [against(content.against)] : []),
    ['Order', `${content.orderNumber} of ${day(content.orderedAt)}`],
  ];
  let right = page.top + 37;
  const names = page.right - Math.max(...facts.map(([, value]) => canvas.width(value, strong))) - 12;
  for (const [name, value] of facts) {
    canvas.write(value, page.right, right, strong, 'right');
    canvas.write(name, names, right, note, 'right');
    right += 13;
  }
  return drawBorder(canvas, Math.max(left - style.size / 2, right));
}

function fitName(canvas: PdfCanvas, name: string): { lines: string[]; style: Style } {
  const [large, small] = [24, 15].map((size): Style => ({ face: 'title', size, colour: ink })) as [
    Style,
    Style,
  ];
  const lines = canvas.wrap(name, 280, large);
  return lines.length <= 2 ? { lines, style: large } : { lines: canvas.wrap(name, 280, small), style: small };
}

function drawParties(canvas: PdfCanvas, content: InvoiceContent, top: number): number {
  const { seller, buyer, delivery, placeOfSupply } = content;
  const supply = placeOfSupply.code ? `${placeOfSupply.name} (${placeOfSupply.code})` : placeOfSupply.name;
  const columns: [string, string, (string | undefined)[]][] = [
    [
      'Sold by',
      seller.legalName || seller.shopName,
      [
        seller.address,
        seller.state && `State: ${seller.state}`,
        seller.gstin && `GSTIN: ${seller.gstin}`,
        seller.email,
        seller.mobile,
      ],
    ],
    [
      'Billed to',
      buyer.business?.name ?? buyer.name,
      [
        buyer.business && buyer.name,
        buyer.business && `GSTIN: ${buyer.business.gstin}`,
        buyer.email,
        buyer.mobile,
        supply && `Place of supply: ${supply}`,
      ],
    ],
  ];
  if (delivery) {
    const town = `${delivery.city} ${delivery.postalCode}`;
    columns.push([
      'Delivered to',
      delivery.name,
      [delivery.address, town, `${delivery.state}, ${delivery.country}`],
    ]);
  }
  const room = (page.right - page.left) / 3;
  const ends = columns.map(([heading, name, rows], i) => {
    const x = page.left + i * room;
    let y = top + 16;
    canvas.write(heading.toUpperCase(), x, y, label);
    y += 13;
    for (const text of canvas.wrap(name, room - 16, strong)) y = writeLine(canvas, text, x, y, strong);
    for (const row of rows) {
      if (!row) continue;
      for (const text of canvas.wrap(row, room - 16, body)) y = writeLine(canvas, text, x, y, body);
    }
    return y;
  });
  return Math.max(...ends) + 2;
}

/** The words that an invoice of a supply to a Special Economic Zone must carry (CGST Rules, rule 46). */
const sezEndorsement =
  'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax';

function drawEndorsement(canvas: PdfCanvas, content: InvoiceContent, top: number): number {
  const { tax, buyer, summary } = content;
  // Gift cards are no supply.
  if (!buyer.business?.isSez || tax !== 'integrated' || summary.length === 0) return top;
  return writeLine(canvas, sezEndorsement, page.left, top + 8, strong) + 2;
}

/** Writes what every page of the invoice has; `first` is the index of its first page. */
function drawEveryPage(canvas: PdfCanvas, content: InvoiceContent, first: number) {
  const count = canvas.doc.bufferedPageRange().count - first;
  const what = content.kind === 'credit_note' ? 'credit note' : 'invoice';
  for (let i = 0; i < count; i++) {
    canvas.doc.switchToPage(first + i);
    hairline(canvas, page.bottom - 12);
    canvas.write(
      `This is a computer-generated ${what} and needs no signature.`,
      page.left,
      page.bottom,
      note,
    );
    const place = count > 1 ? `${content.code} · page ${i + 1} of ${count}` : content.code;
    canvas.write(place, page.right, page.bottom, note, 'right');
    if (i > 0)
      canvas.write(`${content.seller.shopName} · ${content.title} ${content.code}`, page.left, 32, note);
    if (content.isTest) drawTestMark(canvas);
  }
}

function against(invoice: { code: string; issuedAt: string }): [string, string] {
  return ['Against invoice', `${invoice.code} of ${day(invoice.issuedAt)}`];
}
