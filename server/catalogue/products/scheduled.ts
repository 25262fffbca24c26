import { transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { updateProducts } from './edit-queries.ts';
import { findGstProblems } from './gst/required-gst.ts';
import { applyDueSales, listDueDrafts, lockDueDrafts } from './scheduled-queries.ts';

/** Variants and products of one transaction. */
const atOnce = 100;

/**
 * Job, every minute: gives variants the price of their scheduled sale when it begins, and their own one when it ends.
 * What an order costs does not depend on it (`sellingNow`). The feeds are written again if prices have changed.
 */
export async function applySales({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  let changed: number;
  do {
    changed = await transaction(db, async (trx) => {
      const count = await applyDueSales(trx, atOnce);
      if (count > 0) await jobs.enqueue(trx, 'feeds', {});
      return count;
    });
  } while (changed === atOnce);
}

/**
 * Job, every minute: makes drafts active whose time has come. One that lacks the HSN code or the GST rate that the shop
 * needs stays a draft until it has them.
 */
export async function publishDueDrafts({ db }: Pick<Deps, 'db'>): Promise<void> {
  const due = await listDueDrafts(db);
  for (let start = 0; start < due.length; start += atOnce)
    await transaction(db, async (trx) => {
      const drafts = await lockDueDrafts(trx, due.slice(start, start + atOnce));
      const changes = drafts.map(({ id, ...before }) => ({
        id,
        before,
        after: { ...before, status: 'active' as const },
      }));
      const refused = await findGstProblems(trx, changes);
      const ids = drafts.flatMap(({ id }) => (refused.has(id) ? [] : id));
      await updateProducts(trx, ids, { status: 'active', publishAt: null });
    });
}
