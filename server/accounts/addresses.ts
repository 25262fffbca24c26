import type { AddressRequest, SavedAddress } from '../../shared/contract/accounts.ts';
import { isId } from '../../shared/id.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { conflict, notFound, unauthorized } from '../errors.ts';
import * as queries from './address-queries.ts';
import { lockUser } from './queries.ts';

const maxAddresses = 20;

/** The places one person has things sent to. Exactly one is the default, as long as there is any. */
export function addressBook({ db, clock }: Deps, userId: string) {
  const change = <T>(work: (trx: Trx) => Promise<T>) =>
    transaction(db, async (trx) => {
      if (!(await lockUser(trx, userId))) throw unauthorized();
      return work(trx);
    });

  return {
    list: async () => (await queries.listAddresses(db, userId)).map(presentAddress),

    add: (address: AddressRequest) =>
      change(async (trx) => {
        const others = await queries.listAddresses(trx, userId);
        if (others.length >= maxAddresses) {
          throw conflict('too_many_addresses', `You can keep ${maxAddresses} addresses. Delete one first.`);
        }
        const isDefault = address.isDefault || others.length === 0;
        if (isDefault) await queries.clearDefault(trx, userId);
        return presentAddress(
          await queries.insertAddress(trx, userId, { ...address, isDefault }, clock.now()),
        );
      }),

    edit: (id: string, address: AddressRequest) =>
      change(async (trx) => {
        const before = (await queries.listAddresses(trx, userId)).find((each) => each.id === id);
        if (!before) throw notFound('Address not found.');
        const isDefault = address.isDefault || before.isDefault;
        if (isDefault) await queries.clearDefault(trx, userId);
        const after = await queries.updateAddress(trx, userId, id, { ...address, isDefault });
        return presentAddress(after ?? before);
      }),

    remove: (id: string) =>
      change(async (trx) => {
        const gone = isId(id) ? await queries.deleteAddress(trx, userId, id) : undefined;
        if (!gone) throw notFound('Address not found.');
        const [next] = await queries.listAddresses(trx, userId);
        if (gone.isDefault && next) {
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
