import type { AttentionItem, AttentionQuery, Remedy } from '../../shared/contract/attention.ts';
import type { AdminOrder, Refundable, RefundRequest, StatusChange } from '../../shared/contract/orders.ts';
import { findUser } from '../accounts/accounts.ts';
import { listAlerts } from '../alerts/alerts.ts';
import { getSettings } from '../content/content.ts';
import type { Admin, Deps } from '../deps.ts';
import { orderAdmin, renderPackingSlipOf } from '../orders/orders.ts';
import { readRefundable, refundOrder } from './refund-order.ts';
import { applyRemedy } from './resolve-alert.ts';
import { setOrderStatus } from './set-status.ts';
import { settleNow } from './settle.ts';
import { getTestOrders, removeTestOrders } from './test-orders.ts';

/** What an admin does with the money and goods of orders (contract §3). */
export function checkoutAdmin(deps: Deps, admin: Admin) {
  const { getAnyOrder } = orderAdmin(deps, admin);

  /** The admin with the name that the timeline of an order shows. */
  async function namedAdmin() {
    const user = await findUser(deps.db, admin.userId);
    return { ...admin, name: user?.name ?? 'Admin' };
  }

  async function checkPayment(id: string): Promise<void> {
    await getAnyOrder(id);
    await settleNow(deps, id);
  }

  return {
    /**
     * Sets any status, with its effects on money and goods. See setOrderStatus for its errors; 502 for `paid` while the
     * provider can't be asked whether the order is paid already.
     */
    async setStatus(id: string, change: StatusChange): Promise<AdminOrder> {
      // A payment that the provider has must not be recorded a second time as an offline payment.
      if (change.status === 'paid') await checkPayment(id);
      await setOrderStatus(deps, await namedAdmin(), id, change);
      return getAnyOrder(id);
    },

    /** What can still be refunded of an order, in total and by line. */
    getRefundable: (id: string): Promise<Refundable> => readRefundable(deps, id),

    /** Refunds lines or an amount of an order. See refundOrder for its errors. */
    async refund(id: string, request: RefundRequest, idempotencyKey?: string): Promise<AdminOrder> {
      await refundOrder(deps, await namedAdmin(), id, request, idempotencyKey);
      return getAnyOrder(id);
    },

    /** Settles an order now. 502 while the provider can't be asked. */
    async checkWithProvider(id: string): Promise<AdminOrder> {
      await checkPayment(id);
      return getAnyOrder(id);
    },

    /** The packing slip of an order as a PDF. */
    async getPackingSlip(id: string): Promise<{ filename: string; pdf: Buffer }> {
      const order = await getAnyOrder(id);
      const { seller } = await getSettings(deps.db);
      return renderPackingSlipOf(order, seller.shopName);
    },

    getTestOrders: () => getTestOrders(deps),

    /** Removes all test orders. See removeTestOrders for its errors. */
    removeTestOrders: async (shown: number) => removeTestOrders(deps, await namedAdmin(), shown),

    /** One page of the alerts, newest first. */
    listAttention: (query: AttentionQuery) => listAlerts(deps.db, query),

    /** Applies a remedy to an alert. See applyRemedy for its errors. */
    resolveAttention: async (id: string, remedy: Remedy): Promise<AttentionItem> =>
      applyRemedy(deps, await namedAdmin(), id, remedy),
  };
}
