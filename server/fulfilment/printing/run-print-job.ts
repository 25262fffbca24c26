import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PrintKind } from '../../../shared/contract/orders/print-jobs.ts';
import type { Deps } from '../../deps.ts';
import { createMerge } from '../../pdf/pdf.ts';
import { createLabelPrinter, labelsAtOnce, type ReadCourierLabels } from './courier-label-printer.ts';
import { getSender } from './parcel-documents.ts';
import * as queries from './print-queries.ts';
import { createPrinter, partSize } from './printer.ts';

type Parts = Pick<Deps, 'db' | 'files' | 'config' | 'workers'>;

const titles: Record<PrintKind, string> = {
  packing_slips: 'Packing slips',
  invoices: 'Invoices',
  labels: 'Shipping labels',
  label_sheets: 'Shipping labels',
  courier_labels: 'Courier labels',
  pick_list: 'Pick list',
};

/** The stored file of a print job. */
export const pathOfPrint = (id: string) => `prints/${id}.pdf`;

const draftOf = ({ config }: Pick<Deps, 'config'>, { id, runs }: Pick<queries.PrintRun, 'id' | 'runs'>) =>
  path.join(config.dataDir, 'files', 'incoming', `print-${id}-${runs}.pdf`);

/**
 * The job `print`: draws the documents part by part and joins them to one file. After an interruption it starts again;
 * a run ends as soon as a later one has begun. The same orders give the same bytes, except for labels of couriers, which
 * `readCourierLabels` gets from them.
 */
export async function runPrintJob(
  deps: Parts,
  jobId: string,
  readCourierLabels: ReadCourierLabels,
): Promise<void> {
  const run = await queries.beginRun(deps.db, jobId);
  if (!run) return;
  await rm(draftOf(deps, { ...run, runs: run.runs - 1 }), { force: true });
  const draft = draftOf(deps, run);
  await mkdir(path.dirname(draft), { recursive: true });
  try {
    const file = await open(draft, 'w');
    const drawn = await drawAll(deps, run, (bytes) => file.write(bytes), readCourierLabels).finally(() =>
      file.close(),
    );
    if (!drawn) return;
    if (drawn.pages > 0) await deps.files.moveIn(pathOfPrint(jobId), draft);
    const isSaved = await queries.saveProgress(deps.db, run, { ...drawn, done: run.orderIds.length });
    // Its row was deleted meanwhile, such as by an erasure.
    if (!isSaved && !(await queries.isStored(deps.db, jobId))) await deps.files.remove(pathOfPrint(jobId));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Draws all parts. Undefined if a later run has begun. */
async function drawAll(
  deps: Parts,
  run: queries.PrintRun,
  write: (bytes: Buffer) => Promise<unknown>,
  readCourierLabels: ReadCourierLabels,
) {
  const { kind, orderIds, createdAt } = run;
  const { shopName: author } = await getSender(deps.db);
  const merge = await createMerge(write, { title: titles[kind], author, date: createdAt });
  const printer =
    kind === 'courier_labels'
      ? createLabelPrinter(deps, readCourierLabels, merge.add)
      : await createPrinter(deps, { kind, createdAt }, merge.add);
  // A courier that is slow must not look like an interruption.
  const step = kind === 'courier_labels' ? labelsAtOnce : partSize;
  for (let from = 0; from < orderIds.length; from += step) {
    const ids = orderIds.slice(from, from + step);
    await printer.add(ids);
    if (!(await queries.saveProgress(deps.db, run, { done: from + ids.length }))) return undefined;
  }
  await printer.end();
  return { pages: await merge.end(), skipped: printer.skipped };
}

/** Enqueues interrupted jobs again, and deletes expired ones. */
export async function maintainPrintJobs(deps: Pick<Deps, 'db' | 'files' | 'config' | 'jobs'>): Promise<void> {
  const { db, jobs } = deps;
  for (const printJobId of await queries.listInterruptedJobs(db))
    await jobs.enqueue(db, 'print', { printJobId });
  await deleteExpiredPrints(deps);
}

/** Deletes the jobs of more than a day ago, and those of erased orders, with their files. */
export async function deleteExpiredPrints(deps: Pick<Deps, 'db' | 'files' | 'config'>): Promise<void> {
  const { db, files } = deps;
  for (const job of await queries.listExpiredJobs(db)) {
    // The row goes last, so that no file is left behind.
    await rm(draftOf(deps, job), { force: true });
    await files.remove(pathOfPrint(job.id));
    await queries.deletePrintJob(db, job.id);
  }
}
