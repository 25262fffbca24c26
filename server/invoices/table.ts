import { stateTaxName } from '../../shared/contact/indian-states.ts';
import {
  type Align,
  amount,
  body,
  hairline,
  ink,
  note,
  type PdfCanvas,
  page,
  percent,
  type Style,
  strong,
  wash,
  writeLine,
} from '../pdf/pdf.ts';
import { printedLines } from './credit-note.ts';
import type { InvoiceContent, InvoiceLine } from './invoice-content.ts';

type Column = {
  heading: string;
  x: number;
  align: Align;
  value: (line: InvoiceLine) => string;
};

const itemX = page.left + 20;

/**
 * Draws the lines of the invoice: the name in full width, the figures below. The header is repeated on every page.
 */
export function drawTable(canvas: PdfCanvas, content: InvoiceContent, top: number): number {
  const columns = tableColumns(content);
  const detailRoom = (columns[0]?.x ?? 0) - 36 - itemX;
  let y = drawHead(canvas, columns, top);
  for (const [i, line] of printedLines(content).entries()) {
    const name = canvas.wrap(line.name, page.right - itemX - 10, strong);
    const detail = [[line.variant, line.sku].filter(Boolean).join(' · '), ...termsOf(content, line)].flatMap(
      (text) => canvas.wrap(text, detailRoom, note),
    );
    const height = 9 + 11 * (name.length + Math.max(detail.length, 1));
    if (y + height > page.bottom - 26) {
      canvas.doc.addPage();
      y = drawHead(canvas, columns, page.top + 8);
    }
    let lineY = y + 13;
    canvas.write(`${i + 1}`, page.left + 5, lineY, body);
    for (const text of name) lineY = writeLine(canvas, text, itemX, lineY, strong);
    for (const column of columns) canvas.write(column.value(line), column.x, lineY, body, column.align);
    for (const text of detail) lineY = writeLine(canvas, text, itemX, lineY, note);
    y += height;
    hairline(canvas, y);
  }
  return y;
}

/**
 * The shares of the discount, of a free gift card, the delivery charge and the fee, with which quantity × rate makes the
 * amount.
 */
function termsOf(
  { kind }: InvoiceContent,
  { discountPaise, discountTitles, freePaise, shippingPaise, codFeePaise }: InvoiceLine,
): string[] {
  // The rate of a credit note is what was paid for a unit.
  if (kind === 'credit_note') return [];
  return [
    ...(discountPaise ? [`${discountName(discountTitles)} ${amount(discountPaise)}`] : []),
    ...(freePaise ? [`Discount (gift card) ${amount(freePaise)}`] : []),
    ...(shippingPaise ? [`Delivery ${amount(shippingPaise)}`] : []),
    ...(codFeePaise ? [`Cash on delivery fee ${amount(codFeePaise)}`] : []),
  ];
}

const discountName = (titles?: string[]) => (titles ? `Discount (${titles.join(', ')})` : 'Discount');

function drawHead(canvas: PdfCanvas, columns: Column[], top: number): number {
  const head: Style = { face: 'strong', size: 7.5, colour: ink };
  canvas.doc.rect(page.left, top, page.right - page.left, 20).fill(wash);
  canvas.write('#', page.left + 5, top + 13, head);
  canvas.write('Item', itemX, top + 13, head);
  for (const column of columns) canvas.write(column.heading, column.x, top + 13, head, column.align);
  return top + 20;
}

function tableColumns({ tax, placeOfSupply }: InvoiceContent): Column[] {
  const [hsn, quantity, rate] = xOfFigures[tax];
  const taxes: Record<InvoiceContent['tax'], Column[]> = {
    none: [],
    split: [
      figure('Taxable value', 380, (line) => amount(line.taxablePaise)),
      figure('GST', 406, (line) => percent(line.gstTenths)),
      figure('CGST', 453, (line) => amount(line.cgstPaise)),
      figure(stateTaxName(placeOfSupply.name), 500, (line) => amount(line.sgstPaise)),
    ],
    integrated: [
      figure('Taxable value', 424, (line) => amount(line.taxablePaise)),
      figure('GST', 450, (line) => percent(line.gstTenths)),
      figure('IGST', 498, (line) => amount(line.igstPaise)),
    ],
  };
  return [
    figure('HSN', hsn, (line) => line.hsn || '–'),
    figure('Qty', quantity, (line) => `${line.quantity}`),
    // Goodwill is of no units.
    figure('Rate', rate, (line) => (line.quantity === 0 ? '–' : amount(line.unitPaise))),
    ...taxes[tax],
    figure('Amount', page.right - 5, (line) => amount(line.linePaise)),
  ];
}

const xOfFigures = {
  none: [368, 402, 476],
  split: [240, 268, 323],
  integrated: [284, 312, 367],
} as const;

function figure(heading: string, x: number, value: Column['value']): Column {
  return { heading, x, align: 'right', value };
}
