import type { AttentionItem, AttentionQuery, Remedy } from '../../shared/contract/attention.ts';
import type { DueCollection } from '../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { namedAdmin } from '../accounts/accounts.ts';
import { listAlerts } from '../alerts/alerts.ts';
import type { Admin, Deps } from '../deps.ts';
import { orderAdmin } from '../orders/orders.ts';
import { collectDue, withdrawRequest } from './payment-requests.ts';
import { applyRemedy } from './remedies.ts';
import { settleNow } from './settle.ts';

/** What an admin does with the payments of orders, and with alerts about them (contract §3). */
export function paymentAdmin(deps: Deps, admin: Admin) {
  const { getAnyOrder, getChangedOrder } = orderAdmin(deps, admin);
  return {
    /** Asks for what is due of an order, or records it. See collectDue for its errors. */
    async collectDue(id: string, request: DueCollection): Promise<AdminOrder> {
      await collectDue(deps, await namedAdmin(deps, admin), id, request);
      return getChangedOrder(id);
    },

    /** Withdraws the payment link for what is due. See withdrawRequest for its errors. */
    async withdrawRequest(id: string): Promise<AdminOrder> {
      await withdrawRequest(deps, await namedAdmin(deps, admin), id);
      return getChangedOrder(id);
    },

    /** Settles an order now. 502 while the provider can't be asked. */
    async checkWithProvider(id: string): Promise<AdminOrder> {
      await getAnyOrder(id);
      await settleNow(deps, id);
      return getAnyOrder(id);
    },

    /** One page of the alerts, newest first. */
    listAttention: (query: AttentionQuery) => listAlerts(deps.db, query),

    /** Applies a remedy to an alert. See applyRemedy for its errors. */
    resolveAttention: async (id: string, remedy: Remedy): Promise<AttentionItem> =>
      applyRemedy(deps, await namedAdmin(deps, admin), id, remedy),
  };
}
