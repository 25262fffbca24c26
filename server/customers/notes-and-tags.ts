import type { CustomerDetail } from '../../shared/contract/accounts/customers.ts';
import { maxTags, type TagChange } from '../../shared/contract/accounts/notes-and-tags.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import { requireNoLimits } from '../db/value-limits.ts';
import type { Admin, Deps } from '../deps.ts';
import { badRequest, forbidden, notFound } from '../errors.ts';
import { can } from '../permissions.ts';
import * as changes from './change-queries.ts';
import { listTags, lockCustomer } from './queries.ts';

/**
 * Notes and tags of customers. Each verb returns the changed customer; 404 for an unknown one. The audit log records
 * who changed them, without the text, because an erasure deletes it.
 */
export function customerNotesAndTags(
  { db }: Pick<Deps, 'db'>,
  admin: Admin,
  getCustomer: (id: string) => Promise<CustomerDetail>,
) {
  async function change(
    id: string,
    entry: { action: string; detail?: object },
    act: (trx: Trx) => Promise<void>,
  ) {
    if (!isId(id)) throw notFound('Customer not found.');
    await transaction(db, async (trx) => {
      if (!(await lockCustomer(trx, id))) throw notFound('Customer not found.');
      await act(trx);
      await recordAudit(trx, admin, { ...entry, subject: id });
    });
    return getCustomer(id);
  }

  async function lockOwnNote(trx: Trx, customerId: string, id: string): Promise<void> {
    const note = isId(id) && (await changes.lockOwnNote(trx, { customerId, id, byUser: admin.userId }));
    if (!note) throw notFound('Note not found.');
  }

  return {
    addNote: (id: string, text: string) =>
      change(id, { action: 'customer.note' }, (trx) =>
        changes.insertNote(trx, { customerId: id, text, byUser: admin.userId }),
      ),

    /** Changes a note that this admin wrote; 404 for others. */
    editNote: (id: string, note: string, text: string) =>
      change(id, { action: 'customer.note-edit' }, async (trx) => {
        await lockOwnNote(trx, id, note);
        await changes.updateNote(trx, note, text);
      }),

    /** Deletes a note that this admin wrote; 404 for others. */
    deleteNote: (id: string, note: string) =>
      change(id, { action: 'customer.note-delete' }, async (trx) => {
        await lockOwnNote(trx, id, note);
        await changes.deleteNote(trx, note);
      }),

    /** Adds and removes tags; 400 for too many, 403 as `requireMayGain`. */
    changeTags: (id: string, tags: TagChange) =>
      change(id, { action: 'customer.tags', detail: tags }, async (trx) => {
        const has = new Set(await changes.listTagsOf(trx, id));
        await requireMayGain(
          trx,
          admin,
          tags.add.filter((tag) => !has.has(tag)),
        );
        if ((await changes.changeTags(trx, id, tags)) <= maxTags) return;
        const message = `A customer has at most ${maxTags} tags`;
        throw badRequest(message, { add: message });
      }),

    /** The tags of all customers, by name. */
    listTags: (): Promise<string[]> => listTags(db),
  };
}

/**
 * A customer gains these tags. 403 if one of them gives prices or discounts, unless the role of the admin has the
 * permission for discounts and no limits.
 */
export async function requireMayGain(trx: Trx, admin: Admin, tags: string[]): Promise<void> {
  const [tag] = tags.length > 0 ? await changes.listTagsOfValue(trx, tags) : [];
  if (tag === undefined) return;
  if (!can(admin, 'discounts.edit'))
    throw forbidden(
      `The tag “${tag}” gives prices or discounts. An admin who may change discounts can add it.`,
    );
  await requireNoLimits(trx, admin, 'tag');
}
