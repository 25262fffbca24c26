import { raiseAlert } from '../alerts/alerts.ts';
import type { Deps } from '../deps.ts';
import { findByProviderOrder } from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { settle } from './settle.ts';
import { wasRemoved } from './test-order-queries.ts';

/** How far back the hourly check goes: the greatest age of a backup that it can complete. */
const lookBackMs = 3 * 86_400_000;

/**
 * Finds payments at the provider that the shop has not recorded, as after a restored backup. Settles those with an
 * order and raises an alert for the others. Throws ProviderError.
 */
export async function findUnmatchedPayments(deps: Deps): Promise<void> {
  const {
    db,
    payments: { provider },
    clock,
  } = deps;
  const captured = await provider.listReceived(new Date(clock.now().getTime() - lookBackMs));
  if (captured.length === 0) return;
  const known = await payments.listKnown(
    db,
    captured.map(({ id }) => id),
  );
  for (const payment of captured) {
    if (known.has(payment.id) || !payment.orderId) continue;
    const order = await findByProviderOrder(db, payment.orderId);
    if (order) await settle(deps, order.id);
    else if (!(await wasRemoved(db, payment.orderId))) await reportLost(deps, payment, payment.orderId);
  }
}

async function reportLost(deps: Deps, payment: payments.ProviderPayment, providerOrderId: string) {
  // The account may serve other programs; orders of this shop have a note (place-order).
  const { receipt, notes } = await deps.payments.provider.getOrder(providerOrderId);
  if (!notes.shop_order_id) return;
  await raiseAlert(deps.db, {
    kind: 'payment-without-order',
    subject: payment.id,
    detail: { payment: payment.id, amountPaise: payment.amountPaise, currency: payment.currency, receipt },
  });
}
