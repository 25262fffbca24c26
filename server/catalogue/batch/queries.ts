import { sql } from 'kysely';
import { isId } from '../../../shared/id.ts';
import type { Database, Trx } from '../../db/database.ts';
import type { BatchFailure } from '../../db/tables.ts';

export type NewBatch = {
  userId: string;
  action: string;
  detail: object;
  productIds: string[];
  undoes?: string;
};

export async function insertBatch(trx: Trx, values: NewBatch): Promise<string> {
  const { id } = await trx
    .insertInto('productBatches')
    .values({ ...values, detail: JSON.stringify(values.detail) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The number of days for which a batch can be undone. */
export const undoDays = 1;

const summary = (db: Database | Trx) =>
  db.selectFrom('productBatches').select([
    'id',
    'userId',
    'action',
    'done',
    'createdAt',
    'finishedAt',
    'failures',
    sql<number>`cardinality(product_ids)`.as('total'),
    sql<boolean>`coalesce(finished_at > now() - ${undoDays} * interval '1 day', false)
        and exists (select from product_batch_undo previous where previous.batch_id = product_batches.id)
        and not exists (select from product_batches undoing where undoing.undoes = product_batches.id)`.as(
      'undoable',
    ),
  ]);

export async function findBatch(db: Database | Trx, id: string) {
  return isId(id) ? summary(db).where('id', '=', id).executeTakeFirst() : undefined;
}
export type BatchRow = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

export async function listBatches(db: Database, userId: string) {
  return summary(db).where('userId', '=', userId).orderBy('createdAt', 'desc').limit(10).execute();
}

/** Locks a batch and returns its next products, so that two workers never process the same ones. */
export async function lockNextSlice(trx: Trx, id: string, size: number) {
  return trx
    .selectFrom('productBatches')
    .select(['undoes', 'userId'])
    .select(sql<string[]>`product_ids[done + 1 : done + ${size}]`.as('next'))
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function advanceBatch(
  trx: Trx,
  id: string,
  step: { done: number; failures: BatchFailure[] },
): Promise<void> {
  await trx
    .updateTable('productBatches')
    .set((eb) => ({
      done: eb('done', '+', step.done),
      failures: sql`failures || ${JSON.stringify(step.failures)}::jsonb`,
      finishedAt: sql`case when done + ${step.done} = cardinality(product_ids) then now() end`,
    }))
    .where('id', '=', id)
    .execute();
}

/** The change that a batch makes, as it was requested, without the products. */
export async function getChange(trx: Trx, batchId: string): Promise<unknown> {
  const { change } = await trx
    .selectFrom('productBatches')
    .select(sql<unknown>`detail || jsonb_build_object('action', action)`.as('change'))
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  return change;
}
