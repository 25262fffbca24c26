import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { isToPack } from './admin-queries.ts';
import { eventTime, type NewEvent } from './change-queries.ts';

/** Adds a note to the timeline of a locked order, under the name of the admin. */
export async function insertNote(
  trx: Trx,
  {
    orderId,
    status,
    byUser,
    note,
  }: Required<Pick<NewEvent, 'orderId' | 'status' | 'note'>> & { byUser: string },
): Promise<void> {
  await trx
    .insertInto('orderEvents')
    .values((eb) => ({
      orderId,
      status,
      byUser,
      note,
      internal: true,
      isNote: true,
      at: eventTime,
      byLabel: eb.fn.coalesce(
        eb.selectFrom('users').select('name').where('id', '=', byUser),
        eb.val('Admin'),
      ),
    }))
    .execute();
}

/** Locks a note that this admin wrote on this order; `id` is a number in a text. */
export async function lockOwnNote(trx: Trx, note: { orderId: string; id: string; byUser: string }) {
  return trx
    .selectFrom('orderEvents')
    .select(['id', 'note'])
    .where(sql`id::text`, '=', note.id)
    .where('orderId', '=', note.orderId)
    .where('byUser', '=', note.byUser)
    .where('isNote', '=', true)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateNote(trx: Trx, id: number, note: string): Promise<void> {
  await trx.updateTable('orderEvents').set({ note, editedAt: eventTime }).where('id', '=', id).execute();
}

export async function deleteNote(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('orderEvents').where('id', '=', id).execute();
}

/** Adds and removes tags of a locked order; returns how many it has then. */
export async function changeTags(
  trx: Trx,
  orderId: string,
  { add, remove }: { add: string[]; remove: string[] },
): Promise<number> {
  if (remove.length > 0)
    await trx.deleteFrom('orderTags').where('orderId', '=', orderId).where('tag', 'in', remove).execute();
  if (add.length > 0)
    await trx
      .insertInto('orderTags')
      .values(add.map((tag) => ({ orderId, tag })))
      .onConflict((oc) => oc.doNothing())
      .execute();
  const { n } = await trx
    .selectFrom('orderTags')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return n;
}

/** The tags of orders to pack, by name; at most 500. */
export async function listTagsToPack(db: Database): Promise<string[]> {
  const toPack = db.selectFrom('orders').select('id').where(isToPack);
  const rows = await db
    .selectFrom('orderTags')
    .select('tag')
    .distinct()
    .where('orderId', 'in', toPack)
    .orderBy('tag')
    .limit(500)
    .execute();
  return rows.map(({ tag }) => tag);
}

/** The tags in use, with one index probe for each; at most 500. */
export async function listTags(db: Database): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    with recursive tags as (
      (select tag from order_tags order by tag limit 1)
      union all
      select (select t.tag from order_tags t where t.tag > tags.tag order by t.tag limit 1)
      from tags where tags.tag is not null)
    select tag from tags where tag is not null limit 500`.execute(db);
  return rows.map(({ tag }) => tag);
}
