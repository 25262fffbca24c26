import { setTimeout as sleep } from 'node:timers/promises';
import { signWebhook } from '../server/payments/signature.ts';
import { takeDueWebhooks, updateWebhook, type WebhookRow } from './queries.ts';
import { after, type SandboxDeps } from './sandbox-deps.ts';

export type Delivery = {
  event_id: string;
  event: string;
  attempt: number;
  /** 0: no answer. */
  status: number;
  ms: number;
  at: string;
};
export type DeliveryLog = (delivery: Delivery) => void;

/** The gaps between tries that were measured at the provider, in seconds (razorpay §7.2). */
const ladder = [0.23, 5.8, 13, 20, 43, 82, 162, 324, 643, 1283, 2563, 5127, 10241, 20480, 40964];
const answerWithinMs = 5000;
const keptUpMs = 24 * 3600 * 1000;

/** Sends the webhooks that are due; what is not taken is tried again, for a day. */
export async function deliverDue(
  books: SandboxDeps,
  url: string,
  ending: AbortSignal,
  seen: DeliveryLog,
): Promise<void> {
  const { webhooks } = books.habits;
  const lease = new Date(books.now().getTime() + 3 * answerWithinMs);
  const due = await takeDueWebhooks(books.db, books.now(), lease);
  const copies = webhooks.mode === 'duplicate' ? webhooks.times : 1;
  const deliverAll = async (webhook: WebhookRow) => {
    if (webhooks.mode === 'drop') {
      seen(record(books, webhook, 0, 0));
      return conclude(books, webhook, 0, true);
    }
    const tries = Array.from({ length: copies }, () => deliver(books, url, webhook, ending, seen));
    const statuses = await Promise.all(tries);
    await conclude(books, webhook, statuses.find(isGood) ?? statuses[0] ?? 0, false);
  };
  if (webhooks.mode === 'reorder') for (const webhook of due.reverse()) await deliverAll(webhook);
  else await Promise.all(due.map(deliverAll));
}

async function deliver(
  books: SandboxDeps,
  url: string,
  webhook: WebhookRow,
  ending: AbortSignal,
  seen: DeliveryLog,
) {
  const began = performance.now();
  const { body, signature } = altered(books, webhook);
  const status = await post(url, {
    body,
    signal: AbortSignal.any([ending, AbortSignal.timeout(answerWithinMs)]),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Razorpay-Webhook/v1',
      'x-razorpay-event-id': webhook.id,
      'request-id': webhook.id,
      ...(signature === undefined ? {} : { 'x-razorpay-signature': signature }),
    },
  });
  seen(record(books, webhook, status, Math.round(performance.now() - began)));
  return status;
}

function record(
  books: SandboxDeps,
  { id, event, attempts }: WebhookRow,
  status: number,
  ms: number,
): Delivery {
  return { event_id: id, event, attempt: attempts, status, ms, at: books.now().toISOString() };
}

async function post(url: string, request: RequestInit): Promise<number> {
  try {
    const slow = request.body instanceof ReadableStream ? { duplex: 'half' } : {};
    const response = await fetch(url, { ...request, ...slow, method: 'POST', redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

async function conclude(books: SandboxDeps, webhook: WebhookRow, status: number, dropped: boolean) {
  const now = books.now();
  const gap = ladder[Math.min(webhook.attempts, ladder.length) - 1] ?? 0;
  const next = after(books, gap * 1000);
  const tooOld = next.getTime() - webhook.createdAt.getTime() > keptUpMs / books.habits.speed;
  await updateWebhook(books.db, webhook.id, {
    lastStatus: status,
    deliveredAt: isGood(status) ? now : null,
    nextAt: isGood(status) || dropped || tooOld ? null : next,
  });
}

const isGood = (status: number) => status >= 200 && status < 300;

/** The webhook as it goes out: as it is, or damaged as a test wants it. */
function altered(
  books: SandboxDeps,
  { body, signature }: WebhookRow,
): { body: BodyInit; signature?: string } {
  const { webhooks } = books.habits;
  switch (webhooks.mode) {
    case 'bad_signature':
      return { body, signature: signWebhook('some other secret', body) };
    case 'no_signature':
      return { body };
    case 'old_secret':
      return { body, signature: signWebhook(webhooks.secret, body) };
    case 'truncate':
      return { body: body.slice(0, body.length / 2), signature };
    case 'slow_body':
      return { body: slowly(body), signature };
    default:
      return { body, signature };
  }
}

function slowly(text: string): ReadableStream<Uint8Array> {
  const pieces = Array.from({ length: 8 }, (_, i) => {
    const size = Math.ceil(text.length / 8);
    return Buffer.from(text.slice(i * size, (i + 1) * size));
  });
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces.shift();
      if (!piece) return controller.close();
      await sleep(1000);
      controller.enqueue(piece);
    },
  });
}
