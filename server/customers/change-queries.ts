import { sql } from 'kysely';
import type { MatchingCustomers } from '../../shared/contract/accounts/customers.ts';
import type { Database, Trx } from '../db/database.ts';
import { replaceRowsOf } from '../db/personal-data/personal-data-queries.ts';
import { matches } from './queries.ts';

export async function insertNote(
  trx: Trx,
  note: { customerId: string; text: string; byUser: string },
): Promise<void> {
  await trx.insertInto('customerNotes').values(note).execute();
}

/** Locks a note that this admin wrote about this customer. */
export async function lockOwnNote(trx: Trx, note: { customerId: string; id: string; byUser: string }) {
  return trx
    .selectFrom('customerNotes')
    .select(['id', 'text'])
    .where('id', '=', note.id)
    .where('customerId', '=', note.customerId)
    .where('byUser', '=', note.byUser)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateNote(trx: Trx, id: string, text: string): Promise<void> {
  await trx.updateTable('customerNotes').set({ text, editedAt: sql`now()` }).where('id', '=', id).execute();
}

export async function deleteNote(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('customerNotes').where('id', '=', id).execute();
}

/** Adds and removes tags of a locked customer; returns how many they have then. */
export async function changeTags(
  trx: Trx,
  customerId: string,
  { add, remove }: { add: string[]; remove: string[] },
): Promise<number> {
  if (remove.length > 0)
    await trx
      .deleteFrom('customerTags')
      .where('customerId', '=', customerId)
      .where('tag', 'in', remove)
      .execute();
  if (add.length > 0)
    await trx
      .insertInto('customerTags')
      .values(add.map((tag) => ({ customerId, tag })))
      .onConflict((oc) => oc.doNothing())
      .execute();
  const { n } = await trx
    .selectFrom('customerTags')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('customerId', '=', customerId)
    .executeTakeFirstOrThrow();
  return n;
}

export async function listTagsOf(trx: Trx, customerId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('customerTags')
    .select('tag')
    .where('customerId', '=', customerId)
    .execute();
  return rows.map(({ tag }) => tag);
}

/** Those of these tags with which a customer is in a price list or gets a discount, whether it is active or not. */
export async function listTagsOfValue(trx: Trx, tags: string[]): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from unnest(${tags}::text[]) tag
    where exists (select from price_lists l where l.customer_tag = tag)
      or exists (select from discounts d where d.deleted_at is null and tag = any(d.customer_tags))`.execute(
    trx,
  );
  return rows.map(({ tag }) => tag);
}

/** Moves everything of a customer to another one, and deletes the first. */
export async function mergeCustomer(trx: Trx, merged: string, kept: string): Promise<void> {
  await sql`select merge_customer(${merged}, ${kept})`.execute(trx);
}

/**
 * Removes the contact details, notes and tags of a customer and separates them from their account. Their orders stay linked,
 * so that each of them is anonymised when it is finished. Gift cards for their proved e-mail addresses lose their
 * recipient. Returns these addresses, and when they first ordered or wrote to the shop.
 */
export async function eraseCustomer(
  trx: Trx,
  id: string,
  now: Date,
): Promise<{ emails: string[]; since: Date }> {
  const contacts = await trx
    .selectFrom('customerContacts')
    .select('value')
    .where('customerId', '=', id)
    .where('value', 'like', '%@%')
    .execute();
  await replaceRowsOf(trx, { id, email: null, since: new Date(0) });
  for (const { value: email } of contacts) await replaceRowsOf(trx, { id, email, since: new Date(0) });
  await trx
    .updateTable('customers')
    .set({ userId: null, name: 'Erased customer', email: '', mobile: '', erasedAt: now })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('customerContacts').where('customerId', '=', id).execute();
  await trx.deleteFrom('customerNotes').where('customerId', '=', id).execute();
  await trx.deleteFrom('customerTags').where('customerId', '=', id).execute();
  const emails = contacts.map(({ value }) => value);
  return { emails, since: (await findFirstContact(trx, id, emails)) ?? now };
}

async function findFirstContact(trx: Trx, id: string, emails: string[]): Promise<Date | null | undefined> {
  const { rows } = await sql<{ since: Date | null }>`select min(created_at) as since from (
    select created_at from orders where id in (select order_id from customer_orders where customer_id = ${id})
    union all select created_at from contact_queries where email = any(${emails}::text[])) found`.execute(
    trx,
  );
  return rows[0]?.since;
}

/** The customers of accounts, by the account. */
export async function findCustomersOfAccounts(trx: Trx, userIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id from customers where user_id = any(${userIds}::uuid[])`.execute(trx);
  return new Map(rows.map(({ id, userId }) => [userId, id]));
}

/** Stores what a former shop knows of these customers: tags, notes, and their consent to offers. */
export async function insertMovedDetails(
  trx: Trx,
  byUser: string,
  details: { id: string; tags: string[]; note: string; acceptsMail: boolean; acceptsTexts: boolean }[],
): Promise<void> {
  const tags = details.flatMap(({ id: customerId, tags: names }) =>
    names.map((tag) => ({ customerId, tag })),
  );
  if (tags.length > 0)
    await trx
      .insertInto('customerTags')
      .values(tags)
      .onConflict((oc) => oc.doNothing())
      .execute();
  const notes = details.flatMap(({ id: customerId, note: text }) =>
    text ? [{ customerId, text, byUser }] : [],
  );
  if (notes.length > 0) await trx.insertInto('customerNotes').values(notes).execute();
  await sql`update customers c set accepts_mail = r.accepts_mail, accepts_texts = r.accepts_texts
    from jsonb_to_recordset(${JSON.stringify(
      details.map(({ id, acceptsMail, acceptsTexts }) => ({
        id,
        accepts_mail: acceptsMail,
        accepts_texts: acceptsTexts,
      })),
    )}::jsonb) r (id uuid, accepts_mail boolean, accepts_texts boolean)
    where c.id = r.id and (r.accepts_mail or r.accepts_texts)`.execute(trx);
}

/** Deletes customers with their tags, notes and contacts. */
export async function deleteCustomers(trx: Trx, ids: string[]): Promise<void> {
  await trx.deleteFrom('customers').where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
}

/** The accounts of these customers, by the customer. */
export async function findAccountsOf(trx: Trx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id from customers where id = any(${ids}::uuid[]) and user_id is not null`.execute(trx);
  return new Map(rows.map(({ id, userId }) => [userId, id]));
}

/** Marks customers whose account has no password and an e-mail address; returns how many. */
export async function askForInvitations(
  trx: Trx,
  asked: { ids: string[] } | { matching: MatchingCustomers },
): Promise<number> {
  const wanted =
    'ids' in asked
      ? sql<boolean>`c.id = any(${asked.ids}::uuid[])`
      : sql<boolean>`c.id in (select id from customers where ${matches(asked.matching)})`;
  const { numAffectedRows = 0n } = await sql`
    update customers c set invite_at = now(), invited_at = null from users u
    where u.id = c.user_id and u.email is not null and u.password_hash is null and u.email_verified_at is null
      and u.first_sign_in_at is null and not u.is_admin and u.deleted_at is null and c.erased_at is null
      and (c.invite_at is null or c.invited_at is not null) and ${wanted}`.execute(trx);
  return Number(numAffectedRows);
}

export async function listToInvite(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where('inviteAt', 'is not', null)
    .where('invitedAt', 'is', null)
    .orderBy('inviteAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks an invitation as mailed, unless it was meanwhile. Returns the account. */
export async function claimInvitation(trx: Trx, id: string, now: Date): Promise<string | null | undefined> {
  const row = await trx
    .updateTable('customers')
    .set({ invitedAt: now })
    .where('id', '=', id)
    .where('invitedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return row?.userId;
}
