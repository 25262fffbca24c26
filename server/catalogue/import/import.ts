import { createHash } from 'node:crypto';
import type {
  ImportArchive,
  ImportFields,
  ImportJob,
  ImportPlan,
} from '../../../shared/contract/catalogue-jobs.ts';
import { importReport } from '../../../shared/import-report.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, conflict, notFound } from '../../errors.ts';
import { type Arriving, dropArchive, keepArchive, openArchive, picturesIn } from './archives.ts';
import { checkFile } from './check.ts';
import { type Memory, prepareItems, type Ready } from './gather.ts';
import * as queries from './import-queries.ts';
import type { BadRow, ImportItem, ReadOptions } from './item.ts';
import { findKnown } from './pictures.ts';
import { planImport } from './plan.ts';
import { readProducts } from './read.ts';
import { writeItems } from './write.ts';

/** Products from CSV files, ours and those of Shopify and WooCommerce. */
export function imports(deps: Deps, admin: Admin) {
  const start = async (trx: Trx, job: Omit<Parameters<typeof queries.insertImport>[1], 'userId'>) => {
    const importId = await queries.insertImport(trx, { ...job, userId: admin.userId });
    const detail = { file: job.fileName, products: job.items.length };
    await recordAudit(trx, admin, { action: 'import.start', subject: importId, detail });
    await deps.jobs.enqueue(trx, 'import', { importId });
    return importId;
  };

  return {
    /** Keeps a ZIP with pictures for the next import of this admin. 400 for no ZIP, 413 for too large a one. */
    async keepImportPictures(arriving: Arriving, fileName: string): Promise<ImportArchive> {
      return keepArchive(deps, admin.userId, arriving, fileName);
    },

    /** What a file would do with the pictures of a ZIP, without doing it. 400 for a file that can't be read. */
    async planImport(bytes: Buffer, fields: ImportFields): Promise<ImportPlan> {
      const plan = await planImport(deps, await readProducts(bytes, readOptions(fields)), fields.archive);
      const before = await queries.findImportOf(deps.db, hashOf(bytes));
      return { ...plan, importedAt: before?.toISOString() ?? null };
    },

    /** Notes the job and starts it; bad rows are among its failures from the start. */
    async startImport(bytes: Buffer, fileName: string, fields: ImportFields): Promise<ImportJob> {
      const { archive } = fields;
      const { good, bad } = await checkFile(deps.db, await readProducts(bytes, readOptions(fields)));
      if (good.length === 0)
        throw badField(
          'file',
          bad[0] ? `Nothing can be imported. ${reasonOf(bad[0])}` : 'This file contains no products',
        );
      await picturesIn(deps, archive);
      const items = good.map(({ item }) => item);
      const id = await transaction(deps.db, (trx) =>
        start(trx, { fileName, fileHash: hashOf(bytes), archiveId: archive, items, failures: bad }),
      );
      return this.getImport(id);
    },

    /** Starts a job that fetches the failed pictures of a finished import. 404; 409 if there are none. */
    async retryPictures(importId: string): Promise<ImportJob> {
      const id = await transaction(deps.db, async (trx) => {
        const retry = await queries.takeRetry(trx, importId);
        if (!retry) throw notFound('Import not found.');
        if (retry.items.length === 0)
          throw conflict('nothing_to_fetch', 'There are no failed pictures to fetch again.');
        return start(trx, { ...retry, fileHash: null, archiveId: undefined, failures: [] });
      });
      return this.getImport(id);
    },

    /** Everything that an import could not do or left out, and what its products lack, as CSV. 404. */
    async reportImport(id: string): Promise<string> {
      const row = await queries.findImport(deps.db, id);
      if (!row) throw notFound('Import not found.');
      return importReport(row);
    },

    /** The progress of a job, what failed in it and what was left out. */
    async getImport(id: string): Promise<ImportJob> {
      const row = await queries.findImport(deps.db, id);
      if (!row) throw notFound('Import not found.');
      return present(row);
    },

    /** The latest jobs of this admin. */
    async listImports(): Promise<ImportJob[]> {
      return (await queries.listImports(deps.db, admin.userId)).map(present);
    },
  };
}

const readOptions = ({ rupeesPerUnit, newProducts }: ImportFields): ReadOptions => ({
  rupeesPerUnit,
  asDraft: newProducts === 'draft',
});
const reasonOf = ({ line, message }: BadRow) => `Line ${line}: ${message}.`;
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');

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
  const admin: Admin = { kind: 'admin', userId: job.userId, address: '' };
  const archive = await openArchive(deps, job.archiveId);
  const memory: Memory = { archive, pictures: new Map(), failing: new Map(), groups: new Map() };
  try {
    let from = 0;
    while (from < job.rest.length && Date.now() < until) {
      const ready = await gatherStep(deps, admin, job.rest.slice(from, from + atOnce), memory);
      if (!(await writeStep(deps, admin, importId, job.done + from, ready))) return;
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
async function gatherStep(deps: Deps, admin: Admin, items: ImportItem[], memory: Memory): Promise<Ready[]> {
  const known = await findKnown(deps, items, memory.archive?.pictures ?? new Map());
  const until = Date.now() + gatherMs;
  const ready: Ready[] = [];
  for (const item of items) {
    ready.push(await prepareItems(deps, admin, item, known, memory));
    if (Date.now() > until) break;
  }
  return ready;
}

/** Writes products and the progress together; false where another worker was first. */
async function writeStep(deps: Deps, admin: Admin, importId: string, from: number, ready: Ready[]) {
  return transaction(deps.db, async (trx) => {
    if (!(await queries.takeStep(trx, importId, { from, count: ready.length }))) return false;
    await queries.reportStep(trx, importId, await writeItems(trx, admin, ready));
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
  missing: row.missing.slice(0, 1000),
  missingCount: row.missing.length,
  retryable: row.retryable,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
