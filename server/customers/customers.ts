import type {
  Customer,
  CustomerDetail,
  CustomerQuery,
  MatchingCustomers,
} from '../../shared/contract/accounts/customers.ts';
import { isId } from '../../shared/id.ts';
import { toRupees } from '../../shared/money.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Actor, Admin, Deps } from '../deps.ts';
import { conflict, notFound, ShopError } from '../errors.ts';
import { eraseCustomer, listTagsOf, mergeCustomer } from './change-queries.ts';
import { deleteAccount, eraseAccount, eraseGuest, removeErasedFiles } from './erasure.ts';
import { exportCustomers } from './export.ts';
import { invitations } from './invitations.ts';
import { customerNotesAndTags, requireMayGain } from './notes-and-tags.ts';
import * as queries from './queries.ts';

export { eraseDueOrders } from './erasure.ts';
export { mailDueInvitations } from './invitations.ts';
export { insertMovedCustomers, removeMovedCustomers } from './moved-customers.ts';
export { requireMayGain } from './notes-and-tags.ts';
export { findByContacts } from './queries.ts';

/** What the customers of the shop do with their own data. */
export const customers = (deps: Deps, actor: Actor) => ({
  deleteAccount: (currentPassword: string) => deleteAccount(deps, actor, currentPassword),
});

/** The customers of the shop: accounts, and guests with a paid order (contract §4.3). */
export function customerAdmin(deps: Deps, admin: Admin) {
  const { db, clock } = deps;
  const withTests = () => countsTestOrders(deps);

  /** A customer with contacts, addresses and notes; or 404. */
  async function getCustomer(id: string): Promise<CustomerDetail> {
    await queries.foldCustomers(db);
    const row = isId(id) ? await queries.findCustomer(db, id, await withTests()) : undefined;
    if (!row) throw notFound('Customer not found.');
    return presentDetail(row, await queries.findDetails(db, id), admin);
  }

  return {
    getCustomer,
    ...customerNotesAndTags(deps, admin, getCustomer),
    ...invitations(deps, admin),

    /** One page of the customers that match, and how many match. */
    async listCustomers(query: CustomerQuery): Promise<{ items: Customer[]; total: number }> {
      await queries.foldCustomers(db);
      const { rows, total } = await queries.listCustomers(db, query, await withTests());
      return { items: rows.map(present), total };
    },

    /** The customers that match as CSV, in parts. */
    exportCustomers: (query: MatchingCustomers) => exportCustomers(deps, admin, query),

    /**
     * Moves the orders, contacts, notes and tags of another customer to this one and deletes them; this can't be undone.
     * 404 if one of them does not exist, 409 if both have an account, 403 as `requireMayGain`.
     */
    async mergeCustomers(id: string, from: string): Promise<CustomerDetail> {
      if (!isId(id) || !isId(from) || id === from) throw notFound('Customer not found.');
      await transaction(db, async (trx) => {
        await queries.lockCustomers(trx);
        // In the order of their ids, as others may merge them the other way round.
        const ids = [id, from].sort();
        const found = new Map<string, Awaited<ReturnType<typeof queries.lockCustomer>>>();
        for (const id of ids) found.set(id, await queries.lockCustomer(trx, id));
        const [kept, merged] = [found.get(id), found.get(from)];
        if (!kept || !merged) throw notFound('Customer not found.');
        if (kept.userId && merged.userId)
          throw conflict('conflict', 'Both customers have an account, so they can’t be merged.');
        // The account has the tags of both.
        const [tagsOfFirst, tagsOfMerged] = [await listTagsOf(trx, id), await listTagsOf(trx, from)];
        const newTags = tagsOfFirst
          .concat(tagsOfMerged)
          .filter((tag) => !tagsOfFirst.includes(tag) || !tagsOfMerged.includes(tag));
        await requireMayGain(trx, admin, newTags);
        await mergeCustomer(trx, from, id);
        await queries.lockCustomers(trx);
        await recordAudit(trx, admin, { action: 'customer.merge', subject: id, detail: { from } });
      });
      return getCustomer(id);
    },

    /**
     * Erases a customer: their account with everything that the map of personal data deletes, the notes and tags, and their
     * contact details in finished orders, and the mails to a guest. What tax law requires is kept. 403 for an
     * admin, 404 for an unknown customer.
     */
    async eraseCustomer(id: string): Promise<void> {
      const mailIds = await transaction(db, async (trx) => {
        await queries.lockCustomers(trx);
        const found = isId(id) ? await queries.lockCustomer(trx, id) : undefined;
        if (!found) throw notFound('Customer not found.');
        if (found.isAdmin)
          throw new ShopError('admin_account', 'The account of an admin can’t be erased here.');
        const { emails, since } = await eraseCustomer(trx, id, clock.now());
        await recordAudit(trx, admin, { action: 'customer.erase', subject: id });
        return found.userId ? eraseAccount(deps, trx, found.userId) : eraseGuest(trx, emails, since);
      });
      await removeErasedFiles(deps, mailIds);
    },
  };
}

type Details = Awaited<ReturnType<typeof queries.findDetails>>;

function presentDetail(
  row: queries.CustomerRow,
  { contacts, notes, priceLists, ...details }: Details,
  admin: Admin,
): CustomerDetail {
  return {
    ...present(row),
    ...details,
    otherContacts: contacts.filter((contact) => contact !== row.email && contact !== row.mobile),
    priceLists: priceLists.map(({ id: _id, name, isActive: active }) => ({ _id, name, active })),
    notes: notes.map(({ id: _id, text, by, byUser, createdAt, editedAt }) => ({
      _id,
      text,
      by,
      at: createdAt.toISOString(),
      own: byUser === admin.userId,
      edited: editedAt !== null,
    })),
  };
}

/** The account of a customer; null if they are a guest, undefined if there is no such customer. */
export async function findAccountOf(trx: Trx, customerId: string): Promise<string | null | undefined> {
  return (await queries.findCustomer(trx, customerId))?.userId;
}

/** Whether this e-mail address, in lower case, or mobile number is one of the customer with this account. */
export const isContactOf = queries.hasContact;

const present = (row: queries.CustomerRow): Customer => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  mobile: row.mobile,
  is_guest: row.userId === null,
  createdAt: row.createdAt.toISOString(),
  orders: row.orders,
  spent: toRupees(row.spentPaise),
  lastOrderAt: row.lastOrderAt?.toISOString() ?? null,
  formerOrders: row.formerOrders,
  formerSpent: toRupees(row.formerPaise),
  acceptsMail: row.acceptsMail,
  acceptsTexts: row.acceptsTexts,
  mayBeInvited: row.mayBeInvited,
  invitedAt: (row.invitedAt ?? row.inviteAt)?.toISOString() ?? null,
  tags: row.tags,
});

/** The most changes that one transaction adds, and the most transactions in a minute: other jobs wait for this one. */
const changesAtOnce = 1000;
const maxRounds = 20;

/** Runs each minute: adds what changed to the customers. */
export async function updateCustomers({ db }: { db: Database }): Promise<void> {
  for (let round = 0; round < maxRounds; round++)
    if ((await queries.foldCustomers(db, changesAtOnce)) < changesAtOnce) return;
}
