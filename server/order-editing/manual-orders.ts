import { randomUUID } from 'node:crypto';
import { mailboxOf } from '../../shared/contact/mailbox.ts';
import type { ManualOrderRequest, Quote, QuoteRequest } from '../../shared/contract/orders/manual-orders.ts';
import { toRupees } from '../../shared/money.ts';
import { mailCodOrder } from '../cash-on-delivery/cash-on-delivery.ts';
import {
  businessOf,
  checkPrices,
  notesOn,
  placeDraft,
  placeOnce,
  reductionOf,
  termsOf,
} from '../checkout/checkout.ts';
import type { OrderDraft } from '../checkout/placing/draft.ts';
import type { OrderPrice } from '../checkout/placing/price-order.ts';
import { getSettings } from '../content/content.ts';
import { findAccountOf } from '../customers/customers.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import { requireWithinLimits } from '../db/value-limits.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { badField } from '../errors.ts';
import type { TaxedBuyer } from '../invoices/invoice-content.ts';
import { taxOfSale } from '../invoices/invoices.ts';
import { insertPaymentLink } from '../ledger/queries/link-queries.ts';
import * as orders from '../orders/orders.ts';
import { insertNote } from '../orders/queries/note-queries.ts';
import { confirmPayment, insertPayment } from '../payments/payments.ts';
import { requirePermission } from '../permissions.ts';
import type { PricedCart } from '../pricing/priced-cart.ts';
import { orderItemsOf, priceCart, variantLabel } from '../pricing/pricing.ts';
import { hashOfRequest } from '../request-hash.ts';
import { insertManualOrder } from './edit-queries.ts';

/** What an order of this customer would cost on these terms. Errors: those of priceCart and termsOf, 400 `customer`. */
export async function quoteOrder(deps: Deps, request: QuoteRequest): Promise<Quote> {
  return transaction(deps.db, async (trx) => {
    const now = deps.clock.now();
    const userId = await accountOf(trx, request);
    const cart = await priceCart(
      trx,
      request.cart_items,
      termsOf(request, { userId, now, method: request.payment_method }),
    );
    checkPrices(cart, request);
    const buyer = { shipping: request.state ? request : null, gstin: request.gstin, isSez: request.isSez };
    return presentQuote(trx, cart, buyer);
  });
}

/** The account of the customer; null without one. 400 for an unknown customer. */
async function accountOf(
  trx: Trx,
  { customer }: Pick<ManualOrderRequest, 'customer'>,
): Promise<string | null> {
  const account = customer ? await findAccountOf(trx, customer) : null;
  if (account === undefined) throw badField('customer', 'There is no such customer');
  return account;
}

/** The lines, totals and taxes of a priced cart for this buyer. */
export async function presentQuote(trx: Trx, cart: PricedCart, buyer: TaxedBuyer): Promise<Quote> {
  const { seller } = await getSettings(trx);
  const tax = taxOfSale(seller, buyer, orderItemsOf(cart));
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
    codFee: toRupees(cart.terms.codFeePaise),
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
  // Even an order that has ended is not created a second time.
  const attempt = { scope: `admin ${admin.userId}`, key, hash: hashOfRequest(request), isFreed: false };
  const { id, isNew } = await placeOnce(deps.db, attempt, () =>
    transaction(deps.db, async (trx) => {
      const draft = await draftManualOrder(deps, trx, admin, request, attempt);
      const placed = await placeDraft(deps, trx, draft, (price) =>
        recordManualOrder(trx, admin, request, draft, price),
      );
      await beginPayment(deps, trx, admin, draft.id, request.payment);
      return placed;
    }),
  );
  if (isNew) deps.log.info({ orderId: id }, 'order created by an admin');
  return id;
}

async function draftManualOrder(
  { clock }: Deps,
  trx: Trx,
  admin: NamedAdmin,
  request: ManualOrderRequest,
  attempt: OrderDraft['attempt'],
): Promise<OrderDraft> {
  const now = clock.now();
  const { settings } = await getSettings(trx);
  const userId = await accountOf(trx, request);
  const { payment, email, shipping_details: shipping = null } = request;
  const isCod = payment.method === 'cash_on_delivery';
  const method = isCod ? 'cash_on_delivery' : 'online';
  if (isCod && !shipping) throw badField('payment.method', 'Cash on delivery needs a delivery address');
  return {
    id: randomUUID(),
    now,
    settings,
    cause: { by: admin.name, byUser: admin.userId, note: 'Order created' },
    items: request.cart_items,
    method,
    terms: termsOf(request, { userId, method, now }),
    columns: {
      userId,
      // The invoice names the buyer; a parcel for somebody else has another name.
      name: request.name,
      email,
      mobile: request.mobile,
      mailbox: email && mailboxOf(email),
      altMobile: request.altMobile,
      ...businessOf(request, settings),
      shipping: shipping && JSON.stringify(shipping),
      ...(isCod && { codState: 'confirmed' as const }),
    },
    attempt,
    payment: payment.method === 'link' ? 'link' : 'elsewhere',
    reservation: { minutes: payment.method === 'link' ? payment.hours * 60 : 0 },
    shown: {
      amountPaise: request.amount,
      changed: 'The total has changed. Check it and create the order again.',
    },
    sale: request,
  };
}

/** Records who created an order and on which terms. 403 beyond the limits of the role. */
async function recordManualOrder(
  trx: Trx,
  admin: NamedAdmin,
  request: ManualOrderRequest,
  { id, now, columns: { userId, email, mobile }, cause }: OrderDraft,
  { cart }: OrderPrice,
): Promise<void> {
  const { payment } = request;
  const { amountPaise } = cart;
  const reducedPaise = await reductionOf(trx, { userId, email, mobile }, orderItemsOf(cart));
  if (reducedPaise > 0)
    await requireWithinLimits(trx, admin, 'reduction', { amountPaise: reducedPaise, now });
  await insertManualOrder(trx, { orderId: id, createdBy: admin.userId, createdAt: now, reducedPaise });
  const order = { id, status: 'pending' as const };
  const terms = notesOn(cart, request);
  for (const note of terms) await orders.addEvent(trx, order, { ...cause, note, internal: true });
  if (request.note)
    await insertNote(trx, {
      orderId: id,
      status: 'pending',
      byUser: admin.userId,
      note: request.note,
    });
  await recordAudit(trx, admin, {
    action: 'order.create',
    subject: id,
    detail: {
      amountPaise,
      reducedPaise,
      method: payment.method,
      ...('reference' in payment && { reference: payment.reference }),
      terms: terms.join('; '),
    },
  });
}

/** Lets a job create the payment link, mails what is to be paid on delivery, or records the money that was received. */
async function beginPayment(
  deps: Deps,
  trx: Trx,
  admin: NamedAdmin,
  orderId: string,
  payment: ManualOrderRequest['payment'],
): Promise<void> {
  if (payment.method === 'link') {
    await insertPaymentLink(trx, orderId);
    await deps.jobs.enqueue(trx, 'payment-link', { orderId });
    return;
  }
  if (payment.method === 'cash_on_delivery') return mailCodOrder(deps, trx, orderId);
  const order = await orders.lockExisting(trx, orderId);
  const now = deps.clock.now();
  const { how, note } = await insertPayment(deps, trx, admin, order, { payment, isPrimary: true });
  await orders.moveOrder(trx, order, 'paid', { by: admin.name, byUser: admin.userId, note });
  await confirmPayment(deps, trx, { ...order, status: 'paid' }, { paymentId: how, now });
}
