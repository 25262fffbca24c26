import { sql } from 'kysely';
import { isId } from '../../../shared/id.ts';
import type { Database } from '../../db/database.ts';

/** The views that an admin has saved, oldest first. */
export async function listOrderViews(db: Database, userId: string) {
  return db
    .selectFrom('orderViews')
    .select(['id', 'name', 'query'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
}

/** Stores a view; false if the admin has `max` of them. */
export async function insertOrderView(
  db: Database,
  { userId, name, query }: { userId: string; name: string; query: string },
  max: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into order_views (user_id, name, query) select ${userId}, ${name}, ${query}
    where (select count(*) from order_views where user_id = ${userId}) < ${max} returning id`.execute(db);
  return rows.length > 0;
}

export async function deleteOrderView(db: Database, userId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const row = await db
    .deleteFrom('orderViews')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
