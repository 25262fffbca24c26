import { type Insertable, sql, type Updateable } from 'kysely';
import { isId } from '../../../shared/id.ts';
import type { Database, Trx } from '../../db/database.ts';
import type { Attributes } from '../../db/schema.ts';

/** All attributes in their order. */
export const listAttributes = (db: Database | Trx) =>
  db.selectFrom('attributes').selectAll().orderBy('position').orderBy('name').execute();
export type AttributeRow = Awaited<ReturnType<typeof listAttributes>>[number];

/** Locks the table against other writers until the transaction ends: names, slugs and places depend on all rows. */
export async function lockAttributes(trx: Trx): Promise<void> {
  await sql`lock table attributes in share row exclusive mode`.execute(trx);
}

export async function insertAttribute(trx: Trx, values: Insertable<Attributes>): Promise<string> {
  const { id } = await trx.insertInto('attributes').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateAttribute(trx: Trx, id: string, values: Updateable<Attributes>): Promise<void> {
  await trx.updateTable('attributes').set(values).where('id', '=', id).execute();
}

export async function deleteAttribute(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('attributes').where('id', '=', id).execute();
}

/** Puts these attributes first, in this order; the others follow in their present order. */
export async function reorderAttributes(trx: Trx, ids: string[]): Promise<void> {
  await sql`update attributes a set position = o.n - 1
    from (select id, row_number() over (order by array_position(${ids.filter(isId)}::uuid[], id), position, name) n
          from attributes) o where o.id = a.id`.execute(trx);
}

/** The ids of these categories that exist. */
export async function listCategoryIds(trx: Trx, ids: string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('categories')
    .select('id')
    .where(sql<boolean>`id = any(${ids.filter(isId)}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}
