import type { RemovedTestOrders, TestOrders } from '../../shared/contract/orders.ts';
import { deleteAlerts } from '../alerts/alerts.ts';
import { changeStock } from '../catalogue/catalogue.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Deps } from '../deps.ts';
import { conflict } from '../errors.ts';
import { markReleased, setHidden, setStatus } from '../orders/orders.ts';
import type { NamedAdmin } from './refunds.ts';
import * as queries from './test-order-queries.ts';

const reason = 'Test orders removed';

/** How many test orders there are, and whether the figures count them. */
export async function getTestOrders(deps: Deps): Promise<TestOrders> {
  const orders = await queries.countTestOrders(deps.db);
  return { orders, counted: await countsTestOrders(deps), testMode: deps.payments.test };
}

/**
 * Removes all test orders with their payments, documents and mails, and returns their units to stock. One whose
 * invoice has a number of the real series is cancelled and hidden instead (decision 20). 409 `test_orders_changed`
 * if their number is not the one that the admin was shown.
 */
export async function removeTestOrders(
  deps: Deps,
  admin: NamedAdmin,
  shown: number,
): Promise<RemovedTestOrders> {
  const { db, files, log } = deps;
  const { documents, ...removed } = await transaction(db, async (trx) => {
    const orders = await queries.lockTestOrders(trx);
    if (orders.length !== shown) throw changed(orders.length);
    const hidden = orders.filter(({ kept }) => kept);
    for (const order of hidden) await hideOrder(deps, trx, admin, order);
    const ids = orders.filter(({ kept }) => !kept).map(({ id }) => id);
    await restock(trx, ids, { by: admin.name });
    await deleteAlerts(trx, ids);
    const gone = await queries.deleteOrders(trx, ids);
    if (!gone) throw changed(orders.length);
    const detail = { orders: orders.length, hidden: hidden.length };
    await recordAudit(trx, admin, { action: 'order.remove-tests', subject: '', detail });
    return { ...detail, documents: gone };
  });
  for (const id of documents) {
    await files
      .remove(`invoices/${id}.pdf`)
      .catch((err: unknown) => log.warn({ err, id }, 'the file of a removed invoice could not be removed'));
  }
  return removed;
}

async function hideOrder(deps: Deps, trx: Trx, admin: NamedAdmin, { id, status, stock }: queries.TestOrder) {
  if (stock === 'reserved') {
    await restock(trx, [id], { orderId: id, by: admin.name });
    await markReleased(trx, id);
  }
  await setHidden(trx, id, deps.clock.now());
  if (status === 'cancelled' || status === 'failed') return;
  await setStatus(trx, id, 'cancelled', {
    by: admin.name,
    byUser: admin.userId,
    note: reason,
    internal: true,
  });
}

async function restock(trx: Trx, ids: string[], cause: { orderId?: string; by: string }) {
  const taken = await queries.reservedUnitsOf(trx, ids);
  if (taken.length > 0) await changeStock(trx, taken, { reason, ...cause });
}

const changed = (orders: number) =>
  conflict('test_orders_changed', 'The number of test orders has changed. Please check it and try again.', {
    extra: { orders },
  });
