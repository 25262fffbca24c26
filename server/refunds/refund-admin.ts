import type { Refundable, RefundRequest } from '../../shared/contract/orders/refunds.ts';
import { namedAdmin } from '../accounts/accounts.ts';
import type { Admin, Deps } from '../deps.ts';
import { orderAdmin } from '../orders/orders.ts';
import { refundApprovals } from './refund-approvals.ts';
import { readRefundable, refundOrder } from './refund-order.ts';

/** The refunds that admins request, approve and reject (contract §3). */
export function refundAdmin(deps: Deps, admin: Admin) {
  const { getAnyOrder } = orderAdmin(deps, admin);
  return {
    /** What can still be refunded of an order, in total and by line. */
    getRefundable: (id: string): Promise<Refundable> => readRefundable(deps, id),

    /**
     * Refunds lines or an amount of an order. `isRequested` is false if the refund waits for approval. See refundOrder
     * for its errors.
     */
    async refund(id: string, request: RefundRequest, idempotencyKey?: string) {
      const isRequested = await refundOrder(deps, await namedAdmin(deps, admin), id, request, idempotencyKey);
      return { isRequested, order: await getAnyOrder(id) };
    },

    ...refundApprovals(deps, admin, () => namedAdmin(deps, admin)),
  };
}
