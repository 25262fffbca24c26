import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badGateway } from '../errors.ts';
import { beginNextLink } from '../ledger/queries/link-queries.ts';
import { lockOrder } from '../orders/queries/order-queries.ts';
import { ProviderError } from '../provider/provider.ts';
import { closePaymentLink } from './payment-links.ts';

/**
 * Closes the payment link of an unpaid order at the provider, so that the order can be changed. The link is marked as
 * closed before, so that it does not end the order, and so that `renewLink` creates another one if this or the change
 * is interrupted. If the link was paid meanwhile, the order is paid now. 502 while the provider can't be asked.
 */
export async function closeLinkToChange(deps: Deps, orderId: string): Promise<void> {
  try {
    await closePaymentLink(deps, orderId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw badGateway('The payment link can’t be replaced now, because the payment provider can’t be asked.');
  }
}

/** Replaces the closed payment link of an unpaid order whose change was interrupted. Throws ProviderError. */
export async function renewLink(deps: Deps, orderId: string): Promise<void> {
  await closePaymentLink(deps, orderId);
  await transaction(deps.db, (trx) => restartLink(deps, trx, orderId));
}

/** Lets a job create another payment link for an order that is unpaid and whose link is closed. */
export async function restartLink(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  await lockOrder(trx, orderId);
  if (await beginNextLink(trx, orderId)) await deps.jobs.enqueue(trx, 'payment-link', { orderId });
}
