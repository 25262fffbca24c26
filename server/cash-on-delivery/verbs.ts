import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { namedAdmin } from '../accounts/accounts.ts';
import type { Admin, Deps } from '../deps.ts';
import { orderAdmin } from '../orders/orders.ts';
import { codBlocks } from './blocks.ts';
import { confirmByAdmin, confirmByBuyer } from './confirm.ts';

/** What buyers do with orders that are paid on delivery. */
export const cashOnDelivery = (deps: Deps) => ({
  /** Confirms an order that is paid on delivery with the token of its mail. 400 for any other. */
  confirmOrder: (id: string, token: string): Promise<void> => confirmByBuyer(deps, id, token),
});

/** What an admin does with orders that are paid on delivery, and with their buyers (contract §3). */
export function codAdmin(deps: Deps, admin: Admin) {
  const { getChangedOrder } = orderAdmin(deps, admin);
  const { changeBlockOfOrder, ...blocks } = codBlocks(deps, admin);
  return {
    /** Confirms an order that is paid on delivery. See confirmByAdmin for its errors. */
    async confirmOrder(id: string): Promise<AdminOrder> {
      await confirmByAdmin(deps, await namedAdmin(deps, admin), id);
      return getChangedOrder(id);
    },

    /** Blocks cash on delivery for the buyer of an order, or removes the block. 404. */
    async blockBuyer(id: string, isBlocked: boolean): Promise<AdminOrder> {
      await changeBlockOfOrder(id, isBlocked);
      return getChangedOrder(id);
    },

    ...blocks,
  };
}
