import { endConditions, raiseAlert } from '../alerts/alerts.ts';
import type { Deps } from '../deps.ts';
import { listKnown } from '../ledger/queries/payment-queries.ts';
import { listKnownRefunds } from '../ledger/queries/refund-queries.ts';
import { findByProviderOrder, wasRemoved } from '../orders/queries/settle-queries.ts';
import type { ProviderPayment } from '../provider/provider-shapes.ts';
import { receiveRefund } from '../refunds/refunds.ts';
import { findOrderOfLink } from './payment-links.ts';
import { settle } from './settle.ts';

/** How far back the hourly check goes. */
const lookBackMs = 3 * 86_400_000;

/** Finds the unmatched payments of the last days. Then the provider has accepted the keys. Throws ProviderError. */
export async function findRecentUnmatched(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  await findUnmatchedPayments(deps, new Date(clock.now().getTime() - lookBackMs));
  await endConditions(db, 'keys-refused', [], clock.now());
}

/**
 * Finds captured payments at the provider since then that the shop has not recorded, as after a restored backup. Settles
 * those with an order and raises an alert for the others. Returns how many there were of each. Throws ProviderError.
 */
export async function findUnmatchedPayments(deps: Deps, since: Date) {
  const { db } = deps;
  const captured = await deps.payments.provider.listReceived(since);
  const known = await listKnown(
    db,
    captured.map(({ id }) => id),
  );
  const found = { settled: 0, withoutOrder: 0 };
  for (const payment of captured) {
    if (known.has(payment.id) || !payment.orderId) continue;
    const order = await findByProviderOrder(db, payment.orderId);
    if (order) {
      await settle(deps, order.id);
      found.settled++;
    } else if (await findOrderOfLink(deps, payment.orderId)) {
      found.settled++;
    } else if (!(await wasRemoved(db, payment.orderId))) {
      if (await reportLost(deps, payment, payment.orderId)) found.withoutOrder++;
    }
  }
  return found;
}

/**
 * Records the refunds at the provider since then that the shop has not recorded and whose payments it has. Returns how
 * many there were. Throws ProviderError.
 */
export async function findUnmatchedRefunds(deps: Deps, since: Date): Promise<number> {
  const made = await deps.payments.provider.listRefundsSince(since);
  const known = await listKnownRefunds(
    deps.db,
    made.map(({ id }) => id),
  );
  let recorded = 0;
  for (const refund of made) if (!known.has(refund.id) && (await receiveRefund(deps, refund))) recorded++;
  return recorded;
}

/** Raises an alert for a payment without an order. False if it does not belong to this shop, or was refunded. */
async function reportLost(deps: Deps, payment: ProviderPayment, providerOrderId: string): Promise<boolean> {
  if (payment.status === 'refunded') return false;
  // The account may serve other programs; orders of this shop have a note (place-order).
  const { receipt, notes } = await deps.payments.provider.getOrder(providerOrderId);
  if (!notes.shop_order_id) return false;
  await raiseAlert(deps.db, {
    kind: 'payment-without-order',
    subject: payment.id,
    detail: { payment: payment.id, amountPaise: payment.amountPaise, currency: payment.currency, receipt },
  });
  return true;
}
