import { createHash } from 'node:crypto';
import type { ImportArchive, ImportJob, ImportPlan } from '../../../shared/contract/catalogue-jobs.ts';
import { noteAdmin } from '../../db/admin-log.ts';
import { transaction } from '../../db/database.ts';
import type { Actor, Deps } from '../../deps.ts';
import { badField, forbidden, notFound } from '../../errors.ts';
import { type Arriving, dropArchive, keepArchive, openArchive, picturesIn } from './archives.ts';
import { gather, type Memory, type Ready } from './gather.ts';
import * as queries from './import-queries.ts';
import type { ImportItem } from './item.ts';
import { findKnown } from './pictures.ts';
import { planImport, sift } from './plan.ts';
import { readProducts } from './read.ts';
import { writeItems } from './write.ts';

/** Products from CSV files, ours and those of Shopify and WooCommerce. */
export function imports(deps: Deps, actor: Actor) {
  return {
    /** Keeps a ZIP with pictures for the next import of this admin. 400 for no ZIP, 413 for too large a one. */
    async keepImportPictures(arriving: Arriving, fileName: string): Promise<ImportArchive> {
      if (actor.kind !== 'admin') throw forbidden();
      return keepArchive(deps, actor.userId, arriving, fileName);
    },

    /** What a file would do with the pictures of a ZIP, without doing it. 400 for a file that can't be read. */
    async planImport(text: string, archive?: string): Promise<ImportPlan> {
      const plan = await planImport(deps, readProducts(text), archive);
      const before = await queries.findImportOf(deps.db, hashOf(text));
      return { ...plan, importedAt: before?.toISOString() ?? null };
    },

    /** Notes the job and starts it; bad rows are among its failures from the start. */
    async startImport(text: string, fileName: string, archiveId?: string): Promise<ImportJob> {
      if (actor.kind !== 'admin') throw forbidden();
      const { good, bad } = sift(readProducts(text));
      if (good.length === 0) throw badField('file', 'There is no product in this file that can be imported');
      await picturesIn(deps, archiveId);
      const { userId } = actor;
      const values = { userId, fileName, fileHash: hashOf(text), archiveId, items: good, failures: bad };
      const id = await transaction(deps.db, async (trx) => {
        const importId = await queries.insertImport(trx, values);
        const detail = { file: fileName, products: good.length };
        await noteAdmin(trx, actor, { action: 'import.start', subject: importId, detail });
        await deps.jobs.enqueue(trx, 'import', { importId });
        return importId;
      });
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

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** After so long a job puts itself back into the queue, so that it never counts as hung. */
const turnMs = 60_000;
/** So many products are written in one transaction, or as many as could be made ready in this time. */
const atOnce = 50;
const gatherMs = 2000;

/** The job `import`: goes on where it was left, a step at a time. */
export async function runImport(deps: Deps, importId: string): Promise<void> {
  const job = await queries.findRest(deps.db, importId);
  if (!job) return;
  const until = Date.now() + turnMs;
  const actor: Actor = { kind: 'admin', userId: job.userId, address: '' };
  const archive = await openArchive(deps, job.archiveId);
  const memory: Memory = { archive, pictures: new Map(), lost: new Set(), groups: new Map() };
  try {
    let from = 0;
    while (from < job.rest.length && Date.now() < until) {
      const ready = await gatherStep(deps, actor, job.rest.slice(from, from + atOnce), memory);
      if (!(await writeStep(deps, actor, importId, job.done + from, ready))) return;
      from += ready.length;
    }
    if (from < job.rest.length) return await deps.jobs.enqueue(deps.db, 'import', { importId });
  } finally {
    await archive?.close();
  }
  await queries.finishImport(deps.db, importId);
  if (job.archiveId) await dropArchive(deps, job.archiveId);
}

/** What the next products refer to; fewer of them where pictures take long, so that progress shows. */
async function gatherStep(deps: Deps, actor: Actor, items: ImportItem[], memory: Memory): Promise<Ready[]> {
  const known = await findKnown(deps, items, memory.archive?.pictures ?? new Map());
  const until = Date.now() + gatherMs;
  const ready: Ready[] = [];
  for (const item of items) {
    ready.push(await gather(deps, actor, item, known, memory));
    if (Date.now() > until) break;
  }
  return ready;
}

/** Writes products and the progress together; false where another worker was first. */
async function writeStep(deps: Deps, actor: Actor, importId: string, from: number, ready: Ready[]) {
  return transaction(deps.db, async (trx) => {
    if (!(await queries.takeStep(trx, importId, { from, count: ready.length }))) return false;
    await queries.tellStep(trx, importId, await writeItems(trx, actor, ready));
    return true;
  });
}

const present = (row: queries.ImportRow): ImportJob => ({
  _id: row.id,
  fileName: row.fileName,
  ...{ total: row.total, done: row.done, written: row.written, failed: row.failures.length },
  finished: row.finishedAt !== null,
  failures: row.failures.slice(0, 1000),
  notes: row.notes.slice(0, 1000),
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
