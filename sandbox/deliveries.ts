import { claimDueWebhooks, type WebhookRow, webhooks } from './queries.ts';
import { after, type SandboxDeps } from './sandbox-deps.ts';

/** The pauses between attempts that were measured at the provider, in seconds (razorpay §7.2). */
const pauses = [0.23, 5.8, 13, 20, 43, 82, 162, 324, 643, 1283, 2563, 5127, 10241, 20480, 40964];
const timeoutMs = 5000;
const maxAgeMs = 24 * 3600 * 1000;

/** Sends the webhooks that are due; one that is not accepted is retried for a day. */
export async function deliverDue(deps: SandboxDeps, ending: AbortSignal): Promise<void> {
  const mode = deps.behaviour.webhooks;
  const lease = new Date(deps.now().getTime() + 3 * timeoutMs);
  const due = await claimDueWebhooks(deps.db, deps.now(), lease);
  const copies = mode.mode === 'duplicate' ? mode.times : 1;
  const deliverCopies = async (webhook: WebhookRow) => {
    if (mode.mode === 'drop') {
      recordDelivery(deps, webhook, 0, 0);
      return finish(deps, webhook, 0);
    }
    const attempts = Array.from({ length: copies }, () => deliver(deps, webhook, ending));
    const statuses = await Promise.all(attempts);
    await finish(deps, webhook, statuses.find(isGood) ?? statuses[0] ?? 0);
  };
  if (mode.mode === 'reorder') for (const webhook of due.reverse()) await deliverCopies(webhook);
  else await Promise.all(due.map(deliverCopies));
}

async function deliver(deps: SandboxDeps, webhook: WebhookRow, ending: AbortSignal) {
  const startedAt = performance.now();
  const { body, signature } = deps.alterDelivery?.(webhook) ?? webhook;
  const status = await post(deps.webhookUrl, {
    body,
    signal: AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)]),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Razorpay-Webhook/v1',
      'x-razorpay-event-id': webhook.id,
      'request-id': webhook.id,
      ...(signature === undefined ? {} : { 'x-razorpay-signature': signature }),
    },
  });
  recordDelivery(deps, webhook, status, Math.round(performance.now() - startedAt));
  return status;
}

function recordDelivery(deps: SandboxDeps, webhook: WebhookRow, status: number, ms: number) {
  const { id, event, attempts } = webhook;
  deps.onDelivery?.({ event_id: id, event, attempt: attempts, status, ms, at: deps.now().toISOString() });
}

async function post(url: string, request: RequestInit): Promise<number> {
  try {
    const response = await fetch(url, { ...request, method: 'POST', redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

async function finish(deps: SandboxDeps, webhook: WebhookRow, status: number) {
  const pause = pauses[Math.min(webhook.attempts, pauses.length) - 1] ?? 0;
  const next = after(deps, pause * 1000);
  const isTooOld = next.getTime() - webhook.createdAt.getTime() > maxAgeMs / deps.behaviour.speed;
  const isLast = isGood(status) || isTooOld || deps.behaviour.webhooks.mode === 'drop';
  await webhooks.update(deps.db, webhook.id, {
    lastStatus: status,
    deliveredAt: isGood(status) ? deps.now() : null,
    nextAt: isLast ? null : next,
  });
}

const isGood = (status: number) => status >= 200 && status < 300;
