import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mailboxOf } from '../../shared/contact/mailbox.ts';
import type {
  ManualOrderRequest,
  OfflinePayment,
  Quote,
  QuoteRequest,
} from '../../shared/contract/orders/manual-orders.ts';
import { toRupees } from '../../shared/money.ts';
import { mailCodOrder } from '../cash-on-delivery/cash-on-delivery.ts';
import {
  businessOf,
  checkPrices,
  notesOn,
  priceListNotes,
  reductionOf,
  termsOf,
} from '../checkout/checkout.ts';
import { getSettings } from '../content/content.ts';
import { findAccountOf } from '../customers/customers.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import { requireWithinLimits } from '../db/value-limits.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { badField, conflict } from '../errors.ts';
import { type TaxedBuyer, taxOfSale } from '../invoices/invoices.ts';
import { insertPaymentLink } from '../ledger/ledger.ts';
import * as orders from '../orders/orders.ts';
import { confirmPayment, insertPayment } from '../payments/payments.ts';
import { requirePermission } from '../permissions.ts';
import {
  amountChanged,
  checkTotals,
  orderItemsOf,
  type PricedCart,
  priceCart,
  shortLines,
  variantLabel,
} from '../pricing/pricing.ts';
import { insertManualOrder } from './manual-order-queries.ts';

/** What an order of this customer would cost on these terms. Errors: those of priceCart and termsOf, 400 `customer`. */
export async function quoteOrder(deps: Deps, request: QuoteRequest): Promise<Quote> {
  return transaction(deps.db, async (trx) => {
    const account = await accountOf(trx, request);
    const cart = await priceCart(trx, request.cart_items, termsOf(request, account, request.payment_method));
    checkPrices(cart, request);
    const buyer = { shipping: request.state ? request : null, gstin: request.gstin, isSez: request.isSez };
    return presentQuote(trx, cart, buyer, deps.clock.now());
  });
}

/** The account of the customer; null if she has none. 400 for an unknown customer. */
async function accountOf(
  trx: Trx,
  { customer }: Pick<ManualOrderRequest, 'customer'>,
): Promise<string | null> {
  const account = customer ? await findAccountOf(trx, customer) : null;
  if (account === undefined) throw badField('customer', 'There is no such customer');
  return account;
}

/** The lines, totals and taxes of a priced cart for this buyer. */
export async function presentQuote(trx: Trx, cart: PricedCart, buyer: TaxedBuyer, at: Date): Promise<Quote> {
  const { seller } = await getSettings(trx);
  const tax = taxOfSale(seller, buyer, orderItemsOf(cart, at));
  const rupeesOf = (paise: (line: PricedCart['lines'][number]) => number) =>
    toRupees(cart.lines.reduce((sum, line) => sum + paise(line), 0));
  return {
    lines: cart.lines.map(({ variant, quantity, unitPaise }) => ({
      product_id: variant.productId,
      variant_id: variant.id,
      name: variant.name,
      variant: variantLabel(variant),
      image: variant.image,
      price: toRupees(unitPaise),
      cataloguePrice: toRupees(variant.sellingPaise),
      listPrice: toRupees(variant.pricePaise),
      quantity,
      subtotal: toRupees(unitPaise * quantity),
      countInStock: variant.stock,
    })),
    subtotal: rupeesOf(({ unitPaise, quantity }) => unitPaise * quantity),
    discount: rupeesOf(({ discountPaise }) => discountPaise),
    shipping: toRupees(cart.shippingPaise),
    codFee: toRupees(cart.terms.codFeePaise ?? 0),
    rounding: toRupees(cart.roundingPaise),
    amount: toRupees(cart.amountPaise),
    tax: {
      kind: tax.kind,
      placeOfSupply: tax.placeOfSupply.name,
      taxable: toRupees(tax.taxablePaise),
      cgst: toRupees(tax.cgstPaise),
      sgst: toRupees(tax.sgstPaise),
      igst: toRupees(tax.igstPaise),
    },
  };
}

/**
 * Creates an order for a customer (contract §8) and returns its id: reserves the stock, and records the payment that
 * the admin has received, with invoice and mails, enqueues the payment link, or mails what is to be paid on delivery,
 * all in one transaction. A repeated request with the key returns the same order. Errors: 400 fields, 403 beyond the
 * limits of the role, 409 `amount_changed`, `out_of_stock`, `item_unavailable`, `idempotency_mismatch`.
 */
export async function createManualOrder(
  deps: Deps,
  admin: NamedAdmin,
  request: ManualOrderRequest,
  key: string,
): Promise<string> {
  // Recording money is more than creating an order.
  if (!/^(link|cash_on_delivery)$/.test(request.payment.method)) requirePermission(admin, 'orders.edit');
  const attempt = {
    idempotencyScope: `admin ${admin.userId}`,
    idempotencyKey: key,
    requestHash: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
  };
  const made = await findMade(deps, attempt);
  if (made) return made;
  try {
    const id = await transaction(deps.db, (trx) => writeOrder(deps, trx, admin, request, attempt));
    deps.log.info({ orderId: id }, 'order created by an admin');
    return id;
  } catch (error) {
    // A concurrent request with this key has created the order.
    const other = await findMade(deps, attempt);
    if (other) return other;
    throw error;
  }
}

type Attempt = { idempotencyScope: string; idempotencyKey: string; requestHash: string };

/** The order of an earlier request with this key, even if it has ended: a retry must not create a second one. */
async function findMade({ db }: Deps, attempt: Attempt): Promise<string | undefined> {
  const made = await orders.findByIdempotencyKey(db, attempt.idempotencyScope, attempt.idempotencyKey);
  if (made && made.requestHash !== attempt.requestHash)
    throw conflict('idempotency_mismatch', 'This Idempotency-Key was used for another order.');
  return made?.id;
}

async function writeOrder(
  deps: Deps,
  trx: Trx,
  admin: NamedAdmin,
  request: ManualOrderRequest,
  attempt: Attempt,
): Promise<string> {
  const { settings } = await getSettings(trx);
  const account = await accountOf(trx, request);
  const { payment } = request;
  const isCod = payment.method === 'cash_on_delivery';
  const terms = termsOf(request, account, isCod ? 'cash_on_delivery' : 'online');
  const cart = await priceCart(trx, request.cart_items, terms);
  checkPrices(cart, request);
  const short = shortLines(cart, request.cart_items);
  if (short) throw short;
  checkTotals(cart, { ...settings, minOrderRupees: 1 });
  if (request.amount !== cart.amountPaise)
    throw amountChanged(cart, 'The total has changed. Check it and create the order again.');
  const now = deps.clock.now();
  const items = orderItemsOf(cart, now);
  const { email, mobile } = request;
  const reducedPaise = await reductionOf(trx, { userId: account, email, mobile }, items);
  if (reducedPaise > 0)
    await requireWithinLimits(trx, admin, 'reduction', { amountPaise: reducedPaise, now });

  const id = randomUUID();
  const cause = { by: admin.name, byUser: admin.userId };
  const shipping = request.shipping_details ?? null;
  if (isCod && !shipping) throw badField('payment.method', 'Cash on delivery needs a delivery address');
  await orders.createOrder(
    trx,
    {
      id,
      createdAt: now,
      updatedAt: now,
      amountPaise: cart.amountPaise,
      roundingPaise: cart.roundingPaise,
      isGuest: account === null,
      userId: account,
      // The invoice names the buyer; a parcel for somebody else has another name.
      name: request.name,
      email,
      mobile,
      mailbox: email && mailboxOf(email),
      altMobile: request.altMobile,
      ...businessOf(request, settings),
      shipping: shipping && JSON.stringify(shipping),
      accessKey: randomBytes(16).toString('base64url'),
      provider: deps.payments.name,
      isTest: deps.payments.test,
      reservationMinutes: payment.method === 'link' ? payment.hours * 60 : 0,
      continues: undefined,
      paymentOpeningMs: 0,
      ...(isCod && { codState: 'confirmed' as const }),
      nextCheckAt: payment.method === 'link' ? new Date(now.getTime() + 2 * 60_000) : null,
      ...attempt,
    },
    items,
    { ...cause, note: 'Order created' },
  );
  await insertManualOrder(trx, { orderId: id, createdBy: admin.userId, createdAt: now, reducedPaise });
  for (const note of [...priceListNotes(cart), ...notesOn(cart, request)])
    await orders.addEvent(trx, { id, status: 'pending' }, { ...cause, note, internal: true });
  if (request.note)
    await orders.insertNote(trx, {
      orderId: id,
      status: 'pending',
      byUser: admin.userId,
      note: request.note,
    });
  await recordAudit(trx, admin, {
    action: 'order.create',
    subject: id,
    detail: {
      amountPaise: cart.amountPaise,
      reducedPaise,
      method: payment.method,
      ...('reference' in payment && { reference: payment.reference }),
      terms: notesOn(cart, request).join('; '),
    },
  });
  await orders.takeStock(trx, cart, request.cart_items, { orderId: id, by: admin.name });
  if (payment.method === 'link') {
    await insertPaymentLink(trx, id);
    await deps.jobs.enqueue(trx, 'payment-link', { orderId: id });
  } else if (payment.method === 'cash_on_delivery') await mailCodOrder(deps, trx, id);
  else await recordPayment(deps, trx, admin, id, payment);
  return id;
}

/** Records the money that the admin has received: the order is paid, with its invoice and mails. */
async function recordPayment(
  deps: Deps,
  trx: Trx,
  admin: NamedAdmin,
  orderId: string,
  payment: OfflinePayment,
): Promise<void> {
  const order = await orders.lockOrder(trx, orderId);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  const now = deps.clock.now();
  const { how, note } = await insertPayment(deps, trx, admin, order, { payment, isPrimary: true });
  await orders.moveOrder(trx, order, 'paid', { by: admin.name, byUser: admin.userId, note });
  await confirmPayment(deps, trx, { ...order, status: 'paid' }, { paymentId: how, now });
}
