import type { AddressRequest } from '../../../shared/contract/accounts/accounts.ts';
import type { Database, Trx } from '../../db/database.ts';

// Every statement names the owner of the address.
const columns = ['id', 'name', 'address', 'city', 'state', 'postalCode', 'country', 'isDefault'] as const;

export async function listAddresses(db: Database | Trx, userId: string) {
  return db
    .selectFrom('addresses')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('isDefault', 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export type AddressRow = Awaited<ReturnType<typeof listAddresses>>[number];

export async function insertAddress(trx: Trx, userId: string, address: AddressRequest, createdAt: Date) {
  return trx
    .insertInto('addresses')
    .values({ ...address, userId, createdAt })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function updateAddress(trx: Trx, userId: string, id: string, address: AddressRequest) {
  return trx
    .updateTable('addresses')
    .set(address)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

export async function deleteAddress(trx: Trx, userId: string, id: string) {
  return trx
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

/** Makes no address the default. */
export async function clearDefault(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('addresses')
    .set({ isDefault: false })
    .where('userId', '=', userId)
    .where('isDefault', '=', true)
    .execute();
}

export async function deleteAddresses(trx: Trx, userId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('addresses')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
