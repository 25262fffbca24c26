import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readPayment, readRefund, text } from './provider-shapes.ts';

const envelope = z.object({
  event: text.max(200).catch('unreadable'),
  payload: z
    .object({
      payment: z.object({ entity: z.unknown() }).optional().catch(undefined),
      refund: z.object({ entity: z.unknown() }).optional().catch(undefined),
      payment_link: z
        .object({ entity: z.object({ id: text }) })
        .optional()
        .catch(undefined),
    })
    .catch({}),
});

/**
 * Parses a signed body only as far as needed to store it; the stored body is parsed when the event is handled. An
 * unreadable one is stored too, under the hash of its bytes if it has no id.
 */
export function readWebhook(raw: Buffer, eventId: unknown) {
  // PostgreSQL can't store NUL in a text.
  const body = raw.toString('utf8').replaceAll('\0', '');
  const known = typeof eventId === 'string' && /^[\w-]{1,100}$/.test(eventId);
  const { name, payment } = openWebhook(body);
  return {
    eventId: known ? eventId : createHash('sha256').update(raw).digest('hex'),
    event: name,
    providerOrderId: payment?.orderId ?? null,
    paymentId: payment?.id,
    body,
  };
}

/** Whether an event tells of a new state of a payment, which settling reads from the provider. */
export const concernsPayment = (event: string): boolean =>
  /^(payment\.(authorized|captured|failed)|order\.paid|payment_link\.paid)$/.test(event);

/** The ids in an event. They are only a hint: the state is read from the provider. */
export function openWebhook(body: string) {
  const { event, payload } = envelope.safeParse(attempt(() => JSON.parse(body))).data ?? {};
  return {
    name: event ?? 'unreadable',
    payment: attempt(() => readPayment(payload?.payment?.entity)),
    refund: attempt(() => readRefund(payload?.refund?.entity)),
    linkId: payload?.payment_link?.entity.id,
  };
}

/** A body in another format is stored and raises an alert. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
