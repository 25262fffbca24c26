import type { Database, Trx } from '../db/database.ts';

/** Whether one of these mobile numbers and mailboxes is blocked. */
export async function isCodBlocked(db: Database | Trx, contacts: string[]): Promise<boolean> {
  if (contacts.length === 0) return false;
  const row = await db
    .selectFrom('codBlocks')
    .select('id')
    .where('contact', 'in', contacts)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The blocked contacts, newest first. */
export const listBlocks = (db: Database) =>
  db
    .selectFrom('codBlocks')
    .innerJoin('users', 'users.id', 'createdBy')
    .select(['codBlocks.id', 'contact', 'codBlocks.createdAt', 'users.name as by'])
    .orderBy('codBlocks.createdAt', 'desc')
    .orderBy('contact')
    .limit(1000)
    .execute();

/** Blocks contacts; those that are blocked already stay. */
export async function insertBlocks(trx: Trx, contacts: string[], createdBy: string): Promise<void> {
  await trx
    .insertInto('codBlocks')
    .values(contacts.map((contact) => ({ contact, createdBy })))
    .onConflict((oc) => oc.column('contact').doNothing())
    .execute();
}

/** Removes the blocks of these contacts. */
export async function deleteBlocks(trx: Trx, contacts: string[]): Promise<void> {
  await trx.deleteFrom('codBlocks').where('contact', 'in', contacts).execute();
}
