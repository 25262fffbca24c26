import { apportion, proportion, taxOfPart } from '../../shared/money.ts';
import {
  giftCardLine,
  type InvoiceContent,
  type InvoiceLine,
  summarise,
  sumTax,
  type Tax,
  totalsOf,
} from './invoice-content.ts';
import { rupeeWords } from './rupee-words.ts';

/** A part of one invoice line, in paise: a number of units, or only a part of the price (`quantity` 0). */
export type NoteShare = { line: number; quantity: number; amountPaise: number };

/** What no credit note has reversed yet of an invoice line, in paise. */
export type LineLeft = Tax & { linePaise: number };

/**
 * The content of a credit note over these shares of an invoice (decision 16). Each share must be within the remainder
 * that earlier notes left of its line. Once everything is reversed, every tax of the notes adds up to that of the
 * invoice to the paisa.
 */
export function creditNoteContent(input: {
  invoice: InvoiceContent;
  earlier: InvoiceContent[];
  shares: NoteShare[];
  code: string;
  issuedAt: Date;
}): InvoiceContent {
  const { invoice, earlier, shares } = input;
  const left = linesLeft(invoice, earlier);
  const lines = shares.flatMap((share) => {
    const invoiced = invoice.lines[share.line];
    const now = left[share.line];
    if (!invoiced || !now) return [];
    const line = noteLine(invoiced, now, share);
    left[share.line] = less(now, line);
    return [line];
  });
  const totals = totalsOf(lines);
  return {
    ...invoice,
    kind: 'credit_note',
    title: 'Credit Note',
    code: input.code,
    issuedAt: input.issuedAt.toISOString(),
    against: { code: invoice.code, issuedAt: invoice.issuedAt },
    lines,
    summary: summarise(lines),
    totals,
    totalWords: rupeeWords(totals.totalPaise),
  };
}

/** What earlier credit notes left of each line of an invoice. */
export function linesLeft(invoice: InvoiceContent, earlier: InvoiceContent[]): LineLeft[] {
  const left = invoice.lines.map((line): LineLeft => line);
  for (const line of earlier.flatMap(({ lines }) => lines)) {
    for (const [index, part] of line.line === undefined
      ? oldParts(invoice, left, line)
      : [[line.line, line] as const]) {
      const now = left[index];
      if (now) left[index] = less(now, part);
    }
  }
  return left;
}

/**
 * The lines as printed, without rounding, which is beside the total: shares of prices without units are combined into one
 * line per tax rate, or a single line if no tax is charged.
 */
export function printedLines({ kind, lines, tax, against }: InvoiceContent): InvoiceLine[] {
  const printed = lines.filter(({ isRounding }) => !isRounding);
  const isShare = (line: InvoiceLine) => kind === 'credit_note' && line.quantity === 0;
  const groups = Map.groupBy(printed.filter(isShare), ({ gstTenths, isGiftCard }) =>
    isGiftCard ? 'gift card' : tax === 'none' ? 0 : gstTenths,
  );
  const grouped = [...groups].map(([group, own]): InvoiceLine => {
    const gstTenths = group === 'gift card' ? 0 : group;
    const linePaise = own.reduce((sum, line) => sum + line.linePaise, 0);
    const [hsn = '', ...others] = new Set(own.map((line) => line.hsn));
    return {
      name: `Refund against invoice ${against?.code}`,
      variant: '',
      sku: '',
      hsn: others.length === 0 ? hsn : '',
      gstTenths,
      quantity: 0,
      unitPaise: 0,
      linePaise,
      ...(group === 'gift card' ? giftCardLine : sumTax(own)),
    };
  });
  return [
    ...printed.filter((line) => !isShare(line)),
    ...grouped.toSorted((a, b) => a.gstTenths - b.gstTenths),
  ];
}

function noteLine(invoiced: InvoiceLine, left: LineLeft, share: NoteShare): InvoiceLine {
  const { line, quantity, amountPaise } = share;
  if (invoiced.isRounding) return { ...invoiced, line, linePaise: amountPaise };
  return {
    ...invoiced,
    line,
    quantity,
    unitPaise: proportion(amountPaise, 1, quantity),
    linePaise: amountPaise,
    ...(invoiced.isGiftCard ? giftCardLine : taxOf(left, amountPaise)),
  };
}

/** The proportional taxes of a part of the remainder; a part that is the whole remainder has exactly its taxes. */
function taxOf(left: LineLeft, linePaise: number): Tax {
  const taxes = {
    cgstPaise: taxOfPart(left.cgstPaise, linePaise, left.linePaise, 2),
    sgstPaise: taxOfPart(left.sgstPaise, linePaise, left.linePaise, 2),
    igstPaise: taxOfPart(left.igstPaise, linePaise, left.linePaise, 1),
  };
  return { ...taxes, taxablePaise: linePaise - taxes.cgstPaise - taxes.sgstPaise - taxes.igstPaise };
}

const less = (left: LineLeft, part: LineLeft): LineLeft => ({
  linePaise: left.linePaise - part.linePaise,
  taxablePaise: left.taxablePaise - part.taxablePaise,
  cgstPaise: left.cgstPaise - part.cgstPaise,
  sgstPaise: left.sgstPaise - part.sgstPaise,
  igstPaise: left.igstPaise - part.igstPaise,
});

/**
 * Distributes a line of an older credit note, which names a tax rate but no invoice line, over the invoice lines of
 * that rate in proportion to their remainders.
 */
function oldParts(invoice: InvoiceContent, left: LineLeft[], line: InvoiceLine): [number, LineLeft][] {
  const ofRate = (index: number) =>
    invoice.tax === 'none' || invoice.lines[index]?.gstTenths === line.gstTenths;
  const amounts = apportion(
    line.linePaise,
    left.map(({ linePaise }, index) => (ofRate(index) ? linePaise : 0)),
  );
  let rest: LineLeft = line;
  return amounts.map((linePaise, index) => {
    const part = { linePaise, ...taxOf(rest, linePaise) };
    rest = less(rest, part);
    return [index, part];
  });
}
