import type { LinkRow, OrderRow, PaymentRow, RefundRow } from './queries.ts';
import { type SandboxDeps, seconds } from './sandbox-deps.ts';
import type { Failure } from './test-data.ts';

/** The fields of a payment that have no columns. */
export type PaymentDetail = {
  email?: string;
  contact?: string;
  vpa?: string;
  card?: { id: string; last4: string; network: string };
  fee?: number;
  tax?: number;
  acquirer?: Record<string, string>;
  error?: Failure;
  late?: boolean;
};

export const detailOf = (row: Pick<PaymentRow, 'detail'>) => row.detail as PaymentDetail;

/** An order as the provider shows it (razorpay §2.1). */
export function orderEntity({ variations }: SandboxDeps, row: OrderRow) {
  return {
    id: row.id,
    entity: 'order',
    amount: row.amount,
    amount_paid: row.amountPaid,
    amount_due: Math.max(0, row.amount - row.amountPaid),
    currency: row.currency,
    receipt: row.receipt,
    offer_id: null,
    status: row.status,
    attempts: row.attempts,
    notes: notesEntity(row.notes),
    created_at: row.createdAt,
    ...(variations.chance(0.3) ? { description: null, checkout: null } : {}),
  };
}

/** Whether a payment link that is neither paid nor cancelled has expired. */
export const linkStatus = ({ now }: SandboxDeps, { status, expireBy }: LinkRow) =>
  status === 'created' && expireBy <= seconds(now()) ? 'expired' : status;

/** A payment link as the provider shows it (razorpay §14): its order only once it is paid. */
export function linkEntity(deps: SandboxDeps, row: LinkRow) {
  const status = linkStatus(deps, row);
  return {
    accept_partial: false,
    amount: row.amount,
    amount_paid: status === 'paid' ? row.amount : 0,
    cancelled_at: row.cancelledAt,
    created_at: row.createdAt,
    currency: row.currency,
    customer: {},
    description: row.description,
    expire_by: row.expireBy,
    expired_at: status === 'expired' ? row.expireBy : 0,
    first_min_partial_amount: 0,
    id: row.id,
    notes: notesEntity(row.notes),
    notify: { email: false, sms: false },
    ...(status === 'paid' && { order_id: row.orderId }),
    payments: null,
    reference_id: row.referenceId,
    reminder_enable: false,
    reminders: [],
    short_url: `${deps.linkUrl()}/${row.id}`,
    status,
    updated_at: row.createdAt,
    upi_link: false,
    user_id: '',
  };
}

/** A payment as the provider shows it (razorpay §3.1); the card only on request. */
export function paymentEntity({ variations }: SandboxDeps, row: PaymentRow, { card = false } = {}) {
  const detail = detailOf(row);
  return {
    id: row.id,
    entity: 'payment',
    amount: row.amount,
    currency: row.currency,
    base_amount: row.amount,
    status: row.status,
    order_id: row.orderId,
    invoice_id: null,
    international: false,
    method: row.method,
    amount_refunded: row.amountRefunded,
    amount_transferred: 0,
    refund_status: refundStatus(row),
    captured: row.captured,
    description: null,
    card_id: detail.card?.id ?? null,
    ...(card && detail.card ? { card: cardEntity(detail.card) } : {}),
    bank: null,
    wallet: null,
    vpa: detail.vpa ?? null,
    email: detail.email || 'void@razorpay.com',
    contact: detail.contact ?? null,
    customer_id: null,
    token_id: null,
    notes: notesEntity(row.notes),
    fee: detail.fee ?? null,
    tax: detail.tax ?? null,
    error_code: detail.error?.code ?? null,
    error_description: detail.error?.description ?? null,
    error_source: detail.error?.source ?? null,
    error_step: detail.error?.step ?? null,
    error_reason: detail.error?.reason ?? null,
    acquirer_data: detail.acquirer ?? {},
    created_at: row.createdAt,
    ...(detail.vpa ? { upi: { vpa: detail.vpa } } : {}),
    ...(variations.chance(0.3)
      ? { provider: null, reward: null, late_authorized: detail.late ?? false }
      : {}),
  };
}

/** A refund as the provider shows it (razorpay §4). */
export function refundEntity(row: RefundRow) {
  return {
    id: row.id,
    entity: 'refund',
    amount: row.amount,
    currency: 'INR',
    payment_id: row.paymentId,
    notes: notesEntity(row.notes),
    receipt: row.receipt,
    acquirer_data: { arn: null },
    created_at: row.createdAt,
    batch_id: null,
    status: row.status,
    speed_requested: row.speed,
    speed_processed: 'normal',
  };
}

export const collection = (items: unknown[]) => ({ entity: 'collection', count: items.length, items });

function refundStatus(row: PaymentRow) {
  if (row.amountRefunded === 0) return null;
  return row.amountRefunded < row.amount ? 'partial' : 'full';
}

function cardEntity(card: NonNullable<PaymentDetail['card']>) {
  return {
    ...card,
    entity: 'card',
    name: '',
    type: 'debit',
    issuer: 'HDFC',
    international: false,
    emi: false,
    sub_type: 'consumer',
    token_iin: null,
  };
}

/** The provider shows no notes as an empty list. */
function notesEntity(notes: unknown) {
  return Object.keys(notes as object).length > 0 ? notes : [];
}
