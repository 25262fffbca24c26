import { z } from 'zod';
import { ProviderError } from './provider-error.ts';

// Unknown fields are ignored and optional ones may be missing, because the provider changes its replies. Money in paise.
const paise = z.int().min(0);
/** PostgreSQL can't store NUL or half a surrogate pair in a text. */
export const text = z.string().overwrite((value) => value.replaceAll('\0', '').toWellFormed());
const optionalText = text
  .nullish()
  .catch(null)
  .transform((value) => value || null);
const seconds = z
  .int()
  .min(0)
  .catch(0)
  .transform((value) => new Date(value * 1000));
/** No notes are `[]`, some notes an object. */
const notes = z.record(z.string(), z.coerce.string()).catch({});
const oneOf = <const T extends string>(...known: T[]) =>
  z.unknown().transform((value): T | 'unknown' => known.find((name) => name === value) ?? 'unknown');

const order = z
  .object({
    id: text.min(1),
    amount: paise,
    currency: text,
    receipt: optionalText,
    status: oneOf('created', 'attempted', 'paid'),
    notes,
  })
  .transform(({ amount, ...entity }) => ({ ...entity, amountPaise: amount }));
export type ProviderOrder = z.infer<typeof order>;

const payment = z
  .object({
    id: text.min(1),
    order_id: optionalText,
    amount: paise,
    amount_refunded: paise.catch(0),
    currency: text,
    status: oneOf('created', 'authorized', 'captured', 'refunded', 'failed'),
    captured: z.boolean().catch(false),
    method: text.catch(''),
    error_reason: optionalText,
    created_at: seconds,
  })
  .transform(({ order_id, amount, amount_refunded, error_reason, created_at, ...entity }) => ({
    ...entity,
    orderId: order_id,
    amountPaise: amount,
    amountRefundedPaise: amount_refunded,
    errorReason: error_reason,
    createdAt: created_at,
  }));
/** `captured` alone is not reliable: check `status`. It is false for a payment that was refunded without a capture. */
export type ProviderPayment = z.infer<typeof payment>;

export const wasCaptured = ({ status, captured }: ProviderPayment): boolean =>
  status === 'captured' || (status === 'refunded' && captured);

const refund = z
  .object({
    id: text.min(1),
    payment_id: text.min(1),
    amount: paise,
    receipt: optionalText,
    status: oneOf('pending', 'processed', 'failed'),
  })
  .transform(({ payment_id, amount, ...entity }) => ({
    ...entity,
    paymentId: payment_id,
    amountPaise: amount,
  }));
export type ProviderRefund = z.infer<typeof refund>;

const link = z
  .object({
    id: text.min(1),
    amount: paise,
    currency: text,
    reference_id: optionalText,
    /** The order with its payments; absent until the link is paid. */
    order_id: optionalText,
    status: oneOf('created', 'partially_paid', 'paid', 'cancelled', 'expired'),
    short_url: z.url({ protocol: /^https?$/ }),
  })
  .transform(({ amount, reference_id, order_id, short_url, ...entity }) => ({
    ...entity,
    amountPaise: amount,
    reference: reference_id,
    orderId: order_id,
    url: short_url,
  }));
export type ProviderLink = z.infer<typeof link>;

export const readLink = (reply: unknown) => read(link, reply);
export const readLinks = (reply: unknown) =>
  read(z.object({ payment_links: z.array(link) }), reply).payment_links;
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
