import { raiseAlert } from '../alerts/alerts.ts';
import type { Deps } from '../deps.ts';
import { getKnownRefundsPaise } from './ledger-queries.ts';
import { ProviderError } from './provider-error.ts';
import { type ProviderPayment, type ProviderRefund, wasCaptured } from './provider-shapes.ts';
import { listPayments } from './queries.ts';

export type ProviderState = { payments: ProviderPayment[]; refunds: ProviderRefund[] };

type Order = {
  id: string;
  provider: string;
  isTest: boolean;
  providerOrderId: string | null;
  amountPaise: number;
};

/**
 * Reads the payments and unknown refunds of an order from the provider, and captures an authorised payment. No
 * transaction is open. Throws ProviderError while the provider can't be asked.
 */
export async function readProvider(deps: Deps, order: Order): Promise<ProviderState> {
  // The provider knows only the orders of its own mode, not those of the sandbox or of other keys.
  const { name, test } = deps.payments;
  if (!order.providerOrderId || order.provider !== name || order.isTest !== test)
    return { payments: [], refunds: [] };
  try {
    const found = await readPayments(deps, order, order.providerOrderId);
    return { payments: found, refunds: await readUnknownRefunds(deps, found) };
  } catch (error) {
    await alertRefusedKeys(deps, error);
    throw error;
  }
}

/** Raises an alert, at most one a day, if the provider refuses the keys of the shop. */
export async function alertRefusedKeys({ db, clock }: Deps, error: unknown): Promise<void> {
  if (!(error instanceof ProviderError) || error.kind !== 'unauthorised') return;
  const subject = `keys ${clock.now().toISOString().slice(0, 10)}`;
  await raiseAlert(db, { kind: 'keys-refused', subject, detail: { error: error.message } });
}

async function readPayments(deps: Deps, order: Order, providerOrderId: string) {
  const { provider } = deps.payments;
  const [remote, found] = await Promise.all([
    provider.getOrder(providerOrderId),
    provider.listPayments(providerOrderId),
  ]);
  const { amountPaise, currency, receipt } = remote;
  if (currency !== 'INR' || amountPaise !== order.amountPaise || receipt !== order.id) {
    const detail = { amountPaise, currency, receipt };
    await raiseAlert(deps.db, { kind: 'order-mismatch', orderId: order.id, subject: remote.id, detail });
    return [];
  }
  const authorised = found.find(
    (payment) =>
      payment.status === 'authorized' &&
      payment.orderId === providerOrderId &&
      payment.currency === 'INR' &&
      payment.amountPaise === order.amountPaise,
  );
  if (!authorised || found.some(wasCaptured)) return found;
  // The order was paid in another way: an authorised payment expires at the provider without a fee.
  if ((await listPayments(deps.db, order.id)).some(({ isPrimary }) => isPrimary)) return found;
  await provider.capture(authorised.id, authorised.amountPaise);
  return provider.listPayments(providerOrderId);
}

/** The refunds of payments of which the provider has refunded more than the shop knows. */
async function readUnknownRefunds(deps: Deps, found: ProviderPayment[]) {
  const refunds: ProviderRefund[] = [];
  for (const { id, amountRefundedPaise } of found) {
    if (amountRefundedPaise === 0) continue;
    if ((await getKnownRefundsPaise(deps.db, id)) >= amountRefundedPaise) continue;
    refunds.push(...(await deps.payments.provider.listRefunds(id)));
  }
  return refunds;
}
