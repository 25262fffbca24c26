import type { AddressRequest, SavedAddress } from '../../shared/contract/accounts/accounts.ts';
import { isId } from '../../shared/id.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { conflict, notFound, unauthorized } from '../errors.ts';
import * as queries from './queries/address-queries.ts';
import { lockUser } from './queries/queries.ts';

const maxAddresses = 20;

/** The saved addresses of an account. Exactly one is the default, unless there is none. */
export function addressBook({ db, clock }: Deps, userId: string) {
  const inTransaction = <T>(work: (trx: Trx) => Promise<T>) =>
    transaction(db, async (trx) => {
      if (!(await lockUser(trx, userId))) throw unauthorized();
      return work(trx);
    });

  return {
    list: async () => (await queries.listAddresses(db, userId)).map(presentAddress),

    add: (address: AddressRequest) =>
      inTransaction(async (trx) => {
        const existing = await queries.listAddresses(trx, userId);
        if (existing.length >= maxAddresses) {
          throw conflict('too_many_addresses', `You can save ${maxAddresses} addresses. Delete one first.`);
        }
        const isDefault = address.isDefault || existing.length === 0;
        if (isDefault) await queries.clearDefault(trx, userId);
        return presentAddress(
          await queries.insertAddress(trx, userId, { ...address, isDefault }, clock.now()),
        );
      }),

    update: (id: string, address: AddressRequest) =>
      inTransaction(async (trx) => {
        const before = (await queries.listAddresses(trx, userId)).find((address) => address.id === id);
        if (!before) throw notFound('Address not found.');
        const isDefault = address.isDefault || before.isDefault;
        if (isDefault) await queries.clearDefault(trx, userId);
        const after = await queries.updateAddress(trx, userId, id, { ...address, isDefault });
        return presentAddress(after ?? before);
      }),

    remove: (id: string) =>
      inTransaction(async (trx) => {
        const deleted = isId(id) ? await queries.deleteAddress(trx, userId, id) : undefined;
        if (!deleted) throw notFound('Address not found.');
        const [next] = await queries.listAddresses(trx, userId);
        if (deleted.isDefault && next) {
          const { id: nextId, ...address } = next;
          await queries.updateAddress(trx, userId, nextId, { ...address, isDefault: true });
        }
      }),
  };
}

export const presentAddress = ({ id, ...address }: queries.AddressRow): SavedAddress => ({
  _id: id,
  ...address,
});
