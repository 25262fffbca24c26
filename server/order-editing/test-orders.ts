import type { RemovedTestOrders, TestOrders } from '../../shared/contract/orders/test-orders.ts';
import { deleteAlerts } from '../alerts/alerts.ts';
import { returnUnitsOf } from '../catalogue/catalogue.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { conflict } from '../errors.ts';
import { cancelSoldCards, returnAllToGiftCards } from '../gift-cards/gift-cards.ts';
import { deletePayments } from '../ledger/queries/payment-queries.ts';
import { deleteOrderMails } from '../mail/mail.ts';
import * as orders from '../orders/orders.ts';
import { setHidden } from '../orders/queries/change-queries.ts';
import { listItems } from '../orders/queries/order-queries.ts';
import {
  countTestOrders,
  deleteTestDocuments,
  deleteTestOrders,
  lockTestOrders,
} from './test-order-queries.ts';

type TestOrder = Awaited<ReturnType<typeof lockTestOrders>>[number];

const reason = 'Test orders removed';

/** How many test orders there are, and whether the figures count them. */
export async function getTestOrders(deps: Deps): Promise<TestOrders> {
  const count = await countTestOrders(deps.db);
  return { orders: count, counted: await countsTestOrders(deps), testMode: deps.payments.test };
}

/**
 * Removes all test orders with their payments, documents and mails, and returns their units to stock. One whose
 * invoice has a number of the real series is cancelled and hidden instead (contract §3.6). 409 `test_orders_changed`
 * if their number is not the one that the admin was shown.
 */
export async function removeTestOrders(
  deps: Deps,
  admin: NamedAdmin,
  shown: number,
): Promise<RemovedTestOrders> {
  const { db, files, log } = deps;
  const { documents, ...removed } = await transaction(db, async (trx) => {
    const found = await lockTestOrders(trx);
    if (found.length !== shown) throw changed(found.length);
    await returnAllToGiftCards(
      trx,
      found.map(({ id }) => id),
      admin.name,
    );
    for (const { id } of found) {
      const items = (await listItems(trx, id)).map((item) => item.id);
      await cancelSoldCards(trx, items, admin.name, deps.clock.now());
    }
    const hidden = found.filter(({ hasRealNumber }) => hasRealNumber);
    for (const order of hidden) await hideOrder(deps, trx, admin, order);
    const deleted = found.filter(({ hasRealNumber }) => !hasRealNumber);
    const documents = await deleteOrders(trx, deleted, admin);
    if (!documents) throw changed(found.length);
    const detail = { orders: found.length, hidden: hidden.length };
    await recordAudit(trx, admin, { action: 'order.remove-tests', subject: '', detail });
    return { ...detail, documents };
  });
  for (const id of documents) {
    await files
      .remove(`invoices/${id}.pdf`)
      .catch((err: unknown) => log.warn({ err, id }, 'the file of a removed invoice could not be removed'));
  }
  return removed;
}

async function hideOrder(deps: Deps, trx: Trx, admin: NamedAdmin, { id, status, stock }: TestOrder) {
  const by = admin.name;
  if (stock === 'reserved') await orders.releaseUnits(trx, id, { reason, by });
  await setHidden(trx, id, deps.clock.now());
  if (status === 'cancelled' || status === 'failed') return;
  const cause = { by, byUser: admin.userId, note: reason, internal: true };
  await orders.setStatus(trx, id, 'cancelled', cause);
}

/** Deletes these orders with everything that belongs to them. See deleteTestDocuments for the result. */
async function deleteOrders(trx: Trx, found: TestOrder[], admin: NamedAdmin) {
  const ids = found.map(({ id }) => id);
  await returnUnitsOf(trx, ids, { reason, by: admin.name });
  await deleteAlerts(trx, ids);
  const documents = await deleteTestDocuments(trx, ids);
  await deletePayments(trx, found);
  await deleteOrderMails(trx, ids);
  await deleteTestOrders(trx, ids);
  return documents;
}

const changed = (count: number) =>
  conflict('test_orders_changed', 'The number of test orders has changed. Please check it and try again.', {
    extra: { orders: count },
  });
