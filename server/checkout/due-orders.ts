import { raiseAlert } from '../alerts/alerts.ts';
import { expireCodOrder } from '../cash-on-delivery/cash-on-delivery.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { handleRows } from '../jobs/jobs.ts';
import * as orders from '../orders/orders.ts';
import { findForSettling } from '../orders/queries/settle-queries.ts';
import { claimUnsettled, listExpired } from '../orders/queries/unsettled-queries.ts';
import { linkExpired, settle } from '../payments/payments.ts';
import { ProviderError } from '../provider/provider.ts';
import { crashPoint } from '../runtime/crash-point.ts';

/** Ends the orders whose reservations have expired. */
export async function endExpiredOrders(deps: Deps): Promise<void> {
  const expired = await listExpired(deps.db, 200);
  await handleRows(deps.log, expired, { idName: 'orderId', failure: 'an order could not be ended' }, (id) =>
    expireOrder(deps, id),
  );
}

/** Checks every due order with the provider; one that fails is checked again in the next run. */
export async function settleDueOrders(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const again = new Date(now.getTime() + 90_000);
  const due = await claimUnsettled(deps.db, { now, again, limit: 200 });
  await handleRows(deps.log, due, { idName: 'orderId', failure: 'an order could not be reconciled' }, (id) =>
    settle(deps, id).catch(async (error) => {
      await alertNeverChecked(deps, id, error);
      throw error;
    }),
  );
}

/** Raises an alert if this was the last automatic check of the order and the provider could not be asked. */
async function alertNeverChecked({ db }: Deps, orderId: string, error: unknown): Promise<void> {
  const order = await findForSettling(db, orderId);
  if (!(error instanceof ProviderError) || order?.nextCheckAt !== null) return;
  const detail = { error: error.message };
  await raiseAlert(db, { kind: 'never-asked', orderId, subject: orderId, detail });
}

/**
 * Ends an order whose reservation has expired. The provider is asked first, because it may have a payment: then the
 * order is paid.
 */
async function expireOrder(deps: Deps, id: string): Promise<void> {
  if (await expireCodOrder(deps, id)) return;
  try {
    const settled = await settle(deps, id);
    if (settled?.paid) return;
  } catch (error) {
    // A payment could not be recorded: the units stay reserved for an order that may be paid.
    if (!(error instanceof ProviderError)) throw error;
    // Later checks find a late payment; the units need not wait for it.
    deps.log.warn({ err: error, orderId: id }, 'could not ask the provider before an order expired');
  }
  const order = await findForSettling(deps.db, id);
  if (!order) return;
  const note = order.hasLink ? linkExpired : `Not paid within ${order.reservedMinutes} minutes`;
  await transaction(deps.db, (trx) => orders.releaseOrder(trx, id, { status: 'failed', by: 'System', note }));
  crashPoint(deps, 'order-released');
}
