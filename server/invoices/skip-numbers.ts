import { recordAudit } from '../db/audit-log.ts';
import type { Database, Trx } from '../db/database.ts';
import { financialYear, invoiceCode } from './invoice-content.ts';
import * as queries from './queries.ts';
import { realSeriesOf, testSeries } from './series.ts';

/** The next number follows a multiple of this, so that the gap can be recognised as one. */
const block = 1000;
/** A shop may have sold more after the backup than in the same time before it. */
const growth = 3;

type Restore = { invoicePrefix: string; backupAt: Date; now: Date; reason: string };

/**
 * Skips the numbers of the current financial year that may have been used after a backup: to the end of a block, at
 * least 1,000 and three times as many as were used in the same time before the backup. Each range is in the audit log.
 * Numbers of test orders are not skipped. Returns the ranges (india §1.4).
 */
export async function skipNumbers(
  trx: Trx,
  { invoicePrefix, backupAt, now, reason }: Restore,
): Promise<string[]> {
  const year = financialYear(now);
  const from = new Date(2 * backupAt.getTime() - now.getTime());
  const skipped: string[] = [];
  for (const series of await listRealSeries(trx, invoicePrefix)) {
    const used = await queries.getLastNumber(trx, series, year);
    const issued = await queries.countIssued(trx, series, { from, to: backupAt });
    const last = Math.ceil((used + Math.max(block, growth * issued)) / block) * block;
    const range = { series, year, first: used + 1, last };
    await queries.insertSkipped(trx, { ...range, reason, skippedAt: now });
    const subject = describeRange(range);
    await recordAudit(trx, 'Shop', { action: 'order.skip-numbers', subject, detail: { reason } });
    skipped.push(subject);
  }
  return skipped;
}

/** The ranges that were skipped at this moment. */
export const listSkippedAt = async (db: Database, skippedAt: Date): Promise<string[]> =>
  (await queries.listSkipped(db, skippedAt)).map(describeRange);

/** The series in use, and those that the next sale and refund will use. */
async function listRealSeries(trx: Trx, invoicePrefix: string): Promise<string[]> {
  const used = (await queries.listSeries(trx)).filter((series) => !testSeries.includes(series));
  return [...new Set(used.concat(realSeriesOf(invoicePrefix)))].sort();
}

const describeRange = ({
  series,
  year,
  first,
  last,
}: {
  series: string;
  year: string;
  first: number;
  last: number;
}) => `${invoiceCode(series, year, first)} to ${invoiceCode(series, year, last)}`;
