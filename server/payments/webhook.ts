import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readPayment, readRefund } from './provider-shapes.ts';

/** An event as it came in, opened just far enough to be stored and routed. */
export type Webhook = {
  eventId: string;
  name: string;
  providerOrderId: string | null;
  /** The raw text: all else is read from it when it is handled. */
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

/** Opens a signed body. What can't be read is stored all the same, under the hash of its bytes if need be. */
export function readWebhook(raw: Buffer, eventId: unknown): Webhook {
  // PostgreSQL's text holds no NUL.
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

/** What an event speaks of. It is a hint: what counts is then read from the provider. */
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

/** A body of another shape is not an error of ours: it is stored and looked at by a person. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
