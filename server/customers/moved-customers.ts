import {
  deleteUnusedAccounts,
  findTakenContacts,
  findUnusedAccounts,
  insertMovedAccounts,
} from '../accounts/accounts.ts';
import type { MovedAccount } from '../accounts/queries/moved-queries.ts';
import type { Trx } from '../db/database.ts';
import * as changes from './change-queries.ts';
import { findByContacts, foldCustomers } from './queries.ts';

/** A customer of a former shop. `email` or `mobile` can be empty. */
export type MovedCustomer = MovedAccount & {
  tags: string[];
  note: string;
  acceptsMail: boolean;
  acceptsTexts: boolean;
};

/** What has become of a moved customer: a new one, or one that is here, who stays as they are. */
type Moved = { id: string; isNew: boolean; isMobileTaken: boolean };

/**
 * Creates customers of a former shop: accounts without a password. One who is here, by e-mail address or else by mobile
 * number, stays as they are. Returns them in the same order; notes are by `byUser`.
 */
export async function insertMovedCustomers(trx: Trx, byUser: string, all: MovedCustomer[]): Promise<Moved[]> {
  const contacts = all.flatMap(({ email, mobile }) => [email, mobile].filter(Boolean));
  const known = await findByContacts(trx, contacts);
  const taken = await findTakenContacts(trx, contacts);
  const created: { account: MovedCustomer; isMobileTaken: boolean }[] = [];
  const found = all.map((account) => {
    const id = known.get(account.email) ?? known.get(account.mobile);
    // An account that another customer of these has just got.
    if (id || taken.has(account.email)) return id;
    const isMobileTaken = account.mobile !== '' && taken.has(account.mobile);
    for (const contact of [account.email, account.mobile]) if (contact) taken.add(contact);
    const next = isMobileTaken ? { ...account, mobile: '' } : account;
    return created.push({ account: next, isMobileTaken }) - 1;
  });
  const userIds = await insertMovedAccounts(
    trx,
    created.map(({ account }) => account),
  );
  while ((await foldCustomers(trx, 1000)) > 0);
  const customers = await changes.findCustomersOfAccounts(trx, userIds);
  const ids = userIds.map((userId) => customers.get(userId) ?? '');
  await changes.insertMovedDetails(
    trx,
    byUser,
    created.map(({ account }, i) => ({ ...account, id: ids[i] ?? '' })),
  );
  return found.map((idOrPosition) =>
    typeof idOrPosition === 'number'
      ? {
          id: ids[idOrPosition] ?? '',
          isNew: true,
          isMobileTaken: created[idOrPosition]?.isMobileTaken ?? false,
        }
      : { id: idOrPosition ?? '', isNew: false, isMobileTaken: false },
  );
}

/** Removes those of these customers whose accounts nobody has used. Returns how many stay. */
export async function removeMovedCustomers(trx: Trx, ids: string[]): Promise<number> {
  const accounts = await changes.findAccountsOf(trx, ids);
  const unused = await findUnusedAccounts(trx, [...accounts.keys()]);
  await changes.deleteCustomers(
    trx,
    unused.flatMap((userId) => accounts.get(userId) ?? []),
  );
  await deleteUnusedAccounts(trx, unused);
  return accounts.size - unused.length;
}
