import type { Trx } from '../../db/database.ts';
import { financialYear, invoiceCode } from './invoice.ts';
import { takeNumber } from './queries.ts';

/** Credit notes are numbered apart from invoices. */
export const creditSeries = 'CN';
/** Test orders are numbered apart from real ones, without a year, so that no accountant mistakes them. */
export const testSeries = { invoice: 'TEST', credit_note: 'TEST-CN' };

/**
 * The next number for a document of an order: 'HT/26-27/000001' with the shop's prefix and the financial year
 * (IST), 'CN/26-27/000001' for a credit note, 'TEST-000001' and 'TEST-CN-000001' for those of a test order.
 */
export async function nextNumber(
  trx: Trx,
  kind: keyof typeof testSeries,
  { isTest, invoicePrefix = creditSeries, now }: { isTest: boolean; invoicePrefix?: string; now: Date },
) {
  const real = kind === 'invoice' ? realSeries(invoicePrefix) : creditSeries;
  const series = isTest ? testSeries[kind] : real;
  const year = isTest ? '' : financialYear(now);
  const number = await takeNumber(trx, series, year);
  const code = isTest ? testCode(series, number) : invoiceCode(series, year, number);
  return { series, year, number, code };
}

// Two kinds of documents in one series would leave gaps in both.
export const realSeries = (invoicePrefix: string) => (invoicePrefix === creditSeries ? 'INV' : invoicePrefix);

const testCode = (series: string, number: number) => `${series}-${String(number).padStart(6, '0')}`;
