import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { replaceRowsOf } from '../db/personal-data/personal-data-queries.ts';

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
