import { createHash } from 'node:crypto';
import type { LinesChange, LinesQuote, LinesQuoteRequest } from '../../shared/contract/order-edits.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { changeStock, findForSale, readStock, type SaleVariant } from '../catalogue/catalogue.ts';
import { getSettings } from '../content/content.ts';
import { crashPoint } from '../crash-point.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badField, conflict } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { lockExisting, notEditable, requireUnshipped, requireWithoutRefunds } from './lock-unshipped.ts';
import { checkPrices, insertPayment, notesOn, presentQuote, termsOf } from './manual-orders.ts';
import { mailOrderChanged } from './order-changed-mail.ts';
import { amountChanged, checkTotals, orderItemsOf, type PricedCart, priceCart, shortLines } from './price.ts';
import { requestOrAskRefund, requireWithinLimits } from './refund-approvals.ts';
import { listRefundable, type NamedAdmin } from './refunds.ts';

type Items = Awaited<ReturnType<typeof orders.listItems>>;

/** What an order would cost with these lines. It locks the order, but changes nothing. Errors: as changeLines. */
export async function quoteLines(deps: Deps, id: string, request: LinesQuoteRequest): Promise<LinesQuote> {
  return transaction(deps.db, async (trx) => {
    const order = await lockExisting(trx, id);
    await requireEditable(trx, order, order.updatedAt.toISOString());
    const cart = await priceLines(trx, await orders.listItems(trx, id), request);
    const paidPaise = payments.sumLeft(await listRefundable(trx, id));
    const quote = await presentQuote(trx, cart, order.shipping);
    return { ...quote, paid: toRupees(paidPaise), due: toRupees(cart.amountPaise - paidPaise) };
  });
}

/**
 * Changes the lines of a paid order that has not shipped (decision 102), in one transaction with its stock, its invoice, its
 * money and the mail to its buyer: less than was paid is refunded, and more needs the `payment` that was received. A repeated
 * request with the key, and one without a change, do nothing. Errors: 404, 400 fields, 403 beyond the limits of the role, 409 `order_changed`,
 * `not_editable`, `amount_changed`, `out_of_stock`, `item_unavailable`, `idempotency_mismatch`.
 */
export async function changeLines(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  request: LinesChange,
  idempotencyKey: string,
): Promise<void> {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  await transaction(deps.db, async (trx) => {
    const order = await lockExisting(trx, orderId);
    const made = await orders.findEdit(trx, order.id, idempotencyKey);
    if (made && made.requestHash !== requestHash)
      throw conflict('idempotency_mismatch', 'This Idempotency-Key was used for another change.');
    if (made) return;
    await requireEditable(trx, order, request.updatedAt);

    const now = deps.clock.now();
    const { settings, seller } = await getSettings(trx);
    const before = await orders.listItems(trx, order.id);
    const cart = await priceLines(trx, before, request);
    const short = shortLines(cart, request.cart_items);
    if (short) throw short;
    checkTotals(cart, { ...settings, minOrderRupees: 1 });
    if (isSame(before, orderItemsOf(cart))) return;
    const { amountPaise } = cart;
    if (request.amount !== amountPaise)
      throw amountChanged(cart, 'The total has changed. Check it and save the order again.');
    const reducedPaise = await reductionBy(trx, cart, before);
    if (reducedPaise > 0) await requireWithinLimits(trx, admin, reducedPaise, now, 'reduce prices by');
    const duePaise = amountPaise - payments.sumLeft(await listRefundable(trx, order.id));
    const { payment } = request;
    if (duePaise > 0 && !payment) throw badField('payment', 'Enter how the difference was paid');

    await takeDifference(trx, order.id, before, cart, admin.name);
    await orders.replaceItems(trx, order.id, orderItemsOf(cart));
    await orders.updateAmount(trx, order, amountPaise);
    const changed = { ...order, amountPaise };
    const editId = await orders.insertEdit(trx, {
      ...{ orderId: order.id, createdBy: admin.userId, createdAt: now },
      ...{ reducedPaise, idempotencyKey, requestHash },
    });
    const what = changesOf(before, cart);
    const cause = { by: admin.name, byUser: admin.userId };
    if (what) await orders.addEvent(trx, order, { ...cause, note: `Items changed: ${what}` });
    for (const note of termNotes(cart, before, request))
      await orders.addEvent(trx, order, { ...cause, note, internal: true });
    const total = `Total: ${rupees(amountPaise)} instead of ${rupees(order.amountPaise)}`;
    if (amountPaise !== order.amountPaise) await orders.addEvent(trx, order, { ...cause, note: total });
    if (duePaise > 0 && payment) {
      const received = { id: order.id, amountPaise: duePaise };
      const { note } = await insertPayment(deps, trx, admin, received, { payment, isPrimary: false });
      await orders.addEvent(trx, order, { ...cause, note });
    }
    await recordAudit(trx, admin, {
      action: 'order.lines',
      subject: order.id,
      detail: { amountPaise, beforePaise: order.amountPaise, reducedPaise, what },
    });
    crashPoint(deps, 'order-editing');
    await mailOrderChanged(deps, trx, order.id, {
      what: [what && `Items: ${what}`, total].filter(Boolean).join('\n'),
      money: moneyNote(duePaise),
      hasNewInvoice: true,
    });
    const items = await orders.listItems(trx, order.id);
    await orders.replaceInvoice(trx, changed, { seller, items, now });
    if (duePaise < 0)
      await requestOrAskRefund(deps, trx, changed, {
        ...{ admin, amountPaise: -duePaise, lines: [], reason: 'Order changed', prefix: `edit:${editId}:` },
      });
  });
}

const rupees = (paise: number) => shortRupees(toRupees(paise));

/** Refuses an order whose lines can't be changed: 409 `not_editable`, `order_changed`. */
async function requireEditable(trx: Trx, order: orders.LockedOrder, seen: string): Promise<void> {
  const { isPacked } = await requireUnshipped(trx, order, seen);
  if (isPacked) throw notEditable('This order is packed. Cancel its shipment first.');
  await requireWithoutRefunds(trx, order);
  const isPaid = (await listRefundable(trx, order.id)).some(({ payment }) => payment.isPrimary);
  if (!isPaid) throw notEditable('This order is not paid yet.');
}

/** Prices the new lines: products of the order at its own prices, others at those of the catalogue. */
async function priceLines(trx: Trx, items: Items, request: LinesQuoteRequest): Promise<PricedCart> {
  const kept = await keptVariants(trx, items);
  const cart = await priceCart(trx, request.cart_items, termsOf(request), kept);
  checkPrices(cart, request);
  return cart;
}

/** The variants of an order as it bought them, with the units that it can have. They need not be for sale any more. */
async function keptVariants(trx: Trx, items: Items): Promise<SaleVariant[]> {
  const ids = items.map(({ variantId }) => variantId);
  const stock = await readStock(trx, ids);
  const listed = new Map((await findForSale(trx, ids)).map((each) => [each.id, each.pricePaise]));
  return items.map(({ variantId: id, variantLabel, unitPaise, ...item }) => ({
    ...{ id, productId: item.productId, sku: item.sku, name: item.name, slug: item.slug, image: item.image },
    ...{ hsn: item.hsn, gstTenths: item.gstTenths, optionValues: variantLabel ? [variantLabel] : [] },
    sellingPaise: unitPaise,
    pricePaise: Math.max(unitPaise, listed.get(id) ?? 0),
    stock: (stock.get(id) ?? 0) + item.quantity,
  }));
}

type Priced = Pick<Items[number], 'variantId' | 'quantity' | 'unitPaise' | 'discountPaise' | 'shippingPaise'>;

/** Whether these are the same lines at the same prices, in any order. */
function isSame(before: Priced[], after: Priced[]): boolean {
  const contentOf = (lines: Priced[]) =>
    lines
      .map(({ variantId, quantity, unitPaise, discountPaise, shippingPaise }) =>
        [variantId, quantity, unitPaise, discountPaise, shippingPaise].join(),
      )
      .sort()
      .join(';');
  return contentOf(before) === contentOf(after);
}

const discountOf = (lines: { discountPaise: number }[]) =>
  lines.reduce((sum, { discountPaise }) => sum + discountPaise, 0);
const chargeOf = (lines: { shippingPaise: number }[]) =>
  lines.reduce((sum, { shippingPaise }) => sum + shippingPaise, 0);

/** By how much a change makes the order cheaper than in the catalogue, in paise, beyond what it was cheaper before. */
async function reductionBy(trx: Trx, { lines }: PricedCart, before: Items): Promise<number> {
  const ids = [...before.map(({ variantId }) => variantId), ...lines.map(({ variant }) => variant.id)];
  const listed = new Map((await findForSale(trx, ids)).map(({ id, sellingPaise }) => [id, sellingPaise]));
  const reductionOf = (of: { variantId: string; quantity: number; unitPaise: number }[]) =>
    of.reduce(
      (sum, { variantId, quantity, unitPaise }) =>
        sum + Math.max(0, (listed.get(variantId) ?? unitPaise) - unitPaise) * quantity,
      0,
    );
  const now = reductionOf(lines.map((line) => ({ ...line, variantId: line.variant.id }))) + discountOf(lines);
  return Math.max(0, now - reductionOf(before) - discountOf(before));
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

/** The changed quantities, in words; empty if there are none. */
function changesOf(before: Items, { lines }: PricedCart): string {
  const after = lines.map(({ variant, quantity }) => ({
    ...{ variantId: variant.id, name: variant.name, variantLabel: variant.optionValues.join(' / ') },
    quantity,
  }));
  const nameOf = (line: { name: string; variantLabel: string }) =>
    line.variantLabel ? `${line.name} (${line.variantLabel})` : line.name;
  const removed = before.filter((line) => !after.some(({ variantId }) => variantId === line.variantId));
  const changed = after.flatMap((line) => {
    const old = before.find(({ variantId }) => variantId === line.variantId)?.quantity;
    if (old === line.quantity) return [];
    const units = `${line.quantity} × ${nameOf(line)}`;
    return old === undefined ? `added ${units}` : `${units} instead of ${old}`;
  });
  return [...removed.map((line) => `removed ${line.quantity} × ${nameOf(line)}`), ...changed].join(', ');
}

/** The changed prices, discount and delivery charge, for the back office. */
function termNotes(cart: PricedCart, before: Items, request: LinesChange): string[] {
  const isSameDiscount = discountOf(cart.lines) === discountOf(before);
  const isSameCharge = chargeOf(cart.lines) === chargeOf(before);
  return notesOn(cart, {
    cart_items: request.cart_items,
    discount: isSameDiscount ? undefined : request.discount,
    shipping: isSameCharge ? 0 : request.shipping,
  });
}

function moneyNote(duePaise: number): string {
  if (duePaise === 0) return '';
  if (duePaise > 0) return `We have received the difference of ${rupees(duePaise)}. Thank you.`;
  return `We will refund ${rupees(-duePaise)}, and email you when the refund is made.`;
}
