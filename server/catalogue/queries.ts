import { type RawBuilder, sql } from 'kysely';
import { isId } from '../../shared/id.ts';
import type { Trx } from '../db/database.ts';

type SluggedTable = 'products' | 'categories' | 'subcategories' | 'brands' | 'productTypes';

/** Matches the row of `table` with this id or slug. */
export const byIdOrSlug = (table: SluggedTable, idOrSlug: string): RawBuilder<boolean> =>
  isId(idOrSlug) ? byIdElseSlug(table, idOrSlug) : bySlug(table, idOrSlug);

export const bySlug = (table: SluggedTable, slug: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.slug`)} = ${slug}`;

/** For a text with the form of an id, which may be a slug as well; the row with the id comes first. */
export const byIdElseSlug = (table: SluggedTable, id: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.id`)} = ${id}::uuid or ${bySlug(table, id)}
    and not exists (select from ${sql.table(table)} other where other.id = ${id}::uuid))`;

/** Runs a part of a transaction in a savepoint, so that its failure rolls back this part only. */
export async function inSavepoint<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx);
  try {
    const done = await work();
    await sql`release savepoint part`.execute(trx);
    return done;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    throw error;
  }
}
