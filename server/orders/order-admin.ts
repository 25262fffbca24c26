import type { NewOrderView, OrderView } from '../../shared/contract/orders/order-batches.ts';
import type { OrderUpdates } from '../../shared/contract/orders/order-updates.ts';
import {
  type AdminOrder,
  type AdminOrderQuery,
  type MatchingOrders,
  type OrderStats,
  packingStatuses,
} from '../../shared/contract/orders/orders.ts';
import { isId } from '../../shared/id.ts';
import { toRupees } from '../../shared/money.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Admin, Deps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import { can, requirePermission } from '../permissions.ts';
import { exportOrders } from './export.ts';
import { notesAndTags } from './notes-and-tags.ts';
import type { OrderFeed } from './order-feed.ts';
import { presentAdminOrder, withoutMoney } from './present.ts';
import { type AdminOrderRow, findOrder, listOrders } from './queries/admin-queries.ts';
import { hideOrder } from './queries/change-queries.ts';
import { orderStats } from './queries/total-queries.ts';
import { deleteOrderView, insertOrderView, listOrderViews } from './queries/view-queries.ts';
import { isToPack } from './to-pack.ts';

const maxViews = 20;

/** The orders of the shop as an admin sees them: all, or without the permission only those to pack, without amounts. */
export function orderAdmin(deps: Deps, admin: Admin) {
  const { db, clock } = deps;
  const seesAll = can(admin, 'orders.viewAll');
  const scope = seesAll ? 'all' : 'to-pack';
  const present = (row: AdminOrderRow) =>
    seesAll ? presentAdminOrder(row, admin.userId) : withoutMoney(presentAdminOrder(row, admin.userId));

  /** An order with its payments and refunds, also a hidden one; or 404. */
  async function getAnyOrder(id: string): Promise<AdminOrder> {
    const row = isId(id) ? await findOrder(db, id) : undefined;
    if (!row || !(seesAll || isToPack(row))) throw notFound('Order not found.');
    return present(row);
  }

  const listViews = async (): Promise<OrderView[]> =>
    (await listOrderViews(db, admin.userId)).map(({ id, ...view }) => ({ _id: id, ...view }));

  return {
    getAnyOrder,
    ...notesAndTags(deps, admin, getAnyOrder),

    /** One page of the orders that match, and how many match. 403 if the role may not see the amounts by which it sorts. */
    async listAllOrders(query: AdminOrderQuery): Promise<{ items: AdminOrder[]; total: number }> {
      if (query.sort.endsWith('amount')) requirePermission(admin, 'orders.viewAll');
      const { rows, total } = await listOrders(db, query, scope);
      return { items: rows.map(present), total };
    },

    /** The changes of the feed after this cursor. `missed` also stands for changes that this admin may not see. */
    async waitForOrders(feed: Pick<OrderFeed, 'read'>, after: string | undefined): Promise<OrderUpdates> {
      const updates = await feed.read(after);
      if (seesAll) return updates;
      const visible = updates.orders.filter(({ status }) => packingStatuses.includes(status));
      const missed = updates.missed || visible.length < updates.orders.length;
      return { ...updates, orders: visible, missed };
    },

    /** The orders that match as CSV, in parts. */
    exportOrders: (query: MatchingOrders): AsyncGenerator<string> => exportOrders(deps, admin, query),

    /** An order that this admin has just changed, so that it may not be one to pack any more. */
    async getChangedOrder(id: string): Promise<AdminOrder> {
      const row = await findOrder(db, id);
      if (!row) throw notFound('Order not found.');
      return present(row);
    },

    /** The views that this admin has saved, oldest first. */
    listViews,

    /** Saves a view of the orders, and returns all of this admin. 409 `too_many_views`. */
    async saveView(view: NewOrderView): Promise<OrderView[]> {
      if (!(await insertOrderView(db, { ...view, userId: admin.userId }, maxViews)))
        throw conflict('too_many_views', `At most ${maxViews} views can be saved.`);
      return listViews();
    },

    /** Removes a saved view. 404. */
    async deleteView(id: string): Promise<void> {
      if (!(await deleteOrderView(db, admin.userId, id))) throw notFound('View not found.');
    },

    /** The figures above the list; without test orders once the shop is live. */
    async getStats(): Promise<OrderStats> {
      const { revenuePaise, ...counts } = await orderStats(db, { withTests: await countsTestOrders(deps) });
      return { ...counts, totalRevenue: toRupees(revenuePaise) };
    },

    /**
     * Hides an order from the list, and one without a document from figures and exports too, or shows it again. Its
     * record, money and documents stay (contract §3).
     */
    async setHidden(id: string, hidden: boolean): Promise<void> {
      await transaction(db, async (trx) => {
        const found = isId(id) && (await hideOrder(trx, id, hidden ? clock.now() : null));
        if (!found) throw notFound('Order not found.');
        await recordAudit(trx, admin, { action: hidden ? 'order.hide' : 'order.restore', subject: id });
      });
    },
  };
}
