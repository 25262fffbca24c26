import type { AdminOrder, BoughtGiftCard, Order } from '../../shared/contract/orders/orders.ts';
import { toRupees } from '../../shared/money.ts';
import { whatsappTexts } from '../../shared/orders/order-extras.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { listRefundablePayments, sumLeft } from '../ledger/ledger.ts';
import { presentAdminShipment, presentShipment, trackingOf } from './present-shipments.ts';
import type { AdminOrderRow } from './queries/admin-queries.ts';
import type { OrderRow } from './queries/order-queries.ts';

/** Converts a row to an order of the contract (spec §3). */
export function presentOrder(row: OrderRow): Order {
  return {
    _id: row.id,
    order_number: orderNumber(row.id),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    amount: toRupees(row.amountPaise),
    currency: 'INR',
    status: row.status,
    refundState: row.refundState,
    paymentState: row.paymentState,
    fulfilmentState: row.fulfilmentState,
    reservedUntil: isReserved(row) ? row.expiresAt.toISOString() : null,
    payment_id: row.paymentId,
    razorpay_order_id: row.providerOrderId,
    invoice_path: row.invoice && `invoices/${row.id}.pdf`,
    invoice_url: row.invoice && `/api/razorpay/invoice/${row.id}`,
    invoice_number: row.invoice?.code ?? null,
    credit_notes: row.creditNotes.map(presentDocument),
    replaced_invoices: row.replacedInvoices.map(presentDocument),
    is_guest: row.isGuest,
    is_test: row.isTest,
    ...buyerOf(row),
    cart_items: row.items.map(presentLine),
    discount: toRupees(row.items.reduce((sum, { discountPaise }) => sum + discountPaise, 0)),
    discounts: discountsOf(row),
    shipping: toRupees(chargeOf(row)),
    rounding: toRupees(row.roundingPaise),
    giftCard: row.giftCard && {
      ending: row.giftCard.ending,
      isFree: row.giftCard.isFree,
      amount: toRupees(row.giftCard.amountPaise),
    },
    arrival: arrivalOf(row.delivery),
    cashOnDelivery: codOf(row),
    codAdvance: isReserved(row) && row.codAdvancePaise > 0 ? advanceOf(row) : null,
    hasPaymentLink: row.paymentLink !== null,
    paymentLink: (isReserved(row) && !row.paymentLink?.closedAt && row.paymentLink?.url) || null,
    paymentRequest: requestOf(row.paymentRequest),
    orderItems: row.items.map((item) => ({
      _id: item.id,
      name: item.variantLabel ? `${item.name} (${item.variantLabel})` : item.name,
      quantity: item.quantity,
      price: toRupees(item.unitPaise),
    })),
    shippingAddress: row.shipping,
    pickup: row.pickup && { ...row.pickup, readyAt: row.pickupReadyAt?.toISOString() ?? null },
    note: row.buyerNote,
    giftMessage: row.giftMessage,
    business: row.gstin ? { name: row.businessName, gstin: row.gstin, isSez: row.isSez } : null,
    whatsapp: consentOf(row),
    shipments: row.shipments
      .filter(({ state }) => state !== 'packed' && state !== 'cancelled')
      .map(presentShipment),
    ...trackingOf(row.shipments),
    timeline: row.events
      .filter(({ isNote }) => !isNote)
      .map((event) => ({ ...presentEvent(event), note: event.internal ? '' : event.note })),
    paidAmount: toRupees(row.paidPaise),
    refundedAmount: toRupees(row.refundedPaise),
    keptAmount: toRupees(row.paidPaise - row.refundedPaise),
  };
}

const buyerOf = (row: OrderRow) => ({
  guest_details: row.isGuest ? { name: row.name, email: row.email, mobile: row.mobile } : null,
  user_id: row.user && {
    _id: row.user.id,
    name: row.user.name,
    // Those of the order: the account may have got others since.
    email: row.email || (row.user.email ?? ''),
    phone: row.mobile,
  },
});

const presentLine = (item: OrderRow['items'][number]) => ({
  _id: item.id,
  product_id: { _id: item.productId, name: item.name, slug: item.slug, image: item.image },
  variant_id: item.variantId,
  variant: item.variantLabel,
  sku: item.sku,
  price: toRupees(item.unitPaise),
  quantity: item.quantity,
  refundedQuantity: item.refundedQuantity,
  subtotal: toRupees(item.unitPaise * item.quantity),
  total: toRupees(item.linePaise),
  giftCard: soldCardOf(item),
});

const requestOf = (request: OrderRow['paymentRequest']): Order['paymentRequest'] =>
  request && {
    amount: toRupees(request.amountPaise),
    url: request.url,
    until: new Date(request.expiresAt).toISOString(),
  };

const consentOf = ({ whatsappConsent, whatsappConsentAt }: OrderRow) =>
  whatsappConsent &&
  whatsappConsentAt && { text: whatsappTexts[whatsappConsent], at: whatsappConsentAt.toISOString() };

/** The gift card of a line: as it was created, or as it is ordered. */
function soldCardOf({ recipient, soldCard: card }: OrderRow['items'][number]): BoughtGiftCard | null {
  if (!recipient) return null;
  if (!card) {
    const { name = '', sendOn = '' } = recipient;
    return { name, sendOn, sentAt: null, ending: '', isDisabled: false };
  }
  return {
    name: card.recipientName,
    sendOn: card.sendDay ?? '',
    sentAt: card.sentAt && new Date(card.sentAt).toISOString(),
    ending: card.codeEnding,
    isDisabled: card.disabledAt !== null,
  };
}

const arrivalOf = (delivery: OrderRow['delivery']): Order['arrival'] =>
  delivery?.from && delivery.by ? { from: delivery.from, by: delivery.by } : null;

const presentDocument = ({ id, code, amountPaise }: OrderRow['creditNotes'][number]) => ({
  code,
  url: `/api/razorpay/credit-note/${id}`,
  amount: toRupees(amountPaise),
});

/** The delivery charge after discounts, in paise. */
const chargeOf = ({ items, codFeePaise }: OrderRow) =>
  items.reduce((sum, { shippingPaise }) => sum + shippingPaise, 0) - codFeePaise;

/**
 * The discounts of the shop, without those that an admin who changed the order has replaced: of the lines by another
 * discount, or of the delivery charge by another one.
 */
function discountsOf(row: OrderRow): Order['discounts'] {
  return row.discounts
    .filter(({ isOffShipping, isOfLines }) => (isOffShipping ? chargeOf(row) === 0 : isOfLines))
    .map(({ title, code, amountPaise, isOffShipping }) => ({
      title,
      code,
      amount: toRupees(amountPaise),
      target: isOffShipping ? 'shipping' : 'products',
    }));
}

const presentEvent = ({ status, at, byLabel: by, note }: OrderRow['events'][number]) => ({
  status,
  at: new Date(at).toISOString(),
  by,
  note,
});

const isReserved = ({ status, stock, paidPaise, codState, ...row }: OrderRow) => {
  // A packed order can be paid by its link until it leaves the shop.
  const hasLink = row.paymentLink !== null && !row.paymentLink.closedAt;
  const isPacked = status === 'processing' && row.fulfilmentState === 'unfulfilled' && hasLink;
  return (status === 'pending' || isPacked) && stock === 'reserved' && paidPaise === 0 && codState === null;
};

const advanceOf = ({ amountPaise, codAdvancePaise }: OrderRow): Order['codAdvance'] => ({
  amount: toRupees(codAdvancePaise),
  due: toRupees(amountPaise - codAdvancePaise),
});

function codOf({ codState, codFeePaise, ...row }: OrderRow): Order['cashOnDelivery'] {
  if (!codState) return null;
  const isOver = row.status === 'failed' || row.status === 'cancelled' || row.fulfilmentState === 'returned';
  const isWaiting = codState === 'unconfirmed' && row.status === 'pending';
  return {
    fee: toRupees(codFeePaise),
    advance: toRupees(row.codAdvancePaise),
    due: isOver ? 0 : toRupees(row.codDuePaise),
    confirmed: codState !== 'unconfirmed',
    confirmUntil: isWaiting ? row.expiresAt.toISOString() : null,
  };
}

/** The same with the fields for admins, as one of them sees it. */
export function presentAdminOrder(row: AdminOrderRow, adminId: string): AdminOrder {
  const order = presentOrder(row);
  return {
    ...order,
    cart_items: order.cart_items.map((item, i) => ({
      ...item,
      giftCard: item.giftCard && {
        ...item.giftCard,
        _id: row.items[i]?.soldCard?.id ?? null,
        email: row.items[i]?.soldCard?.recipientEmail ?? row.items[i]?.recipient?.email ?? '',
      },
      unitsToPack: row.items[i]?.unitsToPack ?? 0,
    })),
    shipments: row.shipments.map(presentAdminShipment),
    cashOnDelivery: order.cashOnDelivery && {
      ...order.cashOnDelivery,
      returns: 0,
      isBlocked: false,
      ...row.codBuyer,
    },
    timeline: row.events.map((event) => ({
      ...presentEvent(event),
      internal: event.internal,
      note_id: event.isNote ? String(event.id) : null,
      own: event.isNote && event.byUser === adminId,
      edited: event.editedAt !== null,
    })),
    deliveryZone: row.delivery?.zone ?? '',
    tags: row.tags,
    customer_id: row.customerId,
    refundableAmount: toRupees(sumLeft(listRefundablePayments(row.payments, row.refunds))),
    waitingRefundAmount: toRupees(Number(row.waitingRefundsPaise ?? 0)),
    deleted: row.deletedAt !== null || row.isArchived,
    stock: row.stock,
    customer: { name: row.name, email: row.email, mobile: row.mobile, altMobile: row.altMobile },
    payments: row.payments.map((payment) => ({
      _id: payment.id,
      provider_payment_id: payment.providerPaymentId,
      status: payment.status,
      method: payment.method,
      amount: toRupees(payment.amountPaise),
      currency: payment.currency,
      isPrimary: payment.isPrimary,
      isFree: payment.isFree,
      note: payment.note || payment.errorReason,
      at: new Date(payment.createdAt).toISOString(),
    })),
    refunds: row.refunds.map((refund) => ({
      _id: refund.id,
      amount: toRupees(refund.amountPaise),
      status: refund.status,
      reason: refund.reason,
      error: refund.error,
      by: refund.by ?? 'System',
      at: new Date(refund.createdAt).toISOString(),
      lines: refund.lines.map(({ orderItemId, ...line }) => ({ line_id: orderItemId, ...line })),
    })),
  };
}

/** The same for an admin who packs orders: without amounts, documents and references of payments. */
export function withoutMoney(order: AdminOrder): AdminOrder {
  return {
    ...order,
    amount: null,
    cart_items: order.cart_items.map((item) => ({ ...item, price: null, subtotal: null, total: null })),
    orderItems: order.orderItems.map((item) => ({ ...item, price: null })),
    discount: null,
    discounts: [],
    shipping: null,
    rounding: null,
    giftCard: null,
    paymentLink: null,
    paymentRequest: null,
    business: null,
    cashOnDelivery: order.cashOnDelivery && { ...order.cashOnDelivery, fee: null, advance: null, due: null },
    codAdvance: null,
    paidAmount: null,
    refundedAmount: null,
    keptAmount: null,
    refundableAmount: null,
    waitingRefundAmount: null,
    payment_id: null,
    razorpay_order_id: null,
    invoice_path: null,
    invoice_url: null,
    invoice_number: null,
    credit_notes: [],
    replaced_invoices: [],
    payments: [],
    refunds: [],
    timeline: order.timeline.map((event) => ({
      ...event,
      // Such as `Refund of ₹500 requested`.
      note: event.note.includes('₹') ? '' : event.note,
    })),
  };
}
