import { z } from 'zod';
import { ProviderError } from './provider-error.ts';

/** An order of the provider. Money in paise. */
export type ProviderOrder = {
  id: string;
  amountPaise: number;
  amountPaidPaise: number;
  currency: string;
  receipt: string | null;
  status: 'created' | 'attempted' | 'paid' | 'unknown';
  attempts: number;
  notes: Record<string, string>;
  createdAt: Date;
};

/** A payment of the provider. Money in paise. `captured` alone is not reliable: check `status`. */
export type ProviderPayment = {
  id: string;
  orderId: string | null;
  amountPaise: number;
  amountRefundedPaise: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed' | 'unknown';
  /** False for a payment that was refunded without being captured. */
  captured: boolean;
  method: string;
  feePaise: number | null;
  taxPaise: number | null;
  vpa: string | null;
  cardLast4: string | null;
  cardNetwork: string | null;
  errorReason: string | null;
  errorDescription: string | null;
  createdAt: Date;
};

/** A refund of the provider. Money in paise. */
export type ProviderRefund = {
  id: string;
  paymentId: string;
  amountPaise: number;
  currency: string;
  receipt: string | null;
  status: 'pending' | 'processed' | 'failed' | 'unknown';
  createdAt: Date;
};

/** Unknown fields are ignored and optional ones may be missing, because the provider changes its replies. */
const paise = z.int().min(0);
const optionalText = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value || null);
const optionalPaise = paise.nullish().catch(null);
const seconds = z
  .int()
  .min(0)
  .catch(0)
  .transform((value) => new Date(value * 1000));
/** No notes are `[]`, some notes an object. */
const notes = z.record(z.string(), z.coerce.string()).catch({});
const oneOf = <const T extends string>(...known: T[]) =>
  z.unknown().transform((value): T | 'unknown' => known.find((one) => one === value) ?? 'unknown');

const order = z
  .object({
    id: z.string().min(1),
    amount: paise,
    amount_paid: optionalPaise,
    currency: z.string(),
    receipt: optionalText,
    status: oneOf('created', 'attempted', 'paid'),
    attempts: z.int().catch(0),
    notes,
    created_at: seconds,
  })
  .transform(
    (entity): ProviderOrder => ({
      id: entity.id,
      amountPaise: entity.amount,
      amountPaidPaise: entity.amount_paid ?? 0,
      currency: entity.currency,
      receipt: entity.receipt,
      status: entity.status,
      attempts: entity.attempts,
      notes: entity.notes,
      createdAt: entity.created_at,
    }),
  );

const payment = z
  .object({
    id: z.string().min(1),
    order_id: optionalText,
    amount: paise,
    amount_refunded: optionalPaise,
    currency: z.string(),
    status: oneOf('created', 'authorized', 'captured', 'refunded', 'failed'),
    captured: z.boolean().catch(false),
    method: z.string().catch(''),
    fee: optionalPaise,
    tax: optionalPaise,
    vpa: optionalText,
    card: z.object({ last4: optionalText, network: optionalText }).nullish().catch(null),
    error_reason: optionalText,
    error_description: optionalText,
    created_at: seconds,
  })
  .transform(
    (entity): ProviderPayment => ({
      id: entity.id,
      orderId: entity.order_id,
      amountPaise: entity.amount,
      amountRefundedPaise: entity.amount_refunded ?? 0,
      currency: entity.currency,
      status: entity.status,
      captured: entity.captured,
      method: entity.method,
      feePaise: entity.fee ?? null,
      taxPaise: entity.tax ?? null,
      vpa: entity.vpa,
      cardLast4: entity.card?.last4 ?? null,
      cardNetwork: entity.card?.network ?? null,
      errorReason: entity.error_reason,
      errorDescription: entity.error_description,
      createdAt: entity.created_at,
    }),
  );

const refund = z
  .object({
    id: z.string().min(1),
    payment_id: z.string().min(1),
    amount: paise,
    currency: z.string(),
    receipt: optionalText,
    status: oneOf('pending', 'processed', 'failed'),
    created_at: seconds,
  })
  .transform(
    (entity): ProviderRefund => ({
      id: entity.id,
      paymentId: entity.payment_id,
      amountPaise: entity.amount,
      currency: entity.currency,
      receipt: entity.receipt,
      status: entity.status,
      createdAt: entity.created_at,
    }),
  );

export const readOrder = (reply: unknown) => read(order, reply);
export const readPayment = (reply: unknown) => read(payment, reply);
export const readRefund = (reply: unknown) => read(refund, reply);
export const readOrders = (reply: unknown) => readItems(order, reply);
export const readPayments = (reply: unknown) => readItems(payment, reply);
export const readRefunds = (reply: unknown) => readItems(refund, reply);

function readItems<T>(item: z.ZodType<T>, reply: unknown): T[] {
  return read(z.object({ items: z.array(item) }), reply).items;
}

function read<T>(shape: z.ZodType<T>, reply: unknown): T {
  const parsed = shape.safeParse(reply);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new ProviderError('nonsense', `the answer lacks what it must have: ${where}`);
}
