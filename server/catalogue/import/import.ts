import type {
  ImportArchive,
  ImportFields,
  ImportJob,
  ImportPlan,
} from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { importReport } from '../../../shared/import-report.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { badField, conflict, notFound, tooLarge } from '../../errors.ts';
import type { Upload } from '../../media/media.ts';
import { adminOfJob } from '../../permissions.ts';
import { assertRoomForUploads } from '../../runtime/disk.ts';
import type { WorkerModule } from '../../runtime/worker-pool.ts';
import { deleteArchive, listArchivePictures, openArchive, storeArchive } from './archives.ts';
import { checkFile, nameOf } from './check.ts';
import * as queries from './import-queries.ts';
import type { BadRow, ImportItem, ReadOptions } from './item.ts';
import { lookUpPictures } from './pictures.ts';
import { planImport } from './plan.ts';
import { type ImportState, type PreparedItem, prepareItem } from './prepare.ts';
import { writeItems } from './write.ts';

/** Products from CSV files, ours and those of Shopify and WooCommerce. */
export function imports(deps: Deps, admin: Admin) {
  const read = (bytes: Buffer, fields: ImportFields) =>
    deps.workers.run(readModule, 'readProducts', bytes, readOptions(fields));

  return {
    /** Stores a ZIP with pictures for the next import. 400 if it is not a ZIP, 413 if it is too large. */
    async storeImportPictures(upload: Upload, fileName: string): Promise<ImportArchive> {
      return storeArchive(deps, admin.userId, upload, fileName);
    },

    /** Plans the import of a file with the pictures of a ZIP, without changing anything. 400 if it can't be read. */
    async planImport(bytes: Buffer, fields: ImportFields): Promise<ImportPlan> {
      const file = await read(bytes, fields);
      const plan = await planImport(deps, file, fields);
      const before = await queries.findImportDate(deps.db, file.hash);
      return { ...plan, importedAt: before?.toISOString() ?? null };
    },

    /**
     * Starts an import; bad rows and unanswered ones are recorded as failures. In that of a move, products that are
     * here stay as they are, and the caller runs it (`runImport`). 400 if nothing can be imported.
     */
    async startImport(
      bytes: Buffer,
      fileName: string,
      fields: ImportFields,
      { isOfMove = false } = {},
    ): Promise<ImportJob> {
      const { archive } = fields;
      const file = await read(bytes, fields);
      const { good: all, asked, bad: unusable } = await checkFile(deps.db, file, fields);
      const good = isOfMove ? all.filter(({ now }) => !now) : all;
      const unanswered = asked.map(({ item, message }) => ({ line: item.line, name: nameOf(item), message }));
      const bad = [...unusable, ...unanswered].toSorted((a, b) => a.line - b.line);
      if (good.length === 0)
        throw badField(
          'file',
          bad[0] ? `Nothing can be imported. ${rowMessage(bad[0])}` : 'This file contains no products',
        );
      await listArchivePictures(deps, archive);
      // Addresses that the file states come first, so that no address that is derived from a name is one of them.
      const items = good
        .map(({ item }) => item)
        .toSorted((a, b) => Number(b.address === b.slug) - Number(a.address === a.slug));
      const job = { fileName, fileHash: file.hash, archiveId: archive, items, failures: bad };
      const id = await transaction(deps.db, (trx) =>
        isOfMove ? insert(trx, admin, job) : queue(deps, trx, admin, job),
      );
      return this.getImport(id);
    },

    /** Starts a job that fetches the failed pictures of a finished import. 404; 409 if there are none; 507. */
    async retryPictures(importId: string): Promise<ImportJob> {
      await assertRoomForUploads(deps);
      const id = await transaction(deps.db, async (trx) => {
        const retry = await queries.claimFailedPictures(trx, importId);
        if (!retry) throw notFound('Import not found.');
        if (retry.items.length === 0)
          throw conflict('nothing_to_fetch', 'There are no failed pictures to fetch again.');
        return queue(deps, trx, admin, { ...retry, fileHash: null, archiveId: undefined, failures: [] });
      });
      return this.getImport(id);
    },

    /** The failures and notes of an import, and what its products lack, as CSV. 404. */
    async reportImport(id: string): Promise<string> {
      const row = await queries.findImport(deps.db, id);
      if (!row) throw notFound('Import not found.');
      return importReport(row);
    },

    /** The progress of a job, its failures and notes. 404. */
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

type NewJob = Omit<queries.NewImport, 'userId'>;

async function queue(deps: Deps, trx: Trx, admin: Admin, job: NewJob): Promise<string> {
  const importId = await insert(trx, admin, job);
  await deps.jobs.enqueue(trx, 'import', { importId });
  return importId;
}

async function insert(trx: Trx, admin: Admin, job: NewJob): Promise<string> {
  const importId = await queries.insertImport(trx, { ...job, userId: admin.userId });
  const detail = { file: job.fileName, products: job.items.length };
  await recordAudit(trx, admin, { action: 'import.start', subject: importId, detail });
  return importId;
}

/** What an import has done: the ids of the products that it has created, and all its failures and notes. */
export async function readImportResult(db: Database, importId: string) {
  const { failures = [], notes = [] } = (await queries.findImport(db, importId)) ?? {};
  return { created: await queries.listCreated(db, importId), failures, notes };
}

const readModule: WorkerModule<typeof import('./formats/read.ts')> = {
  url: new URL('./formats/read.ts', import.meta.url),
  maxMs: 20_000,
  tooSlow: () => tooLarge('This file takes too long to read. Please split it into smaller files.'),
};
const readOptions = ({ rupeesPerUnit, pricesIncludeGst, newProducts }: ImportFields): ReadOptions => ({
  rupeesPerUnit,
  pricesWithoutGst: !pricesIncludeGst,
  asDraft: newProducts === 'draft',
});
const rowMessage = ({ line, message }: BadRow) => `Line ${line}: ${message}.`;

/** After this time a job is enqueued again, so that it never seems to hang. */
const maxRunMs = 60_000;
/** The number of products in one transaction; fewer if they can't be prepared within `prepareMs`. */
const stepSize = 50;
const prepareMs = 2000;

/** Continues an import where it stopped, one step at a time. Returns whether it took too long and has to be called again. */
export async function runImport(deps: Deps, importId: string): Promise<boolean> {
  const job = await queries.findRemaining(deps.db, importId);
  if (!job) return false;
  const until = Date.now() + maxRunMs;
  const admin = adminOfJob(job.userId);
  const archive = await openArchive(deps, job.archiveId);
  const state: ImportState = {
    archive,
    pictures: new Map(),
    failing: new Map(),
    groups: new Map(),
    attributes: new Map(),
  };
  try {
    let from = 0;
    while (from < job.remaining.length && Date.now() < until) {
      const ready = await prepareStep(deps, admin, job.remaining.slice(from, from + stepSize), state);
      if (!(await writeStep(deps, admin, importId, job.done + from, ready))) return false;
      from += ready.length;
    }
    if (from < job.remaining.length) return true;
  } finally {
    await archive?.close();
  }
  await queries.finishImport(deps.db, importId);
  if (job.archiveId) await deleteArchive(deps, job.archiveId);
  return false;
}

/** Prepares the next products; fewer if their pictures take long, so that progress is visible. */
async function prepareStep(
  deps: Deps,
  admin: Admin,
  items: ImportItem[],
  state: ImportState,
): Promise<PreparedItem[]> {
  const lookup = await lookUpPictures(deps, items, state.archive?.pictures ?? new Map());
  const until = Date.now() + prepareMs;
  const ready: PreparedItem[] = [];
  for (const item of items) {
    ready.push(await prepareItem(deps, admin, item, lookup, state));
    if (Date.now() > until) break;
  }
  return ready;
}

/** Writes products and progress in one transaction; false if another worker has claimed these products. */
async function writeStep(deps: Deps, admin: Admin, importId: string, from: number, ready: PreparedItem[]) {
  return transaction(deps.db, async (trx) => {
    if (!(await queries.claimStep(trx, importId, { from, count: ready.length }))) return false;
    await queries.recordStep(trx, importId, await writeItems(trx, admin, ready));
    return true;
  });
}

const present = (row: queries.ImportRow): ImportJob => ({
  _id: row.id,
  fileName: row.fileName,
  total: row.total,
  done: row.done,
  written: row.written,
  failed: row.failures.length,
  finished: row.finishedAt !== null,
  failures: row.failures.slice(0, 1000),
  notes: row.notes.slice(0, 1000),
  missing: row.missing.slice(0, 1000),
  missingCount: row.missing.length,
  retryable: row.retryable,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
