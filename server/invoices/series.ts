import type { Trx } from '../db/database.ts';
import { financialYear, invoiceCode } from './invoice-content.ts';
import { takeNumber } from './queries.ts';

/** Credit notes are numbered apart from invoices. */
const creditSeries = 'CN';
/** Test orders are numbered apart from real ones, without a year, so that no accountant mistakes them. */
const testInvoices = 'TEST';
const testNotes = 'TEST-CN';
/** The series of documents about gift cards alone, which are no supply, with those of their credit notes. */
const giftCardSeries = { GC: 'GCN', GV: 'GVN', 'TEST-GC': 'TEST-GCN' };
const noteSeries = new Map(Object.entries(giftCardSeries));
const isOfNotes = (series: string) => [creditSeries, ...noteSeries.values()].includes(series);

/** All series of test orders. */
export const testSeries = [testInvoices, testNotes, 'TEST-GC', 'TEST-GCN'];

/** The series of an invoice. With gift cards alone it has its own, and another one if the prefix of the shop is that. */
export function seriesOfInvoice(kind: {
  isTest: boolean;
  invoicePrefix: string;
  isOfGiftCards: boolean;
}): string {
  const { isTest, invoicePrefix, isOfGiftCards } = kind;
  if (isOfGiftCards) return isTest ? 'TEST-GC' : invoicePrefix === 'GC' ? 'GV' : 'GC';
  return isTest ? testInvoices : realSeries(invoicePrefix);
}

/**
 * The series of a credit note against an invoice: of the same kind, which is a real one if the test order is from before
 * the test series.
 */
export function seriesOfNote(invoice: { series: string; isOfGiftCards: boolean }): string {
  const ofGiftCards = invoice.isOfGiftCards ? noteSeries.get(invoice.series) : undefined;
  return ofGiftCards ?? (testSeries.includes(invoice.series) ? testNotes : creditSeries);
}

/** The series of the next invoices and credit notes that are not of test orders: of goods, and of gift cards alone. */
export const realSeriesOf = (invoicePrefix: string): string[] =>
  [false, true].flatMap((isOfGiftCards) => {
    const series = seriesOfInvoice({ isTest: false, invoicePrefix, isOfGiftCards });
    return [series, seriesOfNote({ series, isOfGiftCards })];
  });

/**
 * The next number of a series: 'HT/26-27/000001' with the financial year (IST), or 'TEST-000001' of one of test orders.
 */
export async function nextNumber(trx: Trx, series: string, now: Date) {
  const isTest = testSeries.includes(series);
  const year = isTest ? '' : financialYear(now);
  const number = await takeNumber(trx, series, year);
  const code = isTest ? testCode(series, number) : invoiceCode(series, year, number);
  return { series, year, number, code };
}

// Two kinds of documents in one series would leave gaps in both.
const realSeries = (invoicePrefix: string) => (isOfNotes(invoicePrefix) ? 'INV' : invoicePrefix);

const testCode = (series: string, number: number) => `${series}-${String(number).padStart(6, '0')}`;
