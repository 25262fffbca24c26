import { stateTaxName } from '../../shared/contact/indian-states.ts';
import {
  amount,
  amountInRupees,
  body,
  hairline,
  indigo,
  label,
  note,
  type PdfCanvas,
  page,
  percent,
  type Style,
  strong,
  writeLine,
} from '../pdf/pdf.ts';
import type { InvoiceContent } from './invoice-content.ts';

type Amounts = { cgstPaise: number; sgstPaise: number; igstPaise: number };

/** The taxes of a document by name. */
function taxesOf({ tax, placeOfSupply }: InvoiceContent): [string, keyof Amounts][] {
  if (tax === 'none') return [];
  if (tax === 'integrated') return [['IGST', 'igstPaise']];
  return [
    ['CGST', 'cgstPaise'],
    [stateTaxName(placeOfSupply.name), 'sgstPaise'],
  ];
}

/** Draws the totals, the amount in words, the payment and the tax by rate. */
export function drawTotals(canvas: PdfCanvas, content: InvoiceContent, top: number) {
  const taxed = content.tax !== 'none' && content.summary.length > 0;
  const height = 110 + (taxed ? 40 + 13 * Math.min(content.summary.length, 12) : 0);
  let start = top;
  if (top + height > page.bottom - 26) {
    canvas.doc.addPage();
    start = page.top + 8;
  }
  const end = Math.max(drawSums(canvas, content, start + 18), drawWords(canvas, content, start + 18));
  if (taxed) drawSummary(canvas, content, end + 10);
}

function drawSums(canvas: PdfCanvas, content: InvoiceContent, top: number): number {
  const { tax, totals } = content;
  const taxes = taxesOf(content).map(([name, key]) => [name, totals[key]] as const);
  const { giftCardPaise = 0, roundingPaise = 0 } = totals;
  const rows = [
    ...(tax === 'none' ? [] : [['Taxable value', totals.taxablePaise] as const, ...taxes]),
    ...(giftCardPaise > 0 ? [['Gift cards (not taxed)', giftCardPaise] as const] : []),
    ...(roundingPaise === 0 ? [] : [['Rounding', roundingPaise] as const]),
  ];
  let y = top;
  for (const [name, value] of rows) {
    canvas.write(name, 400, y, body);
    canvas.write(amount(value), page.right - 5, y, body, 'right');
    y += 14;
  }
  const style: Style = { face: 'strong', size: 10.5, colour: '#FFFFFF' };
  canvas.doc.rect(390, y - 8, page.right - 390, 24).fill(indigo);
  canvas.write('Total', 400, y + 8, style);
  canvas.write(amountInRupees(totals.totalPaise), page.right - 5, y + 8, style, 'right');
  return y + 30;
}

function drawWords(canvas: PdfCanvas, content: InvoiceContent, top: number): number {
  canvas.write('AMOUNT IN WORDS', page.left, top, label);
  let y = top + 12;
  for (const text of canvas.wrap(content.totalWords, 320, body)) {
    y = writeLine(canvas, text, page.left, y, body);
  }
  if (content.paymentId) {
    canvas.write('PAYMENT', page.left, y + 7, label);
    y = writeLine(canvas, content.paymentId, page.left, y + 19, body);
  }
  const inclusive = 'Rates and amounts include all taxes. Tax is not payable under reverse charge.';
  const remark = content.tax === 'none' ? 'Rates and amounts include all taxes.' : inclusive;
  return writeLine(canvas, remark, page.left, y + 5, note) + 8;
}

function drawSummary(canvas: PdfCanvas, content: InvoiceContent, top: number) {
  const { summary, totals } = content;
  const taxes = taxesOf(content);
  const middle = taxes.length === 2 ? [350, 440] : [420];
  const xs = [page.left + 50, taxes.length === 2 ? 250 : 280, ...middle, page.right - 5];
  const taxPaise = totals.cgstPaise + totals.sgstPaise + totals.igstPaise;
  const cells = (name: string, sum: InvoiceContent['summary'][number]) =>
    [name].concat([sum.taxablePaise, ...taxes.map(([, key]) => sum[key]), sum.taxPaise].map(amount));
  const rows: [string[], Style][] = [
    [['GST rate', 'Taxable value', ...taxes.map(([name]) => name), 'Total tax'], note],
    ...summary.map((sum): [string[], Style] => [cells(percent(sum.gstTenths), sum), body]),
    [cells('Total', { ...totals, taxPaise, gstTenths: 0 }), strong],
  ];
  canvas.write('TAX SUMMARY', page.left, top, label);
  hairline(canvas, top + 7);
  let y = top + 20;
  for (const [row, style] of rows) {
    if (y > page.bottom - 20) {
      canvas.doc.addPage();
      y = page.top + 14;
    }
    for (const [i, cell] of row.entries()) canvas.write(cell, xs[i] ?? 0, y, style, 'right');
    y += 13;
  }
}
