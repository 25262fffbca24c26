import { sql } from 'kysely';
import type { PrintKind } from '../../../shared/contract/orders/print-jobs.ts';
import { isId } from '../../../shared/id.ts';
import type { Database, Trx } from '../../db/database.ts';
import type { SkippedOrder } from '../../db/tables.ts';

/** How often a job is begun before it counts as failed. */
const maxRuns = 5;
/** A job without progress for so long was interrupted. */
const stalled = sql<Date>`now() - interval '1 minute'`;
const expired = sql<Date>`now() - interval '1 day'`;

export async function insertPrintJob(
  trx: Trx,
  values: { userId: string; kind: PrintKind; orderIds: string[]; skipped: SkippedOrder[] },
): Promise<string> {
  const { id } = await trx
    .insertInto('printJobs')
    .values({ ...values, skipped: JSON.stringify(values.skipped) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const summary = (db: Database) =>
  db
    .selectFrom('printJobs')
    .select(['id', 'kind', 'done', 'pages', 'skipped', 'createdAt', 'finishedAt'])
    .select([
      sql<number>`cardinality(order_ids)`.as('total'),
      sql<boolean>`finished_at is null and runs >= ${maxRuns} and progressed_at < ${stalled}`.as('failed'),
    ])
    .where('createdAt', '>=', expired);
export type PrintJobRow = NonNullable<Awaited<ReturnType<typeof findPrintJob>>>;

/** A print job of this admin that has not expired. */
export async function findPrintJob(db: Database, id: string, userId: string) {
  if (!isId(id)) return undefined;
  return summary(db).where('id', '=', id).where('userId', '=', userId).executeTakeFirst();
}

/** The print jobs of this admin that have not expired, newest first. */
export const listPrintJobs = (db: Database, userId: string) =>
  summary(db).where('userId', '=', userId).orderBy('createdAt', 'desc').limit(50).execute();

/** Begins a job from its start. Undefined if it is finished, deleted, or was begun too often. */
export async function beginRun(db: Database, id: string) {
  return db
    .updateTable('printJobs')
    .set((eb) => ({ runs: eb('runs', '+', 1), done: 0, progressedAt: sql<Date>`now()` }))
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .where('runs', '<', maxRuns)
    .returning(['id', 'runs', 'kind', 'orderIds', 'createdAt'])
    .executeTakeFirst();
}
export type PrintRun = NonNullable<Awaited<ReturnType<typeof beginRun>>>;

/** Records the progress of a run. False if a later run has begun, or the job was deleted. */
export async function saveProgress(
  db: Database,
  { id, runs }: PrintRun,
  progress: { done: number } | { done: number; pages: number; skipped: SkippedOrder[] },
): Promise<boolean> {
  const isFinished = 'pages' in progress;
  const row = await db
    .updateTable('printJobs')
    .set({
      done: progress.done,
      progressedAt: sql<Date>`now()`,
      ...(isFinished && {
        pages: progress.pages,
        skipped: sql`skipped || ${JSON.stringify(progress.skipped)}::jsonb`,
        finishedAt: sql<Date>`now()`,
      }),
    })
    .where('id', '=', id)
    .where('runs', '=', runs)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The jobs that were interrupted, for example by a restart. */
export async function listInterruptedJobs(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('printJobs')
    .select('id')
    .where('finishedAt', 'is', null)
    .where('runs', '<', maxRuns)
    .where('progressedAt', '<', stalled)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends the jobs with any of these orders, and their labels of couriers: they and their files are deleted next. */
export async function expirePrints(trx: Trx, orderIds: string[]): Promise<void> {
  await sql`update print_jobs set created_at = 'epoch' where order_ids && ${orderIds}::uuid[]`.execute(trx);
  await sql`update courier_bookings set label_at = 'epoch' where label_at is not null
    and shipment_id in (select id from shipments where order_id = any(${orderIds}::uuid[]))`.execute(trx);
}

/** Whether a job was not deleted. */
export async function isStored(db: Database, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('printJobs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  );
}

/** The expired jobs, whose files are to be deleted. */
export const listExpiredJobs = (db: Database) =>
  db.selectFrom('printJobs').select(['id', 'runs']).where('createdAt', '<', expired).execute();

export async function deletePrintJob(db: Database, id: string): Promise<void> {
  await db.deleteFrom('printJobs').where('id', '=', id).execute();
}

/** The invoices and credit notes of these orders by order, in the order in which they were issued. */
export async function listDocuments(db: Database, orderIds: string[]) {
  const rows = await db
    .selectFrom('invoices')
    .select(['orderId', 'content'])
    .where('orderId', 'in', orderIds)
    .orderBy('issuedAt')
    .orderBy((eb) => eb('kind', '=', 'credit_note'))
    .orderBy('number')
    .execute();
  return Map.groupBy(rows, ({ orderId }) => orderId);
}
