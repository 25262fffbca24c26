import { maxTags, type TagChange } from '../../shared/contract/accounts/notes-and-tags.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badRequest, notFound } from '../errors.ts';
import { can } from '../permissions.ts';
import { lockExisting } from './lock-unshipped.ts';
import * as queries from './queries/note-queries.ts';
import type { LockedOrder } from './queries/order-queries.ts';

/**
 * Internal notes and tags of orders. Each verb returns the changed order; 404 for an order that the admin may not see.
 * The audit log keeps the text of changed and deleted notes.
 */
export function notesAndTags(
  { db }: Pick<Deps, 'db'>,
  admin: Admin,
  getOrder: (id: string) => Promise<AdminOrder>,
) {
  /** Changes an order while it is locked: the timeline has to end in its status. */
  async function change(id: string, act: (trx: Trx, order: LockedOrder) => Promise<void>) {
    await getOrder(id);
    await transaction(db, async (trx) => {
      await act(trx, await lockExisting(trx, id));
    });
    return getOrder(id);
  }

  async function lockOwnNote(trx: Trx, orderId: string, id: string) {
    const found = await queries.lockOwnNote(trx, { orderId, id, byUser: admin.userId });
    if (!found) throw notFound('Note not found.');
    return found;
  }

  return {
    addNote: (id: string, text: string): Promise<AdminOrder> =>
      change(id, async (trx, { status }) => {
        await queries.insertNote(trx, { orderId: id, status, byUser: admin.userId, note: text });
        await recordAudit(trx, admin, { action: 'order.note', subject: id, detail: { text } });
      }),

    /** Changes a note that this admin wrote; 404 for others. */
    editNote: (id: string, noteId: string, text: string): Promise<AdminOrder> =>
      change(id, async (trx) => {
        const { id: eventId, note: from } = await lockOwnNote(trx, id, noteId);
        if (from === text) return;
        await queries.updateNote(trx, eventId, text);
        const changes = [{ field: 'text', from, to: text }];
        await recordAudit(trx, admin, { action: 'order.note-edit', subject: id, detail: { changes } });
      }),

    /** Deletes a note that this admin wrote; 404 for others. */
    deleteNote: (id: string, noteId: string): Promise<AdminOrder> =>
      change(id, async (trx) => {
        const { id: eventId, note: text } = await lockOwnNote(trx, id, noteId);
        await queries.deleteNote(trx, eventId);
        await recordAudit(trx, admin, { action: 'order.note-delete', subject: id, detail: { text } });
      }),

    /** Adds and removes tags; 400 for too many. */
    changeTags: (id: string, tags: TagChange): Promise<AdminOrder> =>
      change(id, async (trx) => {
        const count = await queries.changeTags(trx, id, tags);
        if (count > maxTags) {
          const message = `An order has at most ${maxTags} tags`;
          throw badRequest(message, { add: message });
        }
        await recordAudit(trx, admin, { action: 'order.tags', subject: id, detail: tags });
      }),

    /** The tags of the orders that the admin may see, by name. */
    listTags: (): Promise<string[]> =>
      can(admin, 'orders.viewAll') ? queries.listTags(db) : queries.listTagsToPack(db),
  };
}
