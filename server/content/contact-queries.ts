import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ContactListQuery } from '../../shared/contract/accounts/contact.ts';
import type { Database, Trx } from '../db/database.ts';
import { countRows, likeAnywhere, readPage } from '../db/paging.ts';

export async function insertContactQuery(
  trx: Trx,
  query: { name: string; email: string; subject: string; message: string; isMailed: boolean },
): Promise<number> {
  const { ticket } = await trx
    .insertInto('contactQueries')
    .values(query)
    .returning('ticket')
    .executeTakeFirstOrThrow();
  return ticket;
}

/** Lets one transaction at a time count and mail queries, until it ends. */
export async function lockMailing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('mails of contact queries', 0))`.execute(trx);
}

export const countMailedOfLastHour = (trx: Trx): Promise<number> =>
  countRows(
    trx
      .selectFrom('contactQueries')
      .where('isMailed', '=', true)
      .where(sql<boolean>`created_at > now() - interval '1 hour'`),
  );

type Filter = Pick<ContactListQuery, 'unread' | 'search'>;

/** A page of the queries that are not deleted, newest first, each with its replies. */
export async function listContactQueries(db: Database, query: ContactListQuery) {
  return readPage(withReplies(db, query).orderBy('createdAt', 'desc').orderBy('id', 'desc'), query);
}

export const countUnread = (db: Database): Promise<number> => countRows(matching(db, { unread: true }));

export async function findContactQuery(db: Database, id: string) {
  return withReplies(db, { unread: false }).where('contactQueries.id', '=', id).executeTakeFirst();
}
export type ContactQueryRow = NonNullable<Awaited<ReturnType<typeof findContactQuery>>>;

export async function lockContactQuery(trx: Trx, id: string) {
  return matching(trx, { unread: false }).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateContactQuery(
  trx: Trx,
  id: string,
  change: { readAt?: Date | null; deletedAt?: Date },
): Promise<void> {
  await trx.updateTable('contactQueries').set(change).where('id', '=', id).execute();
}

export async function insertReply(
  trx: Trx,
  reply: { queryId: string; userId: string; message: string; mailId: string | null; createdAt: Date },
): Promise<void> {
  await trx.insertInto('contactReplies').values(reply).execute();
}

function matching(db: Database | Trx, { unread, search }: Filter) {
  let query = db.selectFrom('contactQueries').where('deletedAt', 'is', null);
  if (unread) query = query.where('readAt', 'is', null);
  if (search) query = query.where('searchText', 'like', likeAnywhere(search));
  return query;
}

const withReplies = (db: Database, filter: Filter) =>
  matching(db, filter)
    .select(['id', 'ticket', 'name', 'email', 'subject', 'message', 'createdAt', 'readAt'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('contactReplies as r')
          .leftJoin('users', 'users.id', 'r.userId')
          .leftJoin('mails', 'mails.id', 'r.mailId')
          .select(['r.id', 'r.message', 'r.createdAt', 'users.name as by', 'mails.status as mail'])
          .whereRef('r.queryId', '=', 'contactQueries.id')
          .orderBy('r.createdAt'),
      ).as('replies'),
    );
