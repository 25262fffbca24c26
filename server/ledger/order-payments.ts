import { raiseAlert } from '../alerts/alerts.ts';
import type { Deps } from '../deps.ts';
import { ProviderError, wasCaptured } from '../provider/provider.ts';
import type { ProviderPayment, ProviderRefund } from '../provider/provider-shapes.ts';
import { getKnownRefundsPaise } from './queries/entry-queries.ts';
import { listPayments } from './queries/payment-queries.ts';

/**
 * `providerOrderId`: the provider's order, which a payment link has only after it was opened. `linkEnd`: how its
 * payment link has ended without a payment.
 */
export type ProviderState = {
  payments: ProviderPayment[];
  refunds: ProviderRefund[];
  providerOrderId: string | null;
  linkEnd: 'cancelled' | 'expired' | null;
};

type Order = {
  id: string;
  provider: string;
  isTest: boolean;
  providerOrderId: string | null;
  amountPaise: number;
  linkId: string | null;
  linkReference: string | null;
};

/** Whether the provider can know an order: only one of its own mode, not one of the sandbox or of other keys. */
export const isKnownToProvider = (
  { payments }: Deps,
  { provider, isTest }: Pick<Order, 'provider' | 'isTest'>,
): boolean => provider === payments.name && isTest === payments.test;

/**
 * Reads the payments and unknown refunds of an order from the provider, and captures an authorised payment unless the
 * order is paid already; `captures`: also then, because it is for a payment request. No transaction is open. Throws
 * ProviderError while the provider can't be asked.
 */
export async function readProvider(
  deps: Deps,
  order: Order,
  { captures = false } = {},
): Promise<ProviderState> {
  const nothing = { payments: [], refunds: [], providerOrderId: null, linkEnd: null };
  if (!isKnownToProvider(deps, order)) return nothing;
  try {
    const { providerOrderId, linkEnd } = order.linkId
      ? await readLink(deps, order, order.linkId)
      : { providerOrderId: order.providerOrderId, linkEnd: null };
    if (!providerOrderId) return { ...nothing, linkEnd };
    const found = await readPayments(deps, order, providerOrderId, captures);
    if (!found) return { ...nothing, linkEnd };
    const refunds = await readUnknownRefunds(deps, found);
    return { payments: found, refunds, providerOrderId, linkEnd };
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

/** The provider's order of a payment link. A link of another amount or reference raises an alert, and has none. */
async function readLink(deps: Deps, order: Order, linkId: string) {
  const { amountPaise, currency, reference, orderId, status } = await deps.payments.provider.getLink(linkId);
  const linkEnd = status === 'cancelled' || status === 'expired' ? status : null;
  if (currency === 'INR' && amountPaise === order.amountPaise && reference === order.linkReference)
    return { providerOrderId: orderId ?? order.providerOrderId, linkEnd };
  const detail = { amountPaise, currency, receipt: reference };
  await raiseAlert(deps.db, { kind: 'order-mismatch', orderId: order.id, subject: linkId, detail });
  return { providerOrderId: null, linkEnd };
}

/** Undefined, and an alert, if the provider's order is not the one that was asked for. */
async function readPayments(deps: Deps, order: Order, providerOrderId: string, captures: boolean) {
  const { provider } = deps.payments;
  const [remote, found] = await Promise.all([
    provider.getOrder(providerOrderId),
    provider.listPayments(providerOrderId),
  ]);
  const { amountPaise, currency, receipt } = remote;
  // The provider makes up the receipt of an order that belongs to a payment link.
  const isOurs = order.linkId !== null || receipt === order.id;
  if (currency !== 'INR' || amountPaise !== order.amountPaise || !isOurs) {
    const detail = { amountPaise, currency, receipt };
    await raiseAlert(deps.db, { kind: 'order-mismatch', orderId: order.id, subject: remote.id, detail });
    return undefined;
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
  if (!captures && (await listPayments(deps.db, order.id)).some(({ isPrimary }) => isPrimary)) return found;
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
