import type { ImportJob, ImportPlan } from '../../../shared/contract/catalogue-jobs.ts';
import type { Actor, Deps } from '../../deps.ts';
import { badField, forbidden, notFound, ShopError } from '../../errors.ts';
import * as queries from './import-queries.ts';
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

/** The job `import`: goes on where it was left, one product after another. */
export async function runImport(deps: Deps, importId: string): Promise<void> {
  const lost = new Set<string>();
  const began = Date.now();
  while (Date.now() - began < turnMs) {
    const next = await queries.findNext(deps.db, importId);
    if (!next) return;
    const { item, done, userId } = next;
    if (!item) return queries.finishImport(deps.db, importId);
    const { line, name } = item;
    const step: { failures: queries.ImportNote[]; notes: queries.ImportNote[] } = { failures: [], notes: [] };
    try {
      const notes = await writeItem(deps, { kind: 'admin', userId, address: '' }, item, lost);
      step.notes = notes.map((message) => ({ line, name, message }));
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      step.failures = [{ line, name, message: error.message }];
    }
    if (!(await queries.advanceImport(deps.db, importId, { done, ...step }))) return;
  }
  await deps.jobs.enqueue(deps.db, 'import', { importId });
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
