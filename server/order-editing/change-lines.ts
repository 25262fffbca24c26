import type { LinesChange, LinesQuote, LinesQuoteRequest } from '../../shared/contract/orders/order-edits.ts';
import { leastPaymentPaise, shortRupees, toRupees } from '../../shared/money.ts';
import { changeStock } from '../catalogue/catalogue.ts';
import { reductionOf } from '../checkout/checkout.ts';
import { getSettings } from '../content/content.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import { requireWithinLimits } from '../db/value-limits.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { replaceDiscounts } from '../discounts/discounts.ts';
import { badField, conflict } from '../errors.ts';
import { replaceInvoice } from '../invoices/invoices.ts';
import { sumLeft } from '../ledger/ledger.ts';
import { beginLinkChange, findLinkState } from '../ledger/queries/link-queries.ts';
import { findOpenRequest } from '../ledger/queries/request-queries.ts';
import { mailOrderChanged } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import { readCodDue } from '../orders/queries/cod-queries.ts';
import { type LockedOrder, listItems } from '../orders/queries/order-queries.ts';
import { closeLinkToChange, closeToChange, collect, restartLink } from '../payments/payments.ts';
import type { PricedCart } from '../pricing/priced-cart.ts';
import { amountChanged, checkTotals, orderItemsOf, requireStock } from '../pricing/pricing.ts';
import {
  freePartOf,
  isFreePart,
  keepFreePart,
  listRefundable,
  requestOrAskRefund,
} from '../refunds/refunds.ts';
import { hashOfRequest } from '../request-hash.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { changesOf, type Items, isSame, priceLines, termNotes } from './changed-lines.ts';
import { findEdit, insertEdit, replaceItems } from './edit-queries.ts';
import { presentQuote } from './manual-orders.ts';

/** What an order would cost with these lines. It locks the order, but changes nothing. Errors: as changeLines. */
export async function quoteLines(deps: Deps, id: string, request: LinesQuoteRequest): Promise<LinesQuote> {
  return transaction(deps.db, async (trx) => {
    const order = await orders.lockExisting(trx, id);
    await requireEditable(trx, order, order.updatedAt.toISOString());
    const changed = await priceLines(trx, await listItems(trx, id), request, order, deps.clock.now());
    const parts = await listRefundable(trx, id);
    const cart = keepFreePart(parts, changed);
    const money = parts.filter((part) => !isFreePart(part));
    const paidPaise = cart.lines.reduce((sum, { freePaise }) => sum + freePaise, sumLeft(money));
    const quote = await presentQuote(trx, cart, order);
    return { ...quote, paid: toRupees(paidPaise), due: toRupees(cart.amountPaise - paidPaise) };
  });
}

/**
 * Changes the lines of an order that has not shipped (decision 102), in one transaction with its stock, its invoice,
 * its money and the mail to its buyer. For a paid order, a lower amount is refunded, and a higher one needs the
 * `payment` that was received, or is asked for by a link (decision 102); an unpaid one gets another payment link, and for one
 * that is paid on delivery the courier collects another amount. A repeated request with the key, and one without a
 * change, do nothing. Errors: 404, 400 fields, 403 beyond the limits of the role, 409 `order_changed`, `not_editable`,
 * `amount_changed`, `out_of_stock`, `item_unavailable`, `idempotency_mismatch`, 502 while the payment link can't be
 * closed.
 */
export async function changeLines(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  request: LinesChange,
  idempotencyKey: string,
): Promise<void> {
  const requestHash = hashOfRequest(request);
  const change = { request, idempotencyKey, requestHash };
  const link = await transaction(deps.db, async (trx) => {
    const plan = await planChange(deps, trx, admin, orderId, change);
    if (!plan) return undefined;
    const open = await findOpenRequest(trx, plan.order.id);
    if (open) return open;
    if (plan.paidBy === 'link') await beginLinkChange(trx, plan.order.id);
    else await writeChange(deps, trx, admin, plan, change);
    return plan.paidBy === 'link' ? ('of the order' as const) : undefined;
  });
  if (!link) return;
  if (link !== 'of the order') {
    await closeToChange(deps, link);
    await transaction(deps.db, async (trx) => {
      const plan = await planChange(deps, trx, admin, orderId, change);
      if (plan) await writeChange(deps, trx, admin, plan, change);
    });
    return;
  }
  // Nobody may pay the former amount once the order is changed.
  await closeLinkToChange(deps, orderId);
  try {
    await transaction(deps.db, async (trx) => {
      const plan = await planChange(deps, trx, admin, orderId, change, { hasBegun: true });
      if (plan) await writeChange(deps, trx, admin, plan, change);
    });
  } catch (error) {
    // The order needs a link as it is.
    await transaction(deps.db, (trx) => restartLink(deps, trx, orderId));
    throw error;
  }
}

/** How the money of an order comes in: it is there, it comes by a payment link, or the courier collects it. */
type PaidBy = 'paid' | 'link' | 'courier';
type Change = { request: LinesChange; idempotencyKey: string; requestHash: string };
type Plan = {
  order: LockedOrder;
  before: Items;
  cart: PricedCart;
  paidBy: PaidBy;
  /** By how much the admin reduces prices. */
  reducedPaise: number;
};

/**
 * Locks the order, prices its new lines, and checks that the admin may make them. Undefined if there is nothing to
 * change.
 */
async function planChange(
  { clock }: Deps,
  trx: Trx,
  admin: NamedAdmin,
  orderId: string,
  { request, idempotencyKey, requestHash }: Change,
  { hasBegun = false } = {},
): Promise<Plan | undefined> {
  const order = await orders.lockExisting(trx, orderId);
  const made = await findEdit(trx, order.id, idempotencyKey);
  if (made && made.requestHash !== requestHash)
    throw conflict('idempotency_mismatch', 'This Idempotency-Key was used for another change.');
  if (made) return undefined;
  const paidBy = await requireEditable(trx, order, request.updatedAt, hasBegun);
  const { settings } = await getSettings(trx);
  const before = await listItems(trx, order.id);
  if (before.some(({ recipient }) => recipient))
    throw orders.notEditable('The items of an order with gift cards can’t be changed.');
  const changed = await priceLines(trx, before, request, order, clock.now());
  const cart = keepFreePart(await listRefundable(trx, order.id), changed);
  requireStock(cart.lines, request.cart_items);
  checkTotals(cart, { ...settings, minOrderRupees: 1 });
  const after = orderItemsOf(cart);
  if (isSame(before, after)) return undefined;
  if (request.amount !== cart.amountPaise)
    throw amountChanged(cart, 'The total has changed. Check it and save the order again.');
  if (order.codState && paidBy === 'courier' && cart.amountPaise < order.codAdvancePaise + leastPaymentPaise)
    throw orders.notEditable(
      'The order would cost no more than was paid in advance. Cancel it and place another one.',
    );
  // What the discounts of the order take off is not given by the admin.
  const byAdmin = request.discount ? after : after.map((item) => ({ ...item, discountPaise: 0 }));
  const reducedPaise = await reductionOf(trx, order, byAdmin, before);
  if (reducedPaise > 0)
    await requireWithinLimits(trx, admin, 'reduction', { amountPaise: reducedPaise, now: clock.now() });
  return { order, before, cart, paidBy, reducedPaise };
}

async function writeChange(
  deps: Deps,
  trx: Trx,
  admin: NamedAdmin,
  { order, before, cart, paidBy, reducedPaise }: Plan,
  { request, idempotencyKey, requestHash }: Change,
): Promise<void> {
  const { amountPaise, roundingPaise } = cart;
  await takeDifference(trx, order.id, before, cart, admin.name);
  await replaceItems(trx, order.id, orderItemsOf(cart));
  await replaceDiscounts(trx, order.id, cart.discounts);
  const isCharged = paidBy === 'paid' || order.codAdvancePaise > 0;
  const chargedPaise = isCharged ? (order.chargedPaise ?? order.amountPaise) : null;
  await orders.updateAmount(trx, order.id, { amountPaise, roundingPaise, chargedPaise });
  const editId = await insertEdit(trx, {
    orderId: order.id,
    createdBy: admin.userId,
    createdAt: deps.clock.now(),
    reducedPaise,
    idempotencyKey,
    requestHash,
  });
  const cause = { by: admin.name, byUser: admin.userId };
  const what = changesOf(before, cart);
  const total =
    amountPaise === order.amountPaise
      ? ''
      : `Total: ${rupees(amountPaise)} instead of ${rupees(order.amountPaise)}`;
  const items = what && `Items changed: ${what}`;
  if (items) await orders.addEvent(trx, order, { ...cause, note: items });
  for (const note of termNotes(cart, before, request))
    await orders.addEvent(trx, order, { ...cause, note, internal: true });
  if (total) await orders.addEvent(trx, order, { ...cause, note: total });
  await recordAudit(trx, admin, {
    action: 'order.lines',
    subject: order.id,
    detail: { amountPaise, beforePaise: order.amountPaise, reducedPaise, what },
  });
  crashPoint(deps, 'order-editing');
  const changed = { ...order, amountPaise, roundingPaise };
  const words = [items, total];
  if (paidBy === 'paid') await settleDifference(deps, trx, admin, changed, { request, editId, what: words });
  if (paidBy === 'courier') {
    const duePaise = await readCodDue(trx, order.id);
    await mailOrderChanged(deps, trx, order.id, aboutCourier(duePaise, words));
  }
  if (paidBy === 'link') await restartLink(deps, trx, order.id);
}

/** Records or refunds the difference of a paid order, replaces its invoice, and mails it to its buyer. */
async function settleDifference(
  deps: Deps,
  trx: Trx,
  admin: NamedAdmin,
  order: LockedOrder,
  { request, editId, what }: { request: LinesChange; editId: string; what: string[] },
): Promise<void> {
  const parts = await listRefundable(trx, order.id);
  const duePaise = order.amountPaise - sumLeft(parts);
  const { payment } = request;
  if (duePaise > 0) {
    if (!payment) throw badField('payment', 'Enter how the difference is paid');
    await collect(deps, trx, admin, order, { payment, duePaise });
  }
  // What a free gift card gets back is no money.
  const backPaise = await freePartOf(trx, order.id, parts, []);
  await mailOrderChanged(deps, trx, order.id, {
    what: textOf(what),
    money: moneyNote(duePaise + backPaise, payment?.method === 'link'),
    hasNewInvoice: true,
  });
  const { seller } = await getSettings(trx);
  const items = await listItems(trx, order.id);
  await replaceInvoice(trx, order, { seller, items, now: deps.clock.now() });
  if (duePaise < 0)
    await requestOrAskRefund(deps, trx, order, {
      admin,
      amountPaise: -duePaise,
      lines: [],
      reason: 'Order changed',
      prefix: `edit:${editId}:`,
    });
}

const rupees = (paise: number) => shortRupees(toRupees(paise));

/**
 * Refuses an order whose lines can't be changed: 409 `not_editable`, `order_changed`. `hasBegun`: this change replaces
 * its link.
 */
async function requireEditable(
  trx: Trx,
  order: LockedOrder,
  seen: string,
  hasBegun = false,
): Promise<PaidBy> {
  const { isPacked } = await orders.requireUnshipped(trx, order, seen);
  if (isPacked) throw orders.notEditable('This order is packed. Cancel its shipment first.');
  await orders.requireWithoutRefunds(trx, order);
  const money = await listRefundable(trx, order.id);
  // Before anything else, because a part in advance is its primary payment.
  if ((await readCodDue(trx, order.id)) > 0) return 'courier';
  const isPaid = money.some(({ payment }) => payment.isPrimary);
  // Such as after a refund that failed or was rejected: this change would refund it too, and a repeated refund again.
  if (isPaid && sumLeft(money) > order.amountPaise)
    throw orders.notEditable('More was paid for this order than it costs. Refund the difference first.');
  if (isPaid) return 'paid';
  const link = await findLinkState(trx, order.id);
  if (!link) throw orders.notEditable('This order is not paid yet.');
  if (link === 'changing' && !hasBegun)
    throw orders.notEditable('The payment link is being created. Try again in a minute.');
  return 'link';
}

/** Takes the additional units out of stock and returns the others. 409 `out_of_stock` if they were sold meanwhile. */
async function takeDifference(trx: Trx, orderId: string, before: Items, cart: PricedCart, by: string) {
  const unitsOf = new Map(before.map(({ variantId, quantity }) => [variantId, quantity]));
  for (const { variant, quantity } of cart.lines)
    unitsOf.set(variant.id, (unitsOf.get(variant.id) ?? 0) - quantity);
  const moves = [...unitsOf].flatMap(([variantId, delta]) => (delta === 0 ? [] : [{ variantId, delta }]));
  if (!(await changeStock(trx, moves, { reason: 'Order changed', orderId, by })))
    throw conflict('out_of_stock', 'The items are no longer in stock.');
}

const aboutCourier = (duePaise: number, what: string[]) => ({
  what: textOf(what),
  money: `Please pay ${rupees(duePaise)} to the courier when your order is delivered.`,
  hasNewInvoice: false,
});

const textOf = (what: string[]) => what.filter(Boolean).join('\n');

function moneyNote(duePaise: number, isRequested: boolean): string {
  if (duePaise === 0) return '';
  if (duePaise > 0 && isRequested)
    return `The difference of ${rupees(duePaise)} is left to pay. You get a link for it in another email.`;
  if (duePaise > 0) return `We have received the difference of ${rupees(duePaise)}. Thank you.`;
  return `We will refund ${rupees(-duePaise)}, and email you when the refund is made.`;
}
