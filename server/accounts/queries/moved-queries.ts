import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/** A customer of a former shop. `email` or `mobile` can be empty. */
export type MovedAccount = {
  name: string;
  email: string;
  mobile: string;
  address: { name: string; address: string; city: string; state: string; postalCode: string } | null;
};

/** Those of these e-mail addresses and mobile numbers that an account has. */
export async function findTakenContacts(trx: Trx, contacts: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ value: string }>`
    select email as value from users where email = any(${contacts}::text[]) and deleted_at is null
    union select mobile from users where mobile = any(${contacts}::text[]) and deleted_at is null`.execute(
    trx,
  );
  return new Set(rows.map(({ value }) => value));
}

/**
 * Creates accounts without a password, whose owners can sign in once they have proved their e-mail address. Returns the
 * ids in the order of the accounts.
 */
export async function insertMovedAccounts(trx: Trx, accounts: MovedAccount[]): Promise<string[]> {
  if (accounts.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with given as (
      select gen_random_uuid() as id, * from jsonb_to_recordset(${JSON.stringify(
        accounts.map((account, position) => ({ ...account, position })),
      )}::jsonb) as r (position int, name text, email text, mobile text, address jsonb)),
    created as (
      insert into users (id, name, email, mobile)
      select id, name, nullif(email, ''), nullif(mobile, '') from given),
    addressed as (
      insert into addresses (user_id, name, address, city, state, postal_code, is_default)
      select id, address ->> 'name', address ->> 'address', address ->> 'city', address ->> 'state',
        address ->> 'postalCode', true
      from given where jsonb_typeof(address) = 'object')
    select id from given order by position`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Those of these accounts that nobody has used: without a sign-in, a password or an order. */
export async function findUnusedAccounts(trx: Trx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users u where id = any(${ids}::uuid[]) and first_sign_in_at is null and password_hash is null
      and email_verified_at is null and deleted_at is null and not is_admin
      and not exists (select from orders where user_id = u.id)
    for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Deletes accounts that nobody has used. */
export async function deleteUnusedAccounts(trx: Trx, ids: string[]): Promise<void> {
  await trx.deleteFrom('users').where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
}
