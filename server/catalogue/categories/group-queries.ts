import { sql } from 'kysely';
import { isId } from '../../../shared/id.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';

/** What products are grouped by, beside categories: two tables of the same shape. */
export type GroupTable = 'brands' | 'productTypes';

/** Writes with the table locked against other writers: names and places are settled among all rows. */
export const writeGroups = <T>(
  db: Database,
  table: GroupTable | 'categories',
  work: (trx: Trx) => Promise<T>,
): Promise<T> =>
  transaction(db, async (trx) => {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx);
    return work(trx);
  });

const columns = ['id', 'name', 'slug', 'description', 'image'] as const;

export async function listGroups(
  db: Database,
  table: GroupTable,
  { page, limit }: { page: number; limit: number },
) {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom(table)
      .select(columns)
      .orderBy(sql`lower(name)`)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export async function findGroup(db: Database | Trx, table: GroupTable, idOrSlug: string) {
  return db
    .selectFrom(table)
    .select(columns)
    .where(isId(idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
    .executeTakeFirst();
}
export type GroupRow = NonNullable<Awaited<ReturnType<typeof findGroup>>>;

export type GroupColumns = { name: string; slug: string; description?: string; image?: string | null };

export async function insertGroup(trx: Trx, table: GroupTable, values: GroupColumns): Promise<string> {
  const { id } = await trx.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateGroup(
  trx: Trx,
  table: GroupTable,
  id: string,
  values: Partial<GroupColumns>,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await trx.updateTable(table).set(values).where('id', '=', id).execute();
}

const columnOf = { brands: 'brandId', productTypes: 'productTypeId' } as const;

/** How many products that still exist are in it. */
export async function countUses(trx: Trx, table: GroupTable, id: string): Promise<number> {
  const { n } = await trx
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(columnOf[table], '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Removes it; products that are deleted already let go of it. */
export async function deleteGroup(trx: Trx, table: GroupTable, id: string): Promise<void> {
  await trx
    .updateTable('products')
    .set({ [columnOf[table]]: null })
    .where(columnOf[table], '=', id)
    .where('deletedAt', 'is not', null)
    .execute();
  await trx.deleteFrom(table).where('id', '=', id).execute();
}

/** Names and slugs that others of the table have, of those that would clash. */
export async function findGroupNames(
  trx: Trx,
  table: GroupTable | 'categories',
  exceptId: string | undefined,
) {
  let query = trx.selectFrom(table).select(['id', 'name', 'slug']);
  if (exceptId) query = query.where('id', '!=', exceptId);
  return query.execute();
}
