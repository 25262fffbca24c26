import { mailboxOf } from '../../shared/contact/mailbox.ts';
import type { CodBlock } from '../../shared/contract/orders/cod.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, notFound } from '../errors.ts';
import { findBuyer } from '../orders/queries/cod-queries.ts';
import { deleteBlocks, insertBlocks, listBlocks } from './block-queries.ts';

/** The buyers whose orders can't be paid on delivery. Neither contacts nor orders are changed. */
export function codBlocks(deps: Deps, admin: Admin) {
  async function listCodBlocks(): Promise<CodBlock[]> {
    const rows = await listBlocks(deps.db);
    return rows.map(({ id, createdAt, ...row }) => ({ _id: id, at: createdAt.toISOString(), ...row }));
  }

  /** Blocks contacts or removes their blocks. The log does not name them, because they are personal data. */
  async function change(contacts: string[], isBlocked: boolean, subject: string): Promise<void> {
    await transaction(deps.db, async (trx) => {
      if (isBlocked) await insertBlocks(trx, contacts, admin.userId);
      else await deleteBlocks(trx, contacts);
      await recordAudit(trx, admin, { action: isBlocked ? 'cod.block' : 'cod.unblock', subject });
    });
  }

  return {
    /** The blocked contacts, newest first, at most 1,000. */
    listCodBlocks,

    /** Blocks an e-mail address or a mobile number. */
    async addCodBlock(contact: string): Promise<CodBlock[]> {
      await change([contact.includes('@') ? mailboxOf(contact) : contact], true, 'contact');
      return listCodBlocks();
    },

    /** Removes a block. 404. */
    async removeCodBlock(id: string): Promise<void> {
      const block = (await listBlocks(deps.db)).find((known) => known.id === id);
      if (!block) throw notFound('There is no such block.');
      await change([block.contact], false, 'contact');
    },

    /** Blocks the mobile number and the mailbox of an order, or removes these blocks. 404. */
    async changeBlockOfOrder(id: string, isBlocked: boolean): Promise<void> {
      const order = isId(id) ? await findBuyer(deps.db, id) : undefined;
      if (!order) throw notFound('Order not found.');
      const contacts = [order.mobile, order.mailbox].filter(Boolean);
      if (contacts.length === 0)
        throw badField('blocked', 'This order has no email address and no mobile number.');
      await change(contacts, isBlocked, id);
    },
  };
}
