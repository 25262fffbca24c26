import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readPayment, readRefund } from './provider-shapes.ts';

/** A received event, parsed only as far as needed to store and route it. */
export type Webhook = {
  eventId: string;
  name: string;
  providerOrderId: string | null;
  /** The raw text, which is parsed when the event is handled. */
  body: string;
};

const envelope = z.object({
  event: z.string().max(200).catch('unreadable'),
  payload: z
    .object({
      payment: z.object({ entity: z.unknown() }).optional().catch(undefined),
      refund: z.object({ entity: z.unknown() }).optional().catch(undefined),
    })
    .catch({}),
});

/** Parses a signed body. An unreadable one is stored too, under the hash of its bytes if it has no id. */
export function readWebhook(raw: Buffer, eventId: unknown): Webhook {
  // PostgreSQL can't store NUL in a text.
  const body = raw.toString('utf8').replaceAll('\0', '');
  const known = typeof eventId === 'string' && /^[\w-]{1,100}$/.test(eventId);
  const { name, payment } = openWebhook(body);
  return {
    eventId: known ? eventId : createHash('sha256').update(raw).digest('hex'),
    name,
    providerOrderId: payment?.orderId ?? null,
    body,
  };
}

/** The ids in an event. They are only a hint: the state is read from the provider. */
export function openWebhook(body: string) {
  const parsed = envelope.safeParse(parseJson(body));
  const { event: name, payload } = parsed.success
    ? parsed.data
    : { event: 'unreadable', payload: {} as z.infer<typeof envelope>['payload'] };
  return {
    name,
    payment: attempt(() => readPayment(payload.payment?.entity)),
    refund: attempt(() => readRefund(payload.refund?.entity)),
  };
}

function parseJson(text: string): unknown {
  return attempt(() => JSON.parse(text) as unknown);
}

/** A body in another format is stored and raises an alert. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
