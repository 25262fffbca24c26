import type { ImportJob, ImportPlan } from '../../../shared/contract/catalogue-jobs.ts';
import { brokenConstraint } from '../../db/database.ts';
import type { Actor, Deps } from '../../deps.ts';
import { badField, forbidden, notFound, ShopError } from '../../errors.ts';
import * as queries from './import-queries.ts';
import type { ImportItem } from './item.ts';
import { planImport, sift } from './plan.ts';
import { readProducts } from './read.ts';
import { writeItem } from './write.ts';

/** Products from CSV files, ours and those of Shopify and WooCommerce. */
export function imports(deps: Deps, actor: Actor) {
  return {
    /** What a file would do, without doing it. 400 for a file that can't be read. */
    planImport: (text: string): Promise<ImportPlan> => planImport(deps, readProducts(text)),

    /** Notes the job and starts it; bad rows are among its failures from the start. */
    async startImport(text: string, fileName: string): Promise<ImportJob> {
      if (actor.kind !== 'admin') throw forbidden();
      const { good, bad } = sift(readProducts(text));
      if (good.length === 0) throw badField('file', 'There is no product in this file that can be imported');
      const { userId } = actor;
      const id = await queries.insertImport(deps.db, { userId, fileName, items: good, failures: bad });
      await deps.jobs.enqueue(deps.db, 'import', { importId: id });
      return this.getImport(id);
    },

    /** The progress of a job, what failed in it and what was left out. */
    async getImport(id: string): Promise<ImportJob> {
      const row = await queries.findImport(deps.db, id);
      if (!row) throw notFound('Import not found.');
      return present(row);
    },

    /** The latest jobs of this admin. */
    async listImports(): Promise<ImportJob[]> {
      if (actor.kind !== 'admin') throw forbidden();
      return (await queries.listImports(deps.db, actor.userId)).map(present);
    },
  };
}

/** After so long a job puts itself back into the queue, so that it never counts as hung. */
const turnMs = 60_000;
const atOnce = 20;

/** The job `import`: goes on where it was left, one product after another. */
export async function runImport(deps: Deps, importId: string): Promise<void> {
  const lost = new Set<string>();
  const began = Date.now();
  while (Date.now() - began < turnMs) {
    const batch = await queries.findNext(deps.db, importId, atOnce);
    if (!batch) return;
    const { next, userId } = batch;
    if (next.length === 0) return queries.finishImport(deps.db, importId);
    for (const [i, item] of next.entries()) {
      const step = await stepOf(deps, { kind: 'admin', userId, address: '' }, item, lost);
      if (!(await queries.advanceImport(deps.db, importId, { done: batch.done + i, ...step }))) return;
    }
  }
  await deps.jobs.enqueue(deps.db, 'import', { importId });
}

/** Writes one product; what went wrong is told, and stops nothing but itself. */
async function stepOf(deps: Deps, actor: Actor, item: ImportItem, lost: Set<string>) {
  const { line, name } = item;
  try {
    const notes = await writeItem(deps, actor, item, lost);
    return { failures: [], notes: notes.map((message) => ({ line, name, message })) };
  } catch (error) {
    const refused = error instanceof ShopError ? error.message : undefined;
    const message = refused ?? (brokenConstraint(error) && 'Something in this row can’t be stored');
    if (!message) throw error;
    return { failures: [{ line, name, message }], notes: [] };
  }
}

const present = (row: queries.ImportRow): ImportJob => ({
  _id: row.id,
  fileName: row.fileName,
  ...{ total: row.total, done: row.done, finished: row.finishedAt !== null },
  failures: row.failures.slice(0, 1000),
  notes: row.notes.slice(0, 1000),
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
