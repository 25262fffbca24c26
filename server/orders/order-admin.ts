import type {
  AdminOrder,
  AdminOrderQuery,
  MatchingOrders,
  OrderStats,
} from '../../shared/contract/orders.ts';
import { isId } from '../../shared/id.ts';
import { toRupees } from '../../shared/money.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Admin, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { findOrder } from './admin-queries.ts';
import { setHidden } from './changes.ts';
import { exportOrders } from './export.ts';
import { listOrders, orderStats } from './list-queries.ts';
import { presentAdminOrder } from './present.ts';

/** The orders of the shop as an admin sees them. */
export function orderAdmin(deps: Deps, admin: Admin) {
  const { db, clock } = deps;
  return {
    /** One page of the orders that match, and how many match. */
    async listAllOrders(query: AdminOrderQuery): Promise<{ items: AdminOrder[]; total: number }> {
      const { rows, total } = await listOrders(db, query);
      return { items: rows.map(presentAdminOrder), total };
    },

    /** The orders that match as CSV, in parts. */
    exportOrders: (query: MatchingOrders): AsyncGenerator<string> => exportOrders(deps, admin, query),

    /** An order with its payments and refunds, also a hidden one; or 404. */
    async getAnyOrder(id: string): Promise<AdminOrder> {
      const row = isId(id) ? await findOrder(db, id) : undefined;
      if (!row) throw notFound('Order not found.');
      return presentAdminOrder(row);
    },

    /** The figures above the list; without test orders once the shop is live. */
    async getStats(): Promise<OrderStats> {
      const { revenuePaise, ...counts } = await orderStats(db, { withTests: await countsTestOrders(deps) });
      return { ...counts, totalRevenue: toRupees(revenuePaise) };
    },

    /** Hides an order from lists and figures, or shows it again. Its record, money and documents stay (contract §3). */
    async setHidden(id: string, hidden: boolean): Promise<void> {
      await transaction(db, async (trx) => {
        const found = isId(id) && (await setHidden(trx, id, hidden ? clock.now() : null));
        if (!found) throw notFound('Order not found.');
        await recordAudit(trx, admin, { action: hidden ? 'order.hide' : 'order.restore', subject: id });
      });
    },
  };
}
