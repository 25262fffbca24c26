import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from './provider-error.ts';

/** A provider that asks for more is asked again after this. */
const longestMs = 600_000;
/** The first pause if the provider does not say how long; each further one is twice as long, up to the last. */
const unsaid = { firstMs: 500, lastMs: 16_000 };

/** Keeps calls back for as long as the provider asked for with a 429 reply, separately for each kind of call. */
export function createPauses() {
  const pauses = new Map<string, { until: number; replies: number }>();

  return {
    /** Begins a pause. Replies to calls that were sent before the pause began do not prolong one of unknown length. */
    begin(kind: string, retryAfterMs: number | undefined): void {
      const { until, replies } = pauses.get(kind) ?? { until: 0, replies: 0 };
      const now = performance.now();
      if (retryAfterMs === undefined && now < until) return;
      const ms = retryAfterMs ?? Math.min(unsaid.lastMs, unsaid.firstMs * 2 ** replies);
      pauses.set(kind, {
        until: Math.max(until, now + Math.min(ms, longestMs)),
        replies: replies + 1,
      });
    },
    /** Forgets a pause that is over, because a call was accepted. One sent before the pause does not end it. */
    end(kind: string): void {
      if (performance.now() >= (pauses.get(kind)?.until ?? 0)) pauses.delete(kind);
    },
    /** Waits until the pause is over. Throws a ProviderError at once if that is later than `deadline`. */
    async wait(kind: string, deadline: number): Promise<void> {
      for (;;) {
        const leftMs = (pauses.get(kind)?.until ?? 0) - performance.now();
        if (leftMs <= 0) return;
        if (performance.now() + leftMs + 250 > deadline) {
          const more = { httpStatus: 429, reason: 'paused', retryAfterMs: leftMs };
          throw new ProviderError('unreachable', 'asked to be called later', more);
        }
        // Calls that waited together are not sent together.
        await sleep(leftMs + Math.random() * 200);
      }
    },
  };
}
