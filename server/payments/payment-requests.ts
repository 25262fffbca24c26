import { randomUUID } from 'node:crypto';
import type { DueCollection } from '../../shared/contract/orders/order-edits.ts';
import { leastPaymentPaise, shortRupees, toRupees } from '../../shared/money.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { getSettings } from '../content/content.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { badField, badGateway } from '../errors.ts';
import { alertRefusedKeys, isKnownToProvider } from '../ledger/ledger.ts';
import {
  claimPaymentRequest,
  findOpenRequest,
  findPaymentRequest,
  insertPaymentRequest,
  type PaymentRequest,
  updatePaymentRequest,
  withdrawOpenRequest,
} from '../ledger/queries/request-queries.ts';
import { mailPaymentRequest } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import { type LockedOrder, lockOrder } from '../orders/queries/order-queries.ts';
import { findForSettling } from '../orders/queries/settle-queries.ts';
import { listShipments } from '../orders/queries/shipment-queries.ts';
import { ProviderError } from '../provider/provider.ts';
import type { ProviderLink } from '../provider/provider-shapes.ts';
import { readDuePaise } from '../refunds/refunds.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { insertPayment } from './offline-payment.ts';
import { cancelOpenLink, shorten, shortestLinkMs, unlessUnknown } from './payment-links.ts';
import { settle } from './settle.ts';

type Payment = DueCollection['payment'];

/**
 * Asks for what is due of a locked order by a payment link, which a job creates, or records that it was received.
 * Amount in paise. 400 for a link of less than ₹1, 409 `not_editable` if the order was paid with other keys of the
 * provider.
 */
export async function collect(
  deps: Deps,
  trx: Trx,
  admin: NamedAdmin,
  order: LockedOrder,
  { payment, duePaise }: { payment: Payment; duePaise: number },
): Promise<void> {
  const by = { by: admin.name, byUser: admin.userId };
  if (payment.method !== 'link') {
    const received = { id: order.id, amountPaise: duePaise };
    const { note } = await insertPayment(deps, trx, admin, received, { payment, isPrimary: false });
    await orders.addEvent(trx, order, { ...by, note });
    return;
  }
  if (duePaise < leastPaymentPaise) throw badField('payment.method', 'A payment link is for at least ₹1');
  if (!isKnownToProvider(deps, order))
    throw orders.notEditable(
      'This order was paid with other keys of the payment provider, so it gets no payment link.',
    );
  const now = deps.clock.now();
  const id = randomUUID();
  const request = {
    id,
    orderId: order.id,
    amountPaise: duePaise,
    createdBy: admin.userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + payment.hours * 3_600_000),
  };
  await insertPaymentRequest(trx, request, new Date(now.getTime() + 2 * 60_000));
  const note = `Payment of ${shortRupees(toRupees(duePaise))} requested by a payment link`;
  await orders.addEvent(trx, order, { ...by, note });
  await deps.jobs.enqueue(trx, 'payment-request', { requestId: id });
}

/**
 * Asks for what is due of an order that was changed after it was paid, or records that it was received (decision 102).
 * Errors: 404, 400 fields, 409 `order_changed`, and `not_editable` if nothing is due, a link is open, or something of
 * it is packed.
 */
export async function collectDue(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  { updatedAt, payment }: DueCollection,
): Promise<void> {
  const open = await transaction(deps.db, async (trx) => {
    const order = await orders.lockExisting(trx, orderId);
    return findOpenRequest(trx, order.id);
  });
  // What was received otherwise takes the place of the link, which nobody may pay as well.
  if (open && payment.method !== 'link') await closeToChange(deps, open);
  await transaction(deps.db, async (trx) => {
    const order = await orders.lockExisting(trx, orderId);
    orders.requireSeen(order, updatedAt);
    const duePaise = await readDuePaise(trx, order);
    if (duePaise === 0) throw orders.notEditable('Nothing is due for this order.');
    if (await findOpenRequest(trx, order.id))
      throw orders.notEditable('A payment link is open. Withdraw it first.');
    const isPacked = (await listShipments(trx, order.id)).some(({ state }) => state !== 'cancelled');
    if (payment.method === 'link' && isPacked)
      throw orders.notEditable('Something of this order is packed, so the courier collects what is due.');
    await collect(deps, trx, admin, order, { payment, duePaise });
    await orders.touchOrder(trx, order.id);
    await recordAudit(trx, admin, {
      action: 'order.collect',
      subject: order.id,
      detail: { amountPaise: duePaise, method: payment.method },
    });
  });
}

/**
 * Withdraws the open payment request of an order; what is due stays due. If its link was paid meanwhile, that counts.
 * Errors: 404, 409 `not_editable` if none is open, 502 while the provider can't be asked.
 */
export async function withdrawRequest(deps: Deps, admin: NamedAdmin, orderId: string): Promise<void> {
  const open = await transaction(deps.db, async (trx) => {
    const order = await orders.lockExisting(trx, orderId);
    return findOpenRequest(trx, order.id);
  });
  if (!open) throw orders.notEditable('No payment link is open.');
  await closeToChange(deps, open);
  await transaction(deps.db, async (trx) => {
    const order = await orders.lockExisting(trx, orderId);
    const now = await findPaymentRequest(trx, open.id);
    if (now?.state !== 'withdrawn') return;
    const note = `Payment link of ${shortRupees(toRupees(open.amountPaise))} withdrawn`;
    await orders.addEvent(trx, order, { by: admin.name, byUser: admin.userId, note });
    await orders.touchOrder(trx, order.id);
    await recordAudit(trx, admin, {
      action: 'order.withdraw',
      subject: order.id,
      detail: { amountPaise: open.amountPaise },
    });
  });
}

/**
 * Withdraws a request and closes its link at the provider, so that the order can be changed. If it was paid meanwhile,
 * the payment is recorded. 502 while the provider can't be asked: the request stays open.
 */
export async function closeToChange(
  deps: Deps,
  { id, orderId }: Pick<PaymentRequest, 'id' | 'orderId'>,
): Promise<void> {
  try {
    await closeRequest(deps, id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw badGateway('The payment link can’t be closed now, because the payment provider can’t be asked.');
  }
  await transaction(deps.db, async (trx) => {
    await lockOrder(trx, orderId);
    await withdrawOpenRequest(trx, orderId);
  });
}

/**
 * Closes the link of a request at the provider, also one whose creation had no reply. One that was paid meanwhile is
 * settled. Throws ProviderError.
 */
export async function closeRequest(deps: Deps, requestId: string): Promise<void> {
  const request = await findPaymentRequest(deps.db, requestId);
  const order = request && (await findForSettling(deps.db, request.orderId));
  if (!order || request.closedAt) return;
  if (isKnownToProvider(deps, order)) {
    const { provider } = deps.payments;
    const found = request.providerLinkId
      ? await provider.getLink(request.providerLinkId).catch(unlessUnknown)
      : await provider.findLink(request.id);
    if (found && !request.providerLinkId)
      await updatePaymentRequest(deps.db, request.id, { providerLinkId: found.id, url: found.url });
    const link = found && (await cancelOpenLink(provider, found));
    if (link?.status === 'paid') await settle(deps, order.id);
  }
  await updatePaymentRequest(deps.db, request.id, { closedAt: deps.clock.now() });
}

/**
 * Creates the link of a payment request at the provider and mails it, once. A request whose link the provider refuses
 * ends. Throws ProviderError while the provider can't be asked, so that it is tried again.
 */
export async function createRequestedLink(deps: Deps, requestId: string): Promise<void> {
  const request = await claimPaymentRequest(deps.db, requestId);
  const order = request && (await transaction(deps.db, (trx) => lockOrder(trx, request.orderId)));
  if (!order || !isKnownToProvider(deps, order)) return;
  const { seller } = await getSettings(deps.db);
  const earliest = deps.clock.now().getTime() + shortestLinkMs;
  const { name, email, mobile } = order;
  try {
    const link = await deps.payments.provider.createLink({
      amountPaise: request.amountPaise,
      reference: request.id,
      description: shorten(`Difference of order ${orderNumber(order.id)} at ${seller.shopName}`, 250),
      expiresAt: new Date(Math.max(request.expiresAt.getTime(), earliest)),
      customer: { name: shorten(name, 50), email, mobile },
      notes: { shop_order_id: order.id, payment_request: request.id },
    });
    crashPoint(deps, 'payment-link-created');
    await saveLink(deps, request, link);
  } catch (error) {
    await endRefused(deps, request, error);
  }
}

/** Stores the link, and mails it if it can be paid. If the request was withdrawn meanwhile, the next minute closes it. */
const saveLink = (deps: Deps, { id, orderId }: PaymentRequest, link: ProviderLink) =>
  transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const request = await findPaymentRequest(trx, id);
    if (!order || !request) return;
    await updatePaymentRequest(trx, id, {
      providerLinkId: link.id,
      url: link.url,
      closedAt: null,
      claimedUntil: null,
    });
    if (request.state !== 'open' || link.status !== 'created') return;
    await orders.addEvent(trx, order, { by: 'System', note: 'Payment link created', internal: true });
    await mailPaymentRequest(deps, trx, orderId, { ...request, url: link.url });
  });

/** Ends a request whose link the provider refuses; its reason is for admins only. Throws any other error. */
async function endRefused(deps: Deps, request: PaymentRequest, error: unknown): Promise<void> {
  await alertRefusedKeys(deps, error);
  if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
  const note = `The payment link could not be created: ${error.description ?? error.message}`.slice(0, 500);
  await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, request.orderId);
    const now = await findPaymentRequest(trx, request.id);
    if (!order || now?.state !== 'open') return;
    await updatePaymentRequest(trx, request.id, { state: 'refused', closedAt: deps.clock.now() });
    await orders.addEvent(trx, order, { by: 'System', note, internal: true });
    await orders.touchOrder(trx, order.id);
  });
}
