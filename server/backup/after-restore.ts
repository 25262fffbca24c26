import { endAllSessions } from '../accounts/accounts.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import { getSettings } from '../content/content.ts';
import { type Database, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { listSkippedAt, skipNumbers } from '../invoices/invoices.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { countRejectedByShop } from '../ledger/queries/refund-approval-queries.ts';
import { findUnmatchedPayments, findUnmatchedRefunds } from '../payments/payments.ts';
import { rejectWaitingRefunds } from '../refunds/refunds.ts';
import { indianTime } from './manifest.ts';
import * as queries from './queries.ts';

/**
 * At the first start after a restore: ends all sessions, rejects the refunds that wait for approval, skips the numbers
 * of invoices and credit notes that may have been used after the backup, and enqueues the job that asks the provider.
 * Does nothing at other starts.
 */
export async function prepareRestored(
  { db, jobs, say }: { db: Database; jobs: Jobs; say: (line: string) => void },
  now: Date,
): Promise<void> {
  const lines = await transaction(db, async (trx) => {
    const restores = await queries.lockUnprepared(trx);
    const prepared: string[] = [];
    for (const { id, backupAt } of restores) {
      const reason = `The backup of ${shown(backupAt)} was restored; the numbers may have been used after it`;
      const { seller } = await getSettings(trx);
      const skipped = await skipNumbers(trx, { ...seller, backupAt, now, reason });
      const sessions = await endAllSessions(trx, now);
      const rejected = await rejectWaitingRefunds(
        trx,
        `It may have been paid after the backup of ${shown(backupAt)}, which was restored. Request it again if it was not.`,
        now,
      );
      await queries.markPrepared(trx, id, now);
      await jobs.enqueue(trx, 'after-restore', {});
      prepared.push(
        `Restored the backup of ${shown(backupAt)}. Sessions ended: ${sessions}. Waiting refunds rejected: ${rejected}. Numbers skipped: ${skipped.join(', ')}.`,
      );
    }
    return prepared;
  });
  lines.forEach(say);
}

/** The job that completes a restore: records what the provider knows and the backup lacks, and raises an alert. */
export async function completeRestores(deps: Deps): Promise<void> {
  for (const { id, backupAt, preparedAt } of await queries.listUnasked(deps.db)) {
    if (!preparedAt) continue;
    const since = new Date(backupAt.getTime() - overlapMs);
    const { settled, withoutOrder } = await findUnmatchedPayments(deps, since);
    // After their payments.
    const refunds = await findUnmatchedRefunds(deps, since);
    const rejected = await countRejectedByShop(deps.db, preparedAt);
    const found = `Backup of ${shown(backupAt)}. From the payment provider: ${settled} payments and ${refunds} refunds recorded, ${withoutOrder} payments without an order. Rejected refunds that waited for approval: ${rejected}. Skipped numbers: ${(await listSkippedAt(deps.db, preparedAt)).join(', ')}.`;
    await transaction(deps.db, async (trx) => {
      await raiseAlert(trx, { kind: 'restored', subject: `restore ${id}`, detail: { found } });
      await queries.markAsked(trx, id, deps.clock.now());
    });
    deps.log.warn({ found }, 'the payment provider was asked after a restore');
  }
}

/** Banks confirm payments for up to five days. */
const overlapMs = 5 * 86_400_000;

/** `2026-11-22 02:00 (India)`. */
const shown = (time: Date) => `${indianTime(time).slice(0, 16).replace('T', ' ')} (India)`;
