import { isId } from '../../shared/id.ts';
import { orderNumber } from '../../shared/order-number.ts';
import { getSettings } from '../content/content.ts';
import { crashPoint } from '../crash-point.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { paymentOpeningMs } from './open-payment.ts';
import { mailPaymentLink } from './order-mails.ts';
import { releaseOrder } from './reservations.ts';
import { settleOrder } from './settle.ts';

/** The provider refuses links that expire sooner than in 15 minutes. */
const shortestMs = 16 * 60_000;

/**
 * Creates the payment link of an unpaid order at the provider and mails it, once. An order whose link the provider
 * refuses ends. Throws ProviderError while the provider can't be asked, so that it is tried again.
 */
export async function createPaymentLink(deps: Deps, orderId: string): Promise<void> {
  if (!(await orders.claimPaymentOpening(deps.db, orderId, paymentOpeningMs))) return;
  const order = await orders.findLinkToCreate(deps.db, orderId);
  if (!order) return;
  const { seller } = await getSettings(deps.db);
  const earliest = deps.clock.now().getTime() + shortestMs;
  const { name, email, mobile } = order;
  try {
    const link = await deps.payments.provider.createLink({
      amountPaise: order.amountPaise,
      reference: order.id,
      description: `Order ${orderNumber(order.id)} at ${seller.shopName}`.slice(0, 250),
      expiresAt: new Date(Math.max(order.expiresAt.getTime(), earliest)),
      customer: { name: name.slice(0, 50), email, mobile },
      notes: { shop_order_id: order.id },
    });
    crashPoint(deps, 'payment-link-created');
    await saveLink(deps, orderId, { providerLinkId: link.id, url: link.url });
  } catch (error) {
    if (!(error instanceof payments.ProviderError)) throw error;
    await payments.alertRefusedKeys(deps, error);
    if (error.kind !== 'rejected') throw error;
    const note = `The payment link could not be created: ${error.description ?? error.message}`.slice(0, 500);
    await transaction(deps.db, (trx) => releaseOrder(trx, orderId, { status: 'failed', by: 'System', note }));
  }
}

/** Stores a payment link, and mails it unless the order has ended meanwhile: then the next minute closes it. */
const saveLink = (deps: Deps, orderId: string, link: { providerLinkId: string; url: string }) =>
  transaction(deps.db, async (trx) => {
    const order = await orders.lockOrder(trx, orderId);
    if (!order) return;
    await orders.savePaymentLink(trx, orderId, link);
    if (order.status !== 'pending') return;
    const note = 'Payment link created';
    await orders.addEvent(trx, order, { by: 'System', note, internal: true });
    await mailPaymentLink(deps, trx, orderId, link.url);
  });

/** Closes the link of an order that was paid in another way or has ended. One that was paid meanwhile is settled. */
export async function closePaymentLink(deps: Deps, orderId: string): Promise<void> {
  const order = await orders.findForSettling(deps.db, orderId);
  const isHere = order?.provider === deps.payments.name && order.isTest === deps.payments.test;
  if (order?.linkId && isHere) {
    const { status } = await deps.payments.provider.closeLink(order.linkId);
    if (status === 'paid') await settleOrder(deps, order);
  }
  await orders.markLinkClosed(deps.db, orderId, deps.clock.now());
}

/**
 * The order whose payment link has this order at the provider, which the shop does not know yet: the provider makes it
 * when the link is opened, with the notes of the link, and may tell it of the link only once it is paid. The order is
 * settled. Throws ProviderError.
 */
export async function findOrderOfLink(deps: Deps, providerOrderId: string) {
  const { notes } = await deps.payments.provider.getOrder(providerOrderId).catch((error: unknown) => {
    if (error instanceof payments.ProviderError && error.kind === 'rejected') return { notes: undefined };
    throw error;
  });
  const id = notes?.shop_order_id;
  const order = id && isId(id) ? await orders.findForSettling(deps.db, id) : undefined;
  if (!order?.linkId) return undefined;
  await settleOrder(deps, { ...order, providerOrderId: order.providerOrderId ?? providerOrderId });
  return orders.findByProviderOrder(deps.db, providerOrderId);
}
