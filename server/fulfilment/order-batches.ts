import { z } from 'zod';
import { courierProviders } from '../../shared/contract/orders/couriers.ts';
import {
  courierFormat,
  maxBatchOrders,
  type OrderBatch,
  type OrderBatchRequest,
  type UnmatchedNumber,
} from '../../shared/contract/orders/order-batches.ts';
import { isId } from '../../shared/id.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { readParcelSize } from '../couriers/couriers.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { badField, notFound } from '../errors.ts';
import { listSelectedIds } from '../orders/queries/admin-queries.ts';
import { can, requirePermission } from '../permissions.ts';
import {
  findOrderBatch,
  insertOrderBatch,
  listOrderBatches,
  listSkips,
  type OrderBatchRow,
} from './batch-queries.ts';
import { courierFile } from './courier-file.ts';

const courierFileDetail = z.object({ format: courierFormat });

/** One action on many orders, as a job that continues when the page is closed (contract §7). */
export function orderBatches(deps: Deps, admin: Admin) {
  const { userId } = admin;
  const find = async (id: string) => {
    const row = await findOrderBatch(deps.db, userId, id);
    if (!row) throw notFound('Batch not found.');
    return row;
  };
  const present = async (row: OrderBatchRow): Promise<OrderBatch> => ({
    _id: row.id,
    action: row.action,
    total: row.total,
    done: row.done,
    skipped: row.skipped,
    finished: row.finishedAt !== null,
    skips: (await listSkips(deps.db, row.id)).map(({ orderId, message }) => ({
      _id: orderId,
      name: orderNumber(orderId),
      message,
    })),
    unmatched: row.unmatched,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  });

  return {
    /**
     * Starts a batch. 400 if no order is selected, or more than 10,000; 403 for a file of addresses without the
     * permission to export, and to confirm orders without the permission to edit them.
     */
    async startOrderBatch({ ids, matching, except, ...change }: OrderBatchRequest): Promise<OrderBatch> {
      if (change.action === 'confirm') requirePermission(admin, 'orders.edit');
      if (change.action === 'courier-file') requirePermission(admin, 'orders.export');
      if (change.action === 'book') await readParcelSize(deps, deps.db, change.provider);
      const scope = can(admin, 'orders.viewAll') ? 'all' : 'to-pack';
      const by = matching ? { matching } : { ids: ids?.filter(isId) ?? [] };
      const limit = maxBatchOrders + 1 + except.length;
      const found = await listSelectedIds(deps.db, by, scope, { limit, inBooks: false });
      const excluded = new Set(except);
      const orderIds = found.filter((id) => !excluded.has(id));
      if (orderIds.length === 0) throw badField('ids', 'Please select at least one order');
      if (orderIds.length > maxBatchOrders)
        throw badField('ids', `At most ${maxBatchOrders} orders can be changed at once`);
      const { action, ...detail } = change;
      const numbers = 'trackingNumbers' in detail ? assignNumbers(detail.trackingNumbers, orderIds) : {};
      const id = await transaction(deps.db, async (trx) => {
        const batchId = await insertOrderBatch(trx, {
          // By the same clock as the bookings with which it is compared.
          createdAt: deps.clock.now(),
          userId,
          action,
          orderIds,
          detail: { ...detail, ...numbers },
        });
        await recordAudit(trx, admin, {
          action: `orders.${action}`,
          subject: batchId,
          detail: {
            orders: orderIds.length,
            ...('courier' in detail && { courier: detail.courier }),
            ...('provider' in detail && { courier: courierProviders[detail.provider] }),
          },
        });
        await deps.jobs.enqueue(trx, 'order-batch', { batchId });
        return batchId;
      });
      return present(await find(id));
    },

    /** The progress of an own batch, and the orders that it skipped. 404. */
    getOrderBatch: async (id: string): Promise<OrderBatch> => present(await find(id)),

    /** The latest own batches, so that a reopened page shows the running ones. */
    async listOrderBatches(): Promise<OrderBatch[]> {
      return Promise.all((await listOrderBatches(deps.db, userId)).map(present));
    },

    /** The file for the courier that a batch has checked. 404. */
    async getCourierFile(id: string): Promise<{ filename: string; content: AsyncGenerator<string> }> {
      const { detail, action, finishedAt } = await find(id);
      if (action !== 'courier-file' || !finishedAt) throw notFound('There is no such file.');
      const { format } = courierFileDetail.parse(detail);
      return { filename: `orders-${format}.csv`, content: courierFile(deps.db, id, format) };
    },
  };
}

/**
 * Tracking numbers by the id of their order, from numbers by id or number of the order; and those of no selected order.
 */
function assignNumbers(given: Record<string, string>, orderIds: string[]) {
  const byName = Map.groupBy(orderIds, orderNumber);
  const known = new Set(orderIds);
  const trackingNumbers: Record<string, string> = {};
  const unmatched: UnmatchedNumber[] = [];
  for (const [name, trackingNumber] of Object.entries(given)) {
    const [id, another] = known.has(name) ? [name] : (byName.get(name.toUpperCase()) ?? []);
    if (id && !another) trackingNumbers[id] = trackingNumber;
    else
      unmatched.push({
        name,
        message: `${another ? 'Several orders have' : 'No selected order has'} this number.`,
      });
  }
  return { trackingNumbers, unmatched };
}
