import { type Expression, type SqlBool, sql } from 'kysely';
import type { ProductQuery } from '../../../shared/contract/catalogue.ts';
import { isId } from '../../../shared/id.ts';
import type { Database, Trx } from '../../db/database.ts';
import { conditions } from '../products/queries.ts';

export type BatchFailure = { id: string; name: string; message: string };

export async function insertBatch(
  trx: Trx,
  values: { userId: string; action: string; detail: object; productIds: string[]; undoes?: string },
): Promise<string> {
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
    sql<number>`cardinality(product_ids)`.as('total'),
    sql<BatchFailure[]>`failures`.as('failures'),
    sql<boolean>`finished_at > now() - ${undoDays} * interval '1 day'
        and exists (select from product_batch_undo kept where kept.batch_id = product_batches.id)
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

/** The job and its next products, locked: two workers never take the same ones. */
export async function lockNext(trx: Trx, id: string, most: number) {
  return trx
    .selectFrom('productBatches')
    .select(['id', 'userId', 'action', 'detail', 'done', 'undoes'])
    .select(sql<string[]>`product_ids[done + 1 : done + ${most}]`.as('next'))
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

/** Ids of all products that match, oldest first. */
export async function listMatchingIds(
  db: Database,
  query: Omit<ProductQuery, 'page' | 'limit'>,
  except: string[],
  most: number,
): Promise<string[]> {
  const left = except.filter(isId);
  let found = db
    .selectFrom('products')
    .select('products.id')
    .where((eb): Expression<SqlBool> => eb.and(conditions(eb, query, 'admin')));
  if (left.length > 0) found = found.where('products.id', 'not in', left);
  return (await found.orderBy('products.id').limit(most).execute()).map(({ id }) => id);
}

/** Sets columns of many products at once and gives those that there were. */
export async function updateProducts(
  trx: Trx,
  ids: string[],
  values: {
    status?: 'active' | 'draft' | 'featured' | 'archived';
    categoryId?: string | null;
    subcategoryId?: string | null;
  },
): Promise<string[]> {
  const rows = await trx
    .updateTable('products')
    .set({ ...values, updatedAt: new Date() })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
