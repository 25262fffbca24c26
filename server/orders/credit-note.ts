import { rupeeWords } from '../../shared/rupee-words.ts';
import type { InvoiceContent, InvoiceLine } from './invoice.ts';

type Sums = Omit<InvoiceContent['summary'][number], 'taxPaise'> & { linePaise: number };

/**
 * The content of a credit note: takes `amountPaise` of an invoice back (docs/decisions/credit-notes.md). With what
 * earlier notes took, never more than the invoice; once all is taken back, every tax of the notes adds up to that
 * of the invoice to the paisa.
 */
export function creditNoteContent(input: {
  invoice: InvoiceContent;
  earlier: InvoiceContent[];
  amountPaise: number;
  code: string;
  issuedAt: Date;
}): InvoiceContent {
  const { invoice, earlier, amountPaise } = input;
  const whole = earlier.length === 0 && amountPaise === invoice.totals.totalPaise;
  const left = invoice.tax === 'none' ? [untaxed(amountPaise)] : remaining(invoice, earlier);
  const lines = whole ? invoice.lines : partLines(invoice, left, amountPaise);
  const totals = { ...sum(lines), totalPaise: amountPaise };
  return {
    ...invoice,
    kind: 'credit_note',
    title: 'Credit Note',
    code: input.code,
    issuedAt: input.issuedAt.toISOString(),
    against: { code: invoice.code, issuedAt: invoice.issuedAt },
    lines,
    summary: byRate(lines).map(({ linePaise: _, ...sums }) => ({
      ...sums,
      taxPaise: sums.cgstPaise + sums.sgstPaise + sums.igstPaise,
    })),
    totals,
    totalWords: rupeeWords(amountPaise),
  };
}

/** Where no tax is charged there is one line, whatever the rates of the goods are. */
const untaxed = (linePaise: number): Sums => ({
  gstTenths: 0,
  linePaise,
  taxablePaise: linePaise,
  cgstPaise: 0,
  sgstPaise: 0,
  igstPaise: 0,
});

/** What of each tax rate no note has taken back yet. */
function remaining(invoice: InvoiceContent, earlier: InvoiceContent[]): Sums[] {
  const taken = new Map(
    byRate(earlier.flatMap(({ lines }) => lines)).map((sums) => [sums.gstTenths, sums] as const),
  );
  return byRate(invoice.lines)
    .map((sums) => {
      const gone = taken.get(sums.gstTenths);
      return {
        gstTenths: sums.gstTenths,
        linePaise: sums.linePaise - (gone?.linePaise ?? 0),
        taxablePaise: sums.taxablePaise - (gone?.taxablePaise ?? 0),
        cgstPaise: sums.cgstPaise - (gone?.cgstPaise ?? 0),
        sgstPaise: sums.sgstPaise - (gone?.sgstPaise ?? 0),
        igstPaise: sums.igstPaise - (gone?.igstPaise ?? 0),
      };
    })
    .filter(({ linePaise }) => linePaise > 0);
}

/** One line for each tax rate, in proportion to what is left of it. */
function partLines(invoice: InvoiceContent, left: Sums[], amountPaise: number): InvoiceLine[] {
  const parts = apportion(
    amountPaise,
    left.map(({ linePaise }) => linePaise),
  );
  return left
    .map((sums, i) => {
      const linePaise = parts[i] ?? 0;
      const share = (paise: number) => proportion(paise, linePaise, sums.linePaise);
      const taxes = {
        cgstPaise: share(sums.cgstPaise),
        sgstPaise: share(sums.sgstPaise),
        igstPaise: share(sums.igstPaise),
      };
      return {
        name: `Refund against invoice ${invoice.code}`,
        variant: '',
        sku: '',
        hsn: onlyHsn(invoice, sums.gstTenths),
        gstTenths: sums.gstTenths,
        quantity: 1,
        unitPaise: linePaise,
        linePaise,
        taxablePaise: linePaise - taxes.cgstPaise - taxes.sgstPaise - taxes.igstPaise,
        ...taxes,
      };
    })
    .filter(({ linePaise }) => linePaise > 0);
}

/** Splits an amount by weights: whole paise, the largest fractions first get what rounding left, sum exact. */
function apportion(amount: number, weights: number[]): number[] {
  const total = BigInt(weights.reduce((all, weight) => all + weight, 0));
  const shares = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight);
    return { at, whole: Number(product / total), rest: product % total };
  });
  let left = amount - shares.reduce((all, { whole }) => all + whole, 0);
  for (const share of shares.toSorted((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : a.at - b.at))) {
    if (left-- <= 0) break;
    share.whole++;
  }
  return shares.map(({ whole }) => whole);
}

/** `of` × part / whole, half up; exact for the whole. */
function proportion(of: number, part: number, whole: number): number {
  return Number((2n * BigInt(of) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

/** The HSN code where all goods of this rate share one. */
function onlyHsn(invoice: InvoiceContent, gstTenths: number): string {
  const taxed = invoice.tax !== 'none';
  const own = invoice.lines.filter((line) => !taxed || line.gstTenths === gstTenths);
  const codes = new Set(own.map(({ hsn }) => hsn));
  const [only] = codes;
  return codes.size === 1 && only ? only : '';
}

function byRate(lines: InvoiceLine[]): Sums[] {
  const rates = [...new Set(lines.map(({ gstTenths }) => gstTenths))].sort((a, b) => a - b);
  return rates.map((gstTenths) => {
    const own = lines.filter((line) => line.gstTenths === gstTenths);
    return { gstTenths, ...sum(own), linePaise: own.reduce((all, line) => all + line.linePaise, 0) };
  });
}

function sum(lines: InvoiceLine[]) {
  const sums = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };
  for (const line of lines) {
    sums.taxablePaise += line.taxablePaise;
    sums.cgstPaise += line.cgstPaise;
    sums.sgstPaise += line.sgstPaise;
    sums.igstPaise += line.igstPaise;
  }
  return sums;
}
