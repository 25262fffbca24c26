import { isId } from '../../shared/id.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { getSettings } from '../content/content.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { alertRefusedKeys, isKnownToProvider } from '../ledger/ledger.ts';
import { findLinkToCreate, markLinkClosed, savePaymentLink } from '../ledger/queries/link-queries.ts';
import { saveOrderOfRequest } from '../ledger/queries/request-queries.ts';
import { mailPaymentLink } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import { lockOrder } from '../orders/queries/order-queries.ts';
import { claimPaymentOpening } from '../orders/queries/placement-queries.ts';
import { findByProviderOrder, findForSettling } from '../orders/queries/settle-queries.ts';
import { ProviderError } from '../provider/provider.ts';
import type { ProviderLink } from '../provider/provider-shapes.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { paymentOpeningMs } from './open-payment.ts';
import { settle, settleOrder } from './settle.ts';

/** The provider refuses links that expire sooner than in 15 minutes. */
export const shortestLinkMs = 16 * 60_000;

/**
 * Creates the payment link of an unpaid order at the provider and mails it, once. An order whose link the provider
 * refuses ends. Throws ProviderError while the provider can't be asked, so that it is tried again.
 */
export async function createPaymentLink(deps: Deps, orderId: string): Promise<void> {
  if (!(await claimPaymentOpening(deps.db, orderId, paymentOpeningMs))) return;
  const order = await findLinkToCreate(deps.db, orderId);
  // The keys may have been changed since; such an order ends when its reservation expires.
  if (!order || !isKnownToProvider(deps, order)) return;
  const { seller } = await getSettings(deps.db);
  const earliest = deps.clock.now().getTime() + shortestLinkMs;
  const { name, email, mobile } = order;
  const link = await deps.payments.provider
    .createLink({
      amountPaise: order.amountPaise,
      reference: order.reference,
      description: shorten(`Order ${orderNumber(order.id)} at ${seller.shopName}`, 250),
      expiresAt: new Date(Math.max(order.expiresAt.getTime(), earliest)),
      customer: { name: shorten(name, 50), email, mobile },
      notes: { shop_order_id: order.id },
    })
    .catch((error: unknown) => endRefused(deps, orderId, error));
  if (!link) return;
  crashPoint(deps, 'payment-link-created');
  await saveLink(deps, orderId, link);
  // Its creation had no reply, and it was paid or has ended since.
  if (link.status !== 'created') await settle(deps, orderId);
}

/** Cuts a text, and half of a character that is then at its end, which is no valid JSON. */
export const shorten = (text: string, most: number) => text.slice(0, most).toWellFormed();

/** Ends an order whose payment link the provider refuses; its reason is for admins only. Throws any other error. */
async function endRefused(deps: Deps, orderId: string, error: unknown): Promise<undefined> {
  await alertRefusedKeys(deps, error);
  if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
  const note = `The payment link could not be created: ${error.description ?? error.message}`.slice(0, 500);
  const end = { status: 'failed' as const, by: 'System', note, internal: true };
  await transaction(deps.db, (trx) => orders.releaseOrder(trx, orderId, end));
}

/** Stores a payment link, and mails it if it can be paid. If the order has ended meanwhile, the next minute closes it. */
const saveLink = (deps: Deps, orderId: string, { id, url, status }: ProviderLink) =>
  transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order) return;
    await savePaymentLink(trx, orderId, { providerLinkId: id, url });
    if (!/^(pending|processing)$/.test(order.status) || status !== 'created') return;
    const note = 'Payment link created';
    await orders.addEvent(trx, order, { by: 'System', note, internal: true });
    await mailPaymentLink(deps, trx, orderId, url);
  });

/**
 * Closes the link of an order that was paid in another way or has ended, also one whose creation had no reply. One that
 * was paid meanwhile is settled. Throws ProviderError.
 */
export async function closePaymentLink(deps: Deps, orderId: string): Promise<void> {
  const order = await findForSettling(deps.db, orderId);
  if (!order) return;
  let { linkId } = order;
  if (isKnownToProvider(deps, order)) {
    linkId ??= await findLostLink(deps, order);
    const { provider } = deps.payments;
    const found = linkId === null ? undefined : await provider.getLink(linkId).catch(unlessUnknown);
    const link = found && (await cancelOpenLink(provider, found));
    if (link?.status === 'paid') await settleOrder(deps, { ...order, linkId });
  }
  await markLinkClosed(deps.db, { orderId, linkId }, deps.clock.now());
}

/**
 * Cancels a link that can be paid. Returns the link as it is then: one that was paid at the same moment can't be
 * cancelled. Throws ProviderError.
 */
export async function cancelOpenLink(
  provider: Pick<Deps['payments']['provider'], 'cancelLink' | 'getLink'>,
  link: ProviderLink,
): Promise<ProviderLink> {
  if (link.status !== 'created') return link;
  return (await provider.cancelLink(link.id).catch(unlessUnknown)) ?? provider.getLink(link.id);
}

/** Leaves out what the provider does not know, such as what another account of the shop has there. */
export function unlessUnknown(error: unknown): undefined {
  if (error instanceof ProviderError && error.kind === 'rejected') return undefined;
  throw error;
}

/** Finds and stores the payment link of an order at the provider whose creation had no reply. Returns its id. */
async function findLostLink(
  deps: Deps,
  { id, linkReference }: { id: string; linkReference: string | null },
): Promise<string | null> {
  const link = linkReference ? await deps.payments.provider.findLink(linkReference) : undefined;
  if (link) await saveLink(deps, id, link);
  return link?.id ?? null;
}

/**
 * The order whose payment link, or that of a payment request, has this order at the provider, which the shop does not
 * know yet: the provider makes it when the link is opened, with the notes of the link, and may tell it of the link only
 * once it is paid. The order is settled. Throws ProviderError.
 */
export async function findOrderOfLink(deps: Deps, providerOrderId: string) {
  const remote = await deps.payments.provider.getOrder(providerOrderId).catch(unlessUnknown);
  const id = remote?.notes.shop_order_id;
  const order = id && isId(id) ? await findForSettling(deps.db, id) : undefined;
  const request = remote?.notes.payment_request;
  if (order && request && isId(request)) {
    const asked = { id: request, orderId: order.id };
    if (!(await saveOrderOfRequest(deps.db, asked, providerOrderId))) return undefined;
    await settleOrder(deps, order);
    return order;
  }
  if (!order?.linkId) return undefined;
  await settleOrder(deps, { ...order, providerOrderId: order.providerOrderId ?? providerOrderId });
  return findByProviderOrder(deps.db, providerOrderId);
}
